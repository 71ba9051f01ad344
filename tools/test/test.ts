import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { runChecks } from "./checks.ts";
import { ensureChromium } from "../../sandbox/run/chromium.ts";
import { type Lifecycle, runCommand } from "../../sandbox/process/lifecycle.ts";
import { runStep, stopSteps } from "../../sandbox/process/run-step.ts";
import { Refusal, type Renderer, renderers } from "../../sandbox/process/settings.ts";

const parts = ["check", "api", "browser", "deploy", "nightly"] as const;
type Part = (typeof parts)[number];

interface Step {
  name: string;
  part: Part;
  /** A quiet step returns its output instead of printing it. */
  run: (quiet: boolean) => Promise<{ code: number; output?: string }>;
}

/**
 * `npm test -- --only check|api|browser|deploy|nightly` runs one part and passes further arguments to vitest (a file,
 * -t "title"). `-- --changed` runs what changes since `main` can break. Long tests and the React repetition are
 * "nightly".
 */
async function test(lifecycle: Lifecycle): Promise<number> {
  await lifecycle.add(stopSteps);
  const { only, rest, isChanged } = readArguments(process.argv.slice(2));
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-test-"));
  const failedTests = join(folder, "failed");
  process.env["FAILED_TESTS"] = failedTests;
  const timings: string[] = [];
  let failures = 0;
  for (const group of isChanged ? await buildAffectedGroups() : buildGroups(rest)) {
    const chosen = group.filter(({ part }) => (only ? part === only : part !== "nightly"));
    if (lifecycle.isStopping) break;
    if (chosen.length === 0) continue;
    console.log(chosen.map(({ name }) => `\n=== ${name}`).join(""));
    const outputs: string[] = [];
    const remainingSteps = chosen.entries();
    const runRemaining = async () => {
      for (const [i, step] of remainingSteps) {
        if (lifecycle.isStopping) return;
        const startedAt = performance.now();
        const { code, output = "" } = await step.run(i > 0);
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        timings.push(`${code === 0 ? "ok    " : "FAILED"}  ${step.name.padEnd(34)} ${seconds} s`);
        if (code !== 0) failures += 1;
        if (output) outputs.push(`\n=== ${step.name}\n${output}`);
      }
    };
    await Promise.all(Array.from({ length: stepsAtOnce }, runRemaining));
    // Output of parallel steps is printed afterwards, so that lines do not mix.
    for (const output of outputs) process.stdout.write(output);
  }
  if (!lifecycle.isStopping) console.log(`\n${timings.join("\n")}`);
  // Printed last, because a truncated log still contains its end.
  if (existsSync(failedTests)) console.log(`\nFailed tests:\n${readFileSync(failedTests, "utf8")}`);
  rmSync(folder, { recursive: true, force: true });
  return failures === 0 ? 0 : 1;
}

const stepsAtOnce = 2;

const checkStep: Step = { name: "check", part: "check", run: runChecks };

/** Groups run in sequence, the steps of a group two at a time, each with its own app. */
function buildGroups(rest: string[]): Step[][] {
  const isWhole = rest.length === 0;
  // Parallel steps share one installation of Chromium.
  let chromium: Promise<string> | undefined;
  const browserStep = (part: Part, renderer: Renderer, args: string[]): Step => ({
    name: `browser tests, ${[renderer, ...args].join(" ")}`,
    part,
    run: async (quiet) =>
      runTests("browser", renderer, args, quiet, {
        ...(part === "nightly" || !isWhole ? { BY_NIGHT: "1" } : {}),
        CHROMIUM_PATH: await (chromium ??= ensureChromium()),
      }),
  });
  const browserShards = (part: Part, renderer: Renderer, count: number) =>
    Array.from({ length: count }, (_, i) => browserStep(part, renderer, [`--shard=${i + 1}/${count}`]));
  const longStep: Step = {
    name: "long API tests",
    part: "nightly",
    run: (quiet) => runTests("nightly", "preact", rest, quiet, longRuns),
  };
  return [
    [
      {
        name: "API tests",
        part: "api",
        run: (quiet) => runTests("api", "preact", rest, quiet, isWhole ? {} : { WHOLE: "1" }),
      },
      // The check runs beside the API tests, because these begin with a build and a database, which use one core.
      checkStep,
      // Browser tests run beside the API tests, because a browser waits part of its time. After the API tests, two
      // steps of browser tests run at a time.
      ...(isWhole
        ? browserShards("browser", "preact", 2)
        : renderers.map((renderer) => browserStep("browser", renderer, rest))),
    ],
    [{ name: "deployment (wrangler, dry run)", part: "deploy", run: dryRun }],
    [longStep],
    isWhole ? browserShards("nightly", "react", 2) : [],
  ];
}

async function buildAffectedGroups(): Promise<Step[][]> {
  const { findAffectedTests } = await import("./changed-files.ts");
  const files = findAffectedTests();
  const isBrowser = (file: string) => file.startsWith("tests/e2e/");
  const [apiFiles, browserFiles] = [files.filter((file) => !isBrowser(file)), files.filter(isBrowser)];
  console.log(`${apiFiles.length} API and ${browserFiles.length} browser test files can break by these changes.`);
  const toGroups = (name: string, part: "api" | "browser", testFiles: string[]): Step[][] =>
    testFiles.length === 0
      ? []
      : [
          [
            {
              name,
              part,
              run: async (quiet) =>
                runTests(
                  part,
                  "preact",
                  testFiles,
                  quiet,
                  part === "browser" ? { CHROMIUM_PATH: await ensureChromium() } : {},
                ),
            },
          ],
        ];
  return [
    [checkStep],
    ...toGroups("API tests of the changes", "api", apiFiles),
    ...toGroups("browser tests of the changes", "browser", browserFiles),
  ];
}

/** BY_NIGHT runs every case and every sample; fuzz tests send more requests from a random seed. */
const longRuns = { BY_NIGHT: "1", FUZZ_SEED: "random", FUZZ_RUNS: "25" };

async function runTests(
  project: "api" | "browser" | "nightly",
  renderer: Renderer,
  rest: string[],
  quiet: boolean,
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  await ensureBuild(renderer);
  const args = ["run", "--config", "tests/vitest.config.ts", "--project", project, ...rest];
  return runStep("vitest", args, { quiet, env: { ...env, RENDERER: renderer } });
}

async function dryRun(): Promise<{ code: number }> {
  await ensureBuild("preact");
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-deploy-"));
  const env = { WRANGLER_SEND_METRICS: "false" };
  const result = await runStep("wrangler", ["deploy", "--dry-run", "--outdir", folder], { env });
  rmSync(folder, { recursive: true, force: true });
  return result;
}

function readArguments(args: string[]): { only: Part | undefined; rest: string[]; isChanged: boolean } {
  if (args.length === 1 && args[0] === "--changed") return { only: undefined, rest: [], isChanged: true };
  const index = args.indexOf("--only");
  if (index < 0) return { only: undefined, rest: args, isChanged: false };
  const only = parts.find((part) => part === args[index + 1]);
  if (!only) throw new Refusal(`--only "${args[index + 1] ?? ""}" is not known: use one of ${parts.join(", ")}.`);
  return { only, rest: args.toSpliced(index, 2), isChanged: false };
}

await runCommand(test);
