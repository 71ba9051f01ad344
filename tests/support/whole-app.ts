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
  /** kill -9 of the worker, whatever it is doing. */
  killWorker(): Promise<void>;
  /** Starts the worker again in the same place. */
  startWorker(): Promise<void>;
  stop(): Promise<void>;
}

export interface WholeAppOptions extends Pick<WorkerOptions, "outbound"> {
  renderer: Renderer;
  /** A folder of `makeTemplate` with the first database; by default the app makes its own. */
  template?: string;
  /** Begins with tables alone, as a first deployment does. */
  is_empty?: boolean;
  vars?: Record<string, string>;
  /** Delay of the answers of accounting, carrier and builds, in milliseconds. */
  fakesDelayMs?: number;
  onLog?: (line: string) => void;
  /** As of `startWorker`. */
  has_inspector?: boolean;
  /** Another clock than the machine's, for a database without a template and its worker. */
  clock?: { module: string; setDatabase(databaseUrl: string): Promise<void> };
}

/** A database with the demo data, or empty, its fakes and a worker, on free ports; removed by `stop`. */
export async function startWholeApp(options: WholeAppOptions): Promise<WholeApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-test-"));
  const port = await freePort();
  const { fakesDelayMs = 0, is_empty = false } = options;
  const template = is_empty ? undefined : options.template;
  if (template) await copyTemplate(template, dataDir);
  const publicUrl = `http://localhost:${port}`;
  const sandbox = await startSandbox({ dataDir, port: 0, publicUrl, durable: false, fakesDelayMs });
  // Mails are not what most tests are about: the provider's pace would make them wait.
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
      // Miniflare ends workerd by SIGKILL and cuts every connection: nothing is finished in order.
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
