import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "./build.ts";
import { runChecks } from "./checks.ts";
import { findChromium } from "./chromium.ts";
import { type Lifecycle, runCommand } from "./lifecycle.ts";
import { runStep, stopSteps } from "./run-step.ts";
import { Refusal, type Renderer, renderers } from "./settings.ts";

const parts = ["check", "api", "browser", "deploy"] as const;
type Part = (typeof parts)[number];

interface Step {
  name: string;
  part: Part;
  run: () => Promise<number>;
}

await runCommand(test);

/** `npm test`; `-- --only check|api|browser|deploy` runs one part, what follows goes to vitest (a file, -t "title"). */
async function test(lifecycle: Lifecycle): Promise<number> {
  await lifecycle.add(stopSteps);
  const { only, rest } = readArguments(process.argv.slice(2));
  const timings: string[] = [];
  let failures = 0;
  for (const step of steps(rest).filter(({ part }) => !only || part === only)) {
    if (lifecycle.isStopping) break;
    console.log(`\n=== ${step.name}`);
    const startedAt = performance.now();
    const code = await step.run();
    if (code !== 0) failures += 1;
    timings.push(
      `${code === 0 ? "ok    " : "FAILED"}  ${step.name.padEnd(34)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    );
  }
  if (!lifecycle.isStopping) console.log(`\n${timings.join("\n")}`);
  return failures === 0 ? 0 : 1;
}

function steps(rest: string[]): Step[] {
  return [
    { name: "check", part: "check", run: runChecks },
    { name: "API tests", part: "api", run: () => runTests("api", "preact", rest) },
    ...renderers.map((renderer): Step => ({
      name: `browser tests, ${renderer}`,
      part: "browser",
      run: async () => runTests("browser", renderer, rest, { CHROMIUM_PATH: await findChromium() }),
    })),
    { name: "deployment (wrangler, dry run)", part: "deploy", run: dryRun },
  ];
}

async function runTests(
  project: string,
  renderer: Renderer,
  rest: string[],
  env: Record<string, string> = {},
): Promise<number> {
  await ensureBuild(renderer);
  const args = ["run", "--config", "tests/vitest.config.ts", "--project", project, ...rest];
  const result = await runStep("vitest", args, { env: { ...env, RENDERER: renderer } });
  return result.code;
}

async function dryRun(): Promise<number> {
  await ensureBuild("preact");
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-deploy-"));
  const env = { WRANGLER_SEND_METRICS: "false" };
  const result = await runStep("wrangler", ["deploy", "--dry-run", "--outdir", folder], { env });
  rmSync(folder, { recursive: true, force: true });
  return result.code;
}

function readArguments(args: string[]): { only: Part | undefined; rest: string[] } {
  const index = args.indexOf("--only");
  if (index < 0) return { only: undefined, rest: args };
  const only = parts.find((part) => part === args[index + 1]);
  if (!only) throw new Refusal(`--only "${args[index + 1] ?? ""}" is not known: use one of ${parts.join(", ")}.`);
  return { only, rest: args.toSpliced(index, 2) };
}
