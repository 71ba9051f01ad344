import { runChecks } from "./checks.ts";
import { type Lifecycle, runCommand } from "../process/lifecycle.ts";
import { stopSteps } from "../process/run-step.ts";

await runCommand(async (lifecycle: Lifecycle) => {
  await lifecycle.add(stopSteps);
  return runChecks();
});
