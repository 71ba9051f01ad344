import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "./build.ts";
import { runChecks } from "./checks.ts";
import { findChromium } from "./chromium.ts";
import { type Lifecycle, runCommand } from "../process/lifecycle.ts";
import { runStep, stopSteps } from "../process/run-step.ts";
import { Refusal, type Renderer, renderers } from "../process/settings.ts";

const parts = ["check", "api", "browser", "deploy"] as const;
type Part = (typeof parts)[number];

interface Step {
  name: string;
  part: Part;
  /** A quiet one hands back what it would have printed. */
  run: (quiet: boolean) => Promise<{ code: number; output?: string }>;
}

/** `npm test`; `-- --only check|api|browser|deploy` runs one part, what follows goes to vitest (a file, -t "title"). */
async function test(lifecycle: Lifecycle): Promise<number> {
  await lifecycle.add(stopSteps);
  const { only, rest } = readArguments(process.argv.slice(2));
  const timings: string[] = [];
  let failures = 0;
  for (const group of groups(rest)) {
    const chosen = group.filter(({ part }) => !only || part === only);
    if (lifecycle.isStopping) break;
    if (chosen.length === 0) continue;
    const startedAt = performance.now();
    console.log(chosen.map(({ name }) => `\n=== ${name}`).join(""));
    const ran = chosen.map(async (step, i) => {
      const { code, output = "" } = await step.run(i > 0);
      const took = ((performance.now() - startedAt) / 1000).toFixed(1);
      timings.push(`${code === 0 ? "ok    " : "FAILED"}  ${step.name.padEnd(34)} ${took} s`);
      if (code !== 0) failures += 1;
      return output && `\n=== ${step.name}\n${output}`;
    });
    // What ran beside the first is told after it, so that the lines of two do not mix.
    for (const output of await Promise.all(ran)) process.stdout.write(output);
  }
  if (!lifecycle.isStopping) console.log(`\n${timings.join("\n")}`);
  return failures === 0 ? 0 : 1;
}

/** One group after the other; the steps of one run at the same time, each with an app of its own. */
function groups(rest: string[]): Step[][] {
  // Both ask for it at the same time, and it may have to be installed.
  let chromium: Promise<string> | undefined;
  const browser = browserRuns(rest).map(({ name, renderer, args }): Step => ({
    name: `browser tests, ${name}`,
    part: "browser",
    run: async (quiet) =>
      runTests("browser", renderer, args, quiet, { CHROMIUM_PATH: await (chromium ??= findChromium()) }),
  }));
  return [
    [{ name: "check", part: "check", run: async () => ({ code: await runChecks() }) }],
    [{ name: "API tests", part: "api", run: (quiet) => runTests("api", "preact", rest, quiet) }],
    browser,
    [{ name: "deployment (wrangler, dry run)", part: "deploy", run: dryRun }],
  ];
}

/**
 * What a server draws is the same by both renderers, which is a test of its own (tests/http/renderers.test.ts): with React
 * run the files in which an island's script does something. Three runs beside each other, because each waits half of its
 * time; what was asked for by name runs with both renderers.
 */
function browserRuns(rest: string[]): { name: string; renderer: Renderer; args: string[] }[] {
  if (rest.length > 0) return renderers.map((renderer) => ({ name: renderer, renderer, args: rest }));
  const scripted = [
    ...["forms", "account", "buying", "list-keys"].map((name) => `tests/e2e/${name}`),
    ...["buying", "by-keyboard", "cart-changes", "paying"].map((name) => `tests/e2e/store/${name}.test.ts`),
  ];
  return [
    { name: "preact, first half", renderer: "preact", args: ["--shard=1/2"] },
    { name: "preact, second half", renderer: "preact", args: ["--shard=2/2"] },
    { name: "react", renderer: "react", args: scripted },
  ];
}

async function runTests(
  project: string,
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

function readArguments(args: string[]): { only: Part | undefined; rest: string[] } {
  const index = args.indexOf("--only");
  if (index < 0) return { only: undefined, rest: args };
  const only = parts.find((part) => part === args[index + 1]);
  if (!only) throw new Refusal(`--only "${args[index + 1] ?? ""}" is not known: use one of ${parts.join(", ")}.`);
  return { only, rest: args.toSpliced(index, 2) };
}

await runCommand(test);
