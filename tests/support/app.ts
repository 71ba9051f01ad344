import { inject } from "vitest";
import { until } from "../../sandbox/process/deadline.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { type Worker, type WorkerOptions, startWorker } from "../../sandbox/run/worker.ts";
import { databaseUrl, openDatabase } from "./database.ts";
import { printFailure } from "./print-failure.ts";
import { recordStatements, type StatementRecorder } from "./statement-recorder.ts";
import { type WholeApp, type WholeAppOptions, startWholeApp } from "./whole-app.ts";
import { patienceMs } from "./patience.ts";

/** The worker that the whole run shares. */
export const workerUrl = inject("workerUrl");

export interface LoggedWorker extends Worker {
  /** The worker's output so far. */
  lines: string[];
}

/**
 * Starts a second worker with other settings, such as real rate limits (`{ RATE_LIMIT_SCALE: "1" }`), on the database
 * and fakes of the run or of the app `beside`. `vars` is a function of the port if a setting contains the port. The
 * worker's scheduled jobs run only by `scheduled`. Stop the worker in afterAll.
 */
export async function startSecondWorker(
  vars: Record<string, string> | ((port: number) => Record<string, string>) = {},
  { beside, ...options }: Pick<WorkerOptions, "coarseLimit" | "is_queue_down" | "onPurge"> & { beside?: WholeApp } = {},
): Promise<LoggedWorker> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const addressVars = { PUBLIC_URL: url, MAIN_WEB_URL: `${url}/store`, ADMIN_WEB_URL: `${url}/admin` };
  const lines: string[] = [];
  const worker = await startWorker({
    ...options,
    vars: {
      ...(beside?.sandbox.vars ?? inject("workerVars")),
      ...addressVars,
      ...(typeof vars === "function" ? vars(port) : vars),
    },
    port,
    renderer: inject("renderer"),
    onLog: (line) => lines.push(line),
  });
  const query = openDatabase(beside?.sandbox.databaseUrl ?? databaseUrl);
  // Leases of workers end within 60 s; leases that end later were written by tests.
  const listLeases = () =>
    query<{ lease: string }>(
      `with leases (lease, lease_until) as (
        select name || ' ' || fence, lease_until from tasks where status = 'processing'
        union all
        select id || ' ' || tries, lease_until from stripe_events where status = 'received'
        union all
        select id || ' ' || lease_until, lease_until from checkout_attempts where status in ('claimed', 'pending')
        union all
        select id || ' ' || attempts, lease_until from outbox where sent_at is null and failed_at is null
      )
      select lease from leases where lease_until between now() and now() + interval '60 seconds'`,
    );
  // Killing a worker that holds rows would leave the rows locked until their lease of 60 s ends.
  const stop = async () => {
    const leasesBefore = new Set((await listLeases()).map(({ lease }) => lease));
    await until(patienceMs, async () => (await listLeases()).every(({ lease }) => !leasesBefore.has(lease)));
    await worker.stop();
  };
  return { ...worker, lines, stop };
}

export interface RecordedWorker extends LoggedWorker {
  recorder: StatementRecorder;
}

/** Starts a second worker whose statements are recorded. Stop it in afterAll. */
export async function startRecordedWorker(): Promise<RecordedWorker> {
  const recorder = await recordStatements(inject("workerVars").NEON_FETCH_ENDPOINT ?? "");
  const worker = await startSecondWorker({ NEON_FETCH_ENDPOINT: recorder.url });
  return {
    ...worker,
    recorder,
    stop: async () => {
      await worker.stop();
      await recorder.stop();
    },
  };
}

/** Starts a separate app with its own database, for tests that break things. Stop it in afterAll. */
export async function startOwnApp(
  vars: Record<string, string> = {},
  options: Pick<WholeAppOptions, "fakesDelayMs" | "has_inspector" | "is_empty" | "outbound"> = {},
): Promise<WholeApp & { lines: string[] }> {
  const lines: string[] = [];
  const app = await startWholeApp({
    ...options,
    renderer: inject("renderer"),
    template: inject("template"),
    vars: { RATE_LIMIT_SCALE: "1000", ...vars },
    onLog: (line) => {
      lines.push(line);
      printFailure(line);
    },
  });
  return Object.assign(app, { lines });
}
