import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ensureChromium } from "../../sandbox/run/chromium.ts";
import { runStep } from "../../sandbox/process/run-step.ts";
import { root } from "../../sandbox/process/settings.ts";
import type { Mutant } from "./mutant.ts";

const uncopiedFolders = ["node_modules", "dist", "test-results"];
const testSchema = z.object({
  fullName: z.string(),
  status: z.string(),
  failureMessages: z.array(z.string()).nullish(),
});
const reportSchema = z.object({
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(testSchema) })),
});
type TestFile = z.infer<typeof reportSchema>["testResults"][number];

/** `details`: if killed, the failure; if it survives, the names of the passed tests; if not run, the output. */
export type Outcome = { end: "killed" | "survives" | "not run"; details: string };

const readText = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "");

/** One message per edit whose text does not occur exactly once, and per missing test file. */
export const findStaleEdits = ({ name, edits, tests }: Mutant): string[] => [
  ...edits.flatMap(({ file, from }) => {
    const times = readText(file).split(from).length - 1;
    return times === 1 ? [] : [`"${name}": ${file} holds ${times} times: ${from}`];
  }),
  ...(readText(`tests/${tests}`) ? [] : [`"${name}": there is no tests/${tests}`]),
];

/**
 * Applies mutations of one project, none of them stale, to a temporary copy of the repository, and runs their tests
 * there.
 */
export async function tryMutants(
  mutants: readonly Mutant[],
  env: Record<string, string> = {},
): Promise<Map<Mutant, Outcome>> {
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-mutant-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // The folder is removed after an interrupt, too.
  process.once("exit", remove);
  try {
    copyProject(folder);
    for (const mutant of mutants) applyMutant(folder, mutant);
    const report = join(folder, "report.json");
    const isBrowser = mutants.some(({ project }) => project === "browser");
    const browserEnv: Record<string, string> = isBrowser
      ? { CHROMIUM_PATH: await ensureChromium(), RENDERER: "preact" }
      : {};
    const args = [...buildArguments(mutants), "--reporter", "json", "--outputFile", report];
    const { output } = await runStep("vitest", args, {
      env: { WHOLE: "1", ...browserEnv, ...env },
      cwd: folder,
      quiet: true,
    });
    const testFiles = existsSync(report)
      ? reportSchema.parse(JSON.parse(readFileSync(report, "utf8"))).testResults
      : [];
    return new Map(mutants.map((mutant) => [mutant, toOutcome(mutant, testFiles, output)]));
  } finally {
    remove();
    process.off("exit", remove);
  }
}

function copyProject(folder: string): void {
  const filter = (path: string) => !path.includes("node_modules");
  for (const path of readdirSync(root).filter((name) => !name.startsWith(".") && !uncopiedFolders.includes(name)))
    cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

function applyMutant(folder: string, { edits }: Mutant): void {
  for (const { file, from, to } of edits) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, "utf8").split(from).join(to));
  }
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

function buildArguments(mutants: readonly Mutant[]): string[] {
  const titles = mutants.flatMap(({ title }) => (title === undefined ? [] : [escapeRegExp(title)]));
  return [
    "run",
    "--config",
    "tests/vitest.config.ts",
    "--project",
    mutants[0]?.project ?? "api",
    ...mutants.map(({ tests }) => `tests/${tests}`),
    ...(titles.length === mutants.length ? ["-t", titles.join("|")] : []),
    ...(mutants.length === 1 ? ["--bail", "1"] : []),
  ];
}

/** A mutation is killed if one of its tests failed; tests that did not run prove nothing. */
function toOutcome({ tests, title = "" }: Mutant, testFiles: readonly TestFile[], output: string): Outcome {
  const ranTests = testFiles
    .filter(({ name }) => name.endsWith(`tests/${tests}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => fullName.includes(title) && ["passed", "failed"].includes(status));
  if (ranTests.length === 0) return { end: "not run", details: output.slice(-2000) };
  const failed = ranTests.find(({ status }) => status === "failed");
  if (!failed) return { end: "survives", details: ranTests.map(({ fullName }) => fullName).join("; ") };
  const details = `${failed.fullName}: ${failed.failureMessages?.[0] ?? ""}`.replaceAll(/\s+/g, " ").slice(0, 400);
  return { end: "killed", details };
}
