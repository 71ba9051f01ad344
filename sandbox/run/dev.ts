import { join } from "node:path";
import { runCommand, type Lifecycle } from "../process/lifecycle.ts";
import { fillBucket } from "./fill-bucket.ts";
import { prepare, startSeededSandbox } from "./outside.ts";
import { runStep } from "../process/run-step.ts";
import { everyMinute, runScheduled } from "./schedule.ts";
import { readSettings } from "../process/settings.ts";
import { printWelcome } from "./welcome.ts";
import { readDeployment } from "./wrangler-toml.ts";

await runCommand(dev);

/** `npm run dev`: the shop of `npm start` from the sources, by Vite with Fast Refresh, always with React. */
async function dev(lifecycle: Lifecycle): Promise<number> {
  const settings = readSettings(process.env);
  const context = await prepare(lifecycle, settings);
  const sandbox = await startSeededSandbox(lifecycle, settings, context);
  const runCron = (cron: string) => runScheduled(context.publicUrl, cron);
  sandbox.onCron(runCron);
  await lifecycle.add(everyMinute(readDeployment().crons, runCron));
  printWelcome(context.publicUrl, sandbox.url, settings.dataDir);
  const args = ["--host", "127.0.0.1", "--port", String(settings.port), "--strictPort"];
  const state = join(settings.dataDir, "dev");
  if (settings.seed === "demo") await fillBucket(join(state, "v3", "r2"));
  const vars = JSON.stringify(sandbox.vars);
  const env = { WORKER_VARS: vars, WORKER_STATE: state, CLOUDFLARE_CF_FETCH_ENABLED: "false" };
  const result = await runStep("vite", args, { env });
  return result.code;
}
