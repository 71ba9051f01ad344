import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { type Lifecycle, runCommand } from "../../sandbox/process/lifecycle.ts";
import { runStep, stopSteps } from "../../sandbox/process/run-step.ts";
import { Refusal } from "../../sandbox/process/settings.ts";
import type { Mutant } from "../mutation-tests/mutant.ts";
import { findStaleEdits, tryMutants } from "../mutation-tests/try-mutants.ts";
import { mutants } from "./mutants.ts";

const parts = ["faults", "model", "mutants"] as const;
type Part = (typeof parts)[number];
type Job = { name: string; part: Part; run: () => Promise<boolean> };

const faultFiles = [
  "cut-points",
  "approval-cut-points",
  "quote-cut-points",
  "account-cut-points",
  "plan-cut-points",
  "callbacks",
  "worker-and-database",
  "inactivation",
  "lease",
];
/** Runs before the others and alone: 80 submits at a time fill the machine, and none of them may be refused. */
const aloneFile = "double-submit";
const sequenceCount = 2000;
// Each lane has its own app and spends half of its time waiting for retries and restarts.
const laneCount = Math.max(2, Math.min(8, 2 * availableParallelism()));

await runCommand(runMoneyTests);

/**
 * `npm run test:money` runs the fault tests and the model as often as required, and the mutants; `-- --only
 * faults|model|mutants` runs one part. FC_SEED: seed of the random tests. MODEL_RUNS: number of the model's sequences.
 */
async function runMoneyTests(lifecycle: Lifecycle): Promise<number> {
  await lifecycle.add(stopSteps);
  const only = readPart();
  await ensureBuild("preact");
  const seed = Number(process.env["FC_SEED"] ?? Date.now() % 1_000_000);
  console.log(`FC_SEED=${seed}`);
  const jobs = buildJobs(seed).filter(({ part }) => !only || part === only);
  const [alone, queue] = [jobs.filter(({ name }) => name === aloneFile), jobs.filter(({ name }) => name !== aloneFile)];
  const lines: string[] = [];
  const startedAt = performance.now();
  const runJob = async (job: Job): Promise<boolean> => {
    const jobStartedAt = performance.now();
    const isDone = await job.run().catch((error: Error) => {
      console.log(error.message);
      return false;
    });
    lines.push(`${isDone ? "ok    " : "FAILED"}  ${job.name.padEnd(80)} ${secondsSince(jobStartedAt)} s`);
    console.log(lines.at(-1));
    return isDone;
  };
  const runQueue = async (): Promise<boolean> => {
    const job = queue.shift();
    if (!job || lifecycle.isStopping) return true;
    const isDone = await runJob(job);
    return (await runQueue()) && isDone;
  };
  const outcomes: boolean[] = [];
  for (const job of alone) outcomes.push(await runJob(job));
  outcomes.push(...(await Promise.all(Array.from({ length: laneCount }, runQueue))));
  if (!lifecycle.isStopping) console.log(`\n${lines.toSorted().join("\n")}\n${secondsSince(startedAt)} s in all`);
  return outcomes.every(Boolean) ? 0 : 1;
}

function secondsSince(startMs: number): string {
  return ((performance.now() - startMs) / 1000).toFixed(1);
}

function readPart(): Part | undefined {
  const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
  const part = parts.find((one) => one === only);
  if (only !== undefined && !part) throw new Refusal(`--only "${only}" is not known: use one of ${parts.join(", ")}.`);
  return part;
}

function buildJobs(seed: number): Job[] {
  const modelRunCount = Number(process.env["MODEL_RUNS"] ?? sequenceCount);
  return [
    ...[aloneFile, ...faultFiles].map((file): Job => ({
      name: file,
      part: "faults",
      run: () => runFull(file, { FC_SEED: String(seed) }),
    })),
    ...Array.from({ length: laneCount }, (_, lane): Job => {
      const env = { FC_SEED: String(seed + lane), MODEL_RUNS: String(Math.ceil(modelRunCount / laneCount)) };
      return {
        name: `model, FC_SEED=${env.FC_SEED}, ${env.MODEL_RUNS} sequences`,
        part: "model",
        run: () => runFull("model", env),
      };
    }),
    ...mutants.map((mutant): Job => ({
      name: `killed: ${mutant.name}`,
      part: "mutants",
      run: () => tryMutant(mutant),
    })),
  ];
}

async function tryMutant(mutant: Mutant): Promise<boolean> {
  const stale = findStaleEdits(mutant);
  if (stale.length > 0) throw new Refusal(stale.join("\n"));
  const outcomes = await tryMutants([mutant], { FC_SEED: "7", FC_SHRINK: "no", MODEL_RUNS: "100" });
  const { end, details } = outcomes.get(mutant) ?? { end: "not run", details: "" };
  console.log(`  ${mutant.name}\n  ${end}: ${details}`);
  return end === "killed";
}

/** Prints the whole output of a failure, and the summary line of a successful model run. */
async function runFull(file: string, env: Record<string, string>): Promise<boolean> {
  const args = ["run", "--config", "tests/vitest.config.ts", "--project", "api", `tests/faults/${file}`];
  const { code, output } = await runStep("vitest", args, { env: { MONEY_RUNS: "full", ...env }, quiet: true });
  const summary = /^.*model: seed.*$/m.exec(output)?.[0];
  if (code !== 0) console.log(output);
  else if (summary) console.log(summary);
  return code === 0;
}
