import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { runStep } from "../sandbox/process/run-step.ts";
import { Refusal, root } from "../sandbox/process/settings.ts";
import type { Mutant } from "./mutants.ts";

const copied = ["worker", "islands", "routes", "db", "migrations", "tests", "package.json", "package-lock.json"];
const configs = ["tsconfig.json", "vite.config.ts", "wrangler.toml"];
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** How the tests notice the mutant, if they do. It lives in a copy of the project only, which is gone afterwards. */
export async function killerOf(mutant: Mutant, env: Record<string, string>): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-mutant-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also when the command is stopped in the middle.
  process.once("exit", remove);
  try {
    for (const path of [...copied, ...configs]) cpSync(join(root, path), join(folder, path), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    for (const { file, from, to } of mutant.edits) {
      const path = join(folder, file);
      const parts = readFileSync(path, "utf8").split(from);
      if (parts.length !== 2) throw new Refusal(`mutants.ts: ${file} holds ${parts.length - 1} times: ${from}`);
      writeFileSync(path, parts.join(to));
    }
    const report = join(folder, "report.json");
    const only = mutant.title ? ["-t", mutant.title] : [];
    const args = [
      "run",
      "--config",
      "tests/vitest.config.ts",
      "--project",
      "api",
      `tests/faults/${mutant.tests}`,
      ...only,
    ];
    const output = ["--bail", "1", "--reporter", "json", "--outputFile", report];
    const result = await runStep("vitest", [...args, ...output], { env, cwd: folder, quiet: true });
    return firstFailure(report, result.output);
  } finally {
    remove();
    process.off("exit", remove);
  }
}

/** A test must have failed; a copy that does not even start proves nothing. */
function firstFailure(report: string, output: string): string | undefined {
  const tests = readTests(report);
  if (tests.length === 0) throw new Refusal(`The mutant's tests did not run:\n${output.slice(-2000)}`);
  const failed = tests.find(({ status }) => status === "failed");
  return failed && `${failed.title}: ${failed.failureMessages?.[0] ?? ""}`.replaceAll(/\s+/g, " ").slice(0, 400);
}

function readTests(report: string) {
  if (!existsSync(report)) return [];
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => ["passed", "failed"].includes(status));
}
