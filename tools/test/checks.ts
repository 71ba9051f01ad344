import { runStep } from "../../sandbox/process/run-step.ts";

const checks = [
  { name: "format", program: "oxfmt", args: ["--check", "."], mend: "node_modules/.bin/oxfmt ." },
  { name: "lint", program: "oxlint", args: ["--deny-warnings"] },
  { name: "types", program: "tsc", args: ["--noEmit"] },
  { name: "unused", program: "knip", args: ["--no-progress"] },
];

/** Runs all checks in parallel. If `quiet`, the output is returned instead of printed. */
export async function runChecks(quiet = false): Promise<{ code: number; output: string }> {
  const results = await Promise.all(
    checks.map(async ({ name, program, args, mend }) => {
      const startedAt = performance.now();
      const result = await runStep(program, args, { quiet: true });
      return { name, program, mend, ...result, seconds: (performance.now() - startedAt) / 1000 };
    }),
  );
  const complaints = results.map(({ name, program, mend, code, output }) =>
    code === 0 ? "" : `\n--- ${name} (${program})\n${output.trim()}\n${mend ? `Mend it: ${mend}\n` : ""}\n`,
  );
  const lines = results.map(
    ({ code, name, seconds }) => `${code === 0 ? "ok    " : "FAILED"}  ${name.padEnd(8)} ${seconds.toFixed(1)} s\n`,
  );
  const output = [...complaints, ...lines].join("");
  if (!quiet) process.stdout.write(output);
  return { code: results.some(({ code }) => code !== 0) ? 1 : 0, output: quiet ? output : "" };
}
