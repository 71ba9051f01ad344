import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase, seedDatabase } from "../../sandbox/postgres/database.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import type { Renderer } from "../../sandbox/process/settings.ts";
import { type Worker, type WorkerOptions, startWorker } from "../../sandbox/run/worker.ts";
import { copyTemplate } from "./template.ts";

export interface WholeApp {
  sandbox: Sandbox;
  readonly worker: Worker;
  /** Kills the worker with kill -9, whatever it is doing. */
  killWorker(): Promise<void>;
  /** Starts the worker again on the same port and data. */
  startWorker(): Promise<void>;
  stop(): Promise<void>;
}

export interface WholeAppOptions extends Pick<WorkerOptions, "outbound"> {
  renderer: Renderer;
  /** A folder of `createTemplate` with the first database; by default the app creates its own. */
  template?: string;
  /** Starts with tables alone, as a first deployment does. */
  is_empty?: boolean;
  vars?: Record<string, string>;
  /** Delay of the responses of accounting, carrier and builds, in milliseconds. */
  fakesDelayMs?: number;
  onLog?: (line: string) => void;
  /** Opens workerd's inspector, for V8's heap statistics. */
  has_inspector?: boolean;
  /** Replaces the machine's clock in the worker and in a database without a template. */
  clock?: { module: string; setDatabase(databaseUrl: string): Promise<void> };
}

/** Starts a database with the demo data or empty, its fakes and a worker, on free ports; `stop` removes them. */
export async function startWholeApp(options: WholeAppOptions): Promise<WholeApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-test-"));
  const port = await freePort();
  const { fakesDelayMs = 0, is_empty = false } = options;
  const template = is_empty ? undefined : options.template;
  if (template) await copyTemplate(template, dataDir);
  const publicUrl = `http://localhost:${port}`;
  const sandbox = await startSandbox({ dataDir, port: 0, publicUrl, durable: false, fakesDelayMs });
  // Most tests are not about mails, and the provider's rate limit would slow them down.
  Object.assign(sandbox.vars, { CHECK_ROWS: "true", EMAIL_REQUESTS_PER_SECOND: "1000" }, options.vars);
  await fetch(`${sandbox.url}/mail/account`, {
    method: "POST",
    body: JSON.stringify({ requests_per_second: Number(sandbox.vars["EMAIL_REQUESTS_PER_SECOND"]) }),
  });
  const stopSandbox = async () => {
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if (!template) {
      await options.clock?.setDatabase(sandbox.databaseUrl);
      await migrateDatabase(sandbox.databaseUrl);
      if (!is_empty) await seedDatabase(sandbox.databaseUrl);
    }
    const bucketFolder = join(dataDir, "bucket");
    const start = () =>
      startWorker({ ...options, vars: sandbox.vars, port, bucketFolder, prelude: options.clock?.module });
    let worker = await start();
    sandbox.onCron((cron) => worker.scheduled(cron));
    return {
      sandbox,
      get worker() {
        return worker;
      },
      // Miniflare ends workerd by SIGKILL, which cuts every connection without finishing any work.
      killWorker: () => worker.stop(),
      startWorker: async () => {
        worker = await start();
      },
      stop: async () => {
        await worker.stop();
        await stopSandbox();
      },
    };
  } catch (error) {
    await stopSandbox();
    throw error;
  }
}
