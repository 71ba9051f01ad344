import { runChecks } from "./checks.ts";
import { type Lifecycle, runCommand } from "./lifecycle.ts";
import { stopSteps } from "./run-step.ts";

await runCommand(async (lifecycle: Lifecycle) => {
  await lifecycle.add(stopSteps);
  return runChecks();
});
