import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase, seedDatabase } from "../sandbox/database.ts";
import { freePort } from "../sandbox/ports.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import type { Renderer } from "../sandbox/settings.ts";
import { type Worker, startWorker } from "../sandbox/worker.ts";

export interface WholeApp {
  sandbox: Sandbox;
  worker: Worker;
  stop(): Promise<void>;
}

export interface WholeAppOptions {
  renderer: Renderer;
  vars?: Record<string, string>;
  onLog?: (line: string) => void;
}

/** A database of its own with the demo data, its stand-ins and a worker, on free ports; gone after `stop`. */
export async function startWholeApp(options: WholeAppOptions): Promise<WholeApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-test-"));
  const port = await freePort();
  const sandbox = await startSandbox({ dataDir, port: 0, publicUrl: `http://localhost:${port}`, durable: false });
  Object.assign(sandbox.vars, options.vars);
  const stopSandbox = async () => {
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrateDatabase(sandbox.databaseUrl);
    await seedDatabase(sandbox.databaseUrl);
    const worker = await startWorker({ ...options, vars: sandbox.vars, port });
    sandbox.onCron(worker.scheduled);
    const stop = async () => {
      await worker.stop();
      await stopSandbox();
    };
    return { sandbox, worker, stop };
  } catch (error) {
    await stopSandbox();
    throw error;
  }
}
