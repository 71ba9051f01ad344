import { ensureBuild } from "./build.ts";
import { type Lifecycle, runCommand } from "./lifecycle.ts";
import { prepare, startOutside } from "./outside.ts";
import { everyMinute } from "./schedule.ts";
import { readSettings } from "./settings.ts";
import { printWelcome } from "./welcome.ts";
import { startWorker } from "./worker.ts";
import { readDeployment } from "./wrangler-toml.ts";

await runCommand(start);

async function start(lifecycle: Lifecycle): Promise<"stay"> {
  const settings = readSettings(process.env);
  const { port, dataDir, renderer } = settings;
  const place = await prepare(lifecycle, settings);
  const [sandbox] = await Promise.all([startOutside(lifecycle, settings, place), ensureBuild(renderer)]);
  if (lifecycle.isStopping) return "stay";

  const worker = await startWorker({ vars: sandbox.vars, port, renderer });
  await lifecycle.add(worker.stop);
  place.runFile.noteChildren();
  sandbox.onCron(worker.scheduled);
  const { crons } = readDeployment();
  await lifecycle.add(
    everyMinute(crons, (cron) => worker.scheduled(cron).catch((error: unknown) => console.error(`cron "${cron}":`, error))),
  );
  printWelcome(place.publicUrl, sandbox.url, dataDir);
  return "stay";
}
