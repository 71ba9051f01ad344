import { runCommand } from "../run-command.ts";
import { readTarget } from "../target.ts";
import { diagnose, report } from "./index.ts";

// `npm run doctor`, `npm run doctor -- --env staging`
await runCommand(async (args) => {
  const target = await readTarget(args, process.env);
  const findings = await diagnose(target);
  console.log(report(findings));
  const open = findings.filter(({ ok }) => !ok).length;
  console.log(open === 0 ? `\n${target.name} is ready.` : `\n${open} of ${findings.length} things are to do.`);
  return open === 0 ? 0 : 1;
});
