import { runCommand } from "../process/lifecycle.ts";
import { readSettings } from "../process/settings.ts";

await runCommand(async (lifecycle) => {
  const settings = readSettings(process.env);
  // Loaded late, so that an invalid setting is reported immediately.
  const { serve } = await import("./serve.ts");
  return serve(lifecycle, settings);
});
