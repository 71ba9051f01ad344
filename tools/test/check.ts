import { runChecks } from "./checks.ts";
import { type Lifecycle, runCommand } from "../../sandbox/process/lifecycle.ts";
import { stopSteps } from "../../sandbox/process/run-step.ts";

await runCommand(async (lifecycle: Lifecycle) => {
  await lifecycle.add(stopSteps);
  return (await runChecks()).code;
});
