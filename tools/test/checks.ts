import { runStep } from "../../sandbox/process/run-step.ts";

const checks = [
  { name: "format", program: "oxfmt", args: ["--check", "."], mend: "node_modules/.bin/oxfmt ." },
  { name: "lint", program: "oxlint", args: ["--deny-warnings"] },
  { name: "types", program: "tsc", args: ["--noEmit"] },
  { name: "unused", program: "knip", args: ["--no-progress"] },
];

/** Returns the exit code. */
export async function runChecks(): Promise<number> {
  const results = await Promise.all(
    checks.map(async ({ name, program, args, mend }) => {
      const startedAt = performance.now();
      const result = await runStep(program, args, { quiet: true });
      return { name, program, mend, ...result, seconds: (performance.now() - startedAt) / 1000 };
    }),
  );
  for (const { name, program, mend, code, output } of results) {
    if (code !== 0) console.log(`\n--- ${name} (${program})\n${output.trim()}\n${mend ? `Mend it: ${mend}\n` : ""}`);
  }
  for (const { name, code, seconds } of results) {
    console.log(`${code === 0 ? "ok    " : "FAILED"}  ${name.padEnd(8)} ${seconds.toFixed(1)} s`);
  }
  return results.some(({ code }) => code !== 0) ? 1 : 0;
}
