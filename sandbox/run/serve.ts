import { join } from "node:path";
import { ensureBuild } from "./build.ts";
import type { Lifecycle } from "../process/lifecycle.ts";
import { prepare, startSeededSandbox } from "./outside.ts";
import { everyMinute } from "./schedule.ts";
import type { Settings } from "../process/settings.ts";
import { printWelcome } from "./welcome.ts";
import { readDeployment } from "./wrangler-toml.ts";

export async function serve(lifecycle: Lifecycle, settings: Settings): Promise<"stay"> {
  const { port, dataDir, renderer } = settings;
  const context = await prepare(lifecycle, settings);
  const [sandbox, { startWorker }] = await Promise.all([
    startSeededSandbox(lifecycle, settings, context),
    // The largest module by far is loaded while the database starts.
    import("./worker.ts"),
    ensureBuild(renderer),
  ]);
  if (lifecycle.isStopping) return "stay";

  const worker = await startWorker({ vars: sandbox.vars, port, renderer, bucketFolder: join(dataDir, "bucket") });
  await lifecycle.add(worker.stop);
  context.runFile.noteChildren();
  sandbox.onCron(worker.scheduled);
  await lifecycle.add(everyMinute(readDeployment().crons, worker.scheduled));
  printWelcome(context.publicUrl, sandbox.url, dataDir);
  return "stay";
}
