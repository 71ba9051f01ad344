import { runCommand } from "../process/lifecycle.ts";
import { readSettings } from "../process/settings.ts";

await runCommand(async (lifecycle) => {
  const settings = readSettings(process.env);
  // Loaded only now, so that a bad setting is told at once.
  const { serve } = await import("./serve.ts");
  return serve(lifecycle, settings);
});
