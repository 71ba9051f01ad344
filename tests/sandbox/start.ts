import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "./build.ts";
import { migrateDatabase, seedDatabase } from "./database.ts";
import { type Lifecycle, runCommand } from "./lifecycle.ts";
import { requireFreePort } from "./ports.ts";
import { type RunFile, takeDataDir } from "./run-file.ts";
import { stopSteps } from "./run-step.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";
import { everyMinute } from "./schedule.ts";
import { type Settings, readSettings } from "./settings.ts";
import { printWelcome } from "./welcome.ts";
import { startWorker } from "./worker.ts";
import { readDeployment } from "./wrangler-toml.ts";

await runCommand(start);

async function start(lifecycle: Lifecycle): Promise<"stay"> {
  const settings = readSettings(process.env);
  const { port, dataDir, renderer } = settings;
  const publicUrl = `http://localhost:${port}`;
  await lifecycle.add(stopSteps);
  const runFile = await takeDataDir(dataDir, publicUrl);
  await lifecycle.add(runFile.remove);
  await requireFreePort(port, "PORT");
  await requireFreePort(settings.sandboxPort, "SANDBOX_PORT");

  const [sandbox] = await Promise.all([startOutside(lifecycle, settings, publicUrl, runFile), ensureBuild(renderer)]);
  if (lifecycle.isStopping) return "stay";

  const worker = await startWorker({ vars: sandbox.vars, port, renderer });
  await lifecycle.add(worker.stop);
  runFile.noteChildren();
  sandbox.onCron(worker.scheduled);
  const { crons } = readDeployment();
  await lifecycle.add(
    everyMinute(crons, (cron) => worker.scheduled(cron).catch((error: unknown) => console.error(`cron "${cron}":`, error))),
  );
  printWelcome(publicUrl, sandbox.url, dataDir);
  return "stay";
}

/** The sandbox with a migrated database, seeded if this is its first start. */
async function startOutside(
  lifecycle: Lifecycle,
  settings: Settings,
  publicUrl: string,
  runFile: RunFile,
): Promise<Sandbox> {
  const { dataDir, sandboxPort, rateLimitScale } = settings;
  const sandbox = await startSandbox({ dataDir, port: sandboxPort, publicUrl, rateLimitScale });
  await lifecycle.add(sandbox.stop);
  runFile.noteChildren();
  await migrateDatabase(sandbox.databaseUrl);
  await seedOnce(sandbox.databaseUrl, settings);
  return sandbox;
}

async function seedOnce(databaseUrl: string, { dataDir, seed }: Settings): Promise<void> {
  const marker = join(dataDir, "seed");
  if (existsSync(marker)) return;
  if (seed === "demo") {
    console.log("First start: adding the demo data ...");
    await seedDatabase(databaseUrl);
  }
  writeFileSync(marker, `${seed}\n`);
}
