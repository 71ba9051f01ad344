import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrateDatabase, seedDatabase } from "../postgres/database.ts";
import type { Lifecycle } from "../process/lifecycle.ts";
import { requireFreePort } from "../process/ports.ts";
import { isNewDatabase } from "../postgres/new-database.ts";
import { type RunFile, claimDataDir } from "../process/run-file.ts";
import { stopSteps } from "../process/run-step.ts";
import { type Sandbox, startSandbox } from "../sandbox.ts";
import { readSecrets } from "../secrets.ts";
import type { Settings } from "../process/settings.ts";

/** `runFile` protects the data directory from a second start. */
export interface StartContext {
  runFile: RunFile;
  publicUrl: string;
}

/** Locks the data directory and checks secrets and ports, so that a problem is reported before any build or start. */
export async function prepare(lifecycle: Lifecycle, settings: Settings): Promise<StartContext> {
  const { port, sandboxPort, dataDir } = settings;
  const publicUrl = `http://localhost:${port}`;
  await lifecycle.add(stopSteps);
  const runFile = await claimDataDir(dataDir, publicUrl);
  await lifecycle.add(runFile.remove);
  readSecrets(dataDir);
  isNewDatabase(dataDir);
  await requireFreePort(port, "PORT");
  await requireFreePort(sandboxPort, "SANDBOX_PORT");
  return { runFile, publicUrl };
}

/** Migrates the database, and seeds it at the first start unless SEED=none. */
export async function startSeededSandbox(
  lifecycle: Lifecycle,
  settings: Settings,
  context: StartContext,
): Promise<Sandbox> {
  const { dataDir, sandboxPort: port, rateLimitScale, adminSecondFactor, fakesDelayMs } = settings;
  const { publicUrl } = context;
  const sandbox = await startSandbox({
    dataDir,
    port,
    publicUrl,
    rateLimitScale,
    adminSecondFactor,
    fakesDelayMs,
  });
  await lifecycle.add(sandbox.stop);
  context.runFile.noteChildren();
  await lifecycle.add(saveCommandSettings(dataDir, sandbox));
  await migrateDatabase(sandbox.databaseUrl);
  await seedOnce(sandbox, settings);
  return sandbox;
}

/** Writes the settings for commands such as `npm run doctor`. Returns a function that deletes the file. */
function saveCommandSettings(dataDir: string, sandbox: Sandbox): () => void {
  const path = join(dataDir, "settings.json");
  writeFileSync(path, `${JSON.stringify(sandbox.operatorVars(), null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

async function seedOnce(sandbox: Sandbox, { dataDir, seed }: Settings): Promise<void> {
  if (existsSync(join(dataDir, "seed"))) return;
  if (seed === "demo") {
    console.log("First start: adding the demo data ...");
    await addDemoData(sandbox, dataDir);
  } else recordSeed(dataDir, seed);
}

/** Fills the database and the fakes. Idempotent. */
export async function addDemoData(sandbox: Sandbox, dataDir: string): Promise<void> {
  await seedDatabase(sandbox.databaseUrl);
  const { seedFakes } = await import("../seed/fakes.ts");
  await seedFakes(sandbox);
  recordSeed(dataDir, "demo");
}

function recordSeed(dataDir: string, seed: Settings["seed"]): void {
  writeFileSync(join(dataDir, "seed"), `${seed}\n`);
}
