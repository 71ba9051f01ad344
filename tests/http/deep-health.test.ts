import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startWorker, type WorkerOptions } from "../../sandbox/run/worker.ts";
import { getHealth } from "../../worker/contract/ops.ts";
import { startOwnApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { sandboxAt } from "../support/sandbox.ts";
import { startWorkersCache } from "./edge/workers-cache.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
beforeAll(async () => {
  app = await startOwnApp();
});
afterAll(() => app?.stop());

const requestDeepHealth = (url = app.worker.url) => createClient({ url }).call(getHealth, { query: { deep: "1" } });
/** Polls, because an isolate caches the health for five seconds. */
const poll = (probe: () => Promise<unknown>) => expect.poll(probe, { interval: 500 });

test("the health names what does not answer within two seconds, and nothing else of it", async () => {
  await poll(async () => (await requestDeepHealth()).status).toBe(200);
  const sandbox = sandboxAt(app.sandbox.url);
  await sandbox.addFault({ service: "files", kind: "hang", times: 1_000_000 });
  let slowestMs = 0;
  const measureMessage = async () => {
    const startedMs = performance.now();
    const { message } = await requestDeepHealth();
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    return message;
  };
  await poll(measureMessage).toBe("Not available: file storage.");
  // the limit of two seconds with a margin for a busy machine
  expect(slowestMs).toBeLessThan(8000);
  await app.sandbox.postgres.kill();
  try {
    await poll(async () => (await requestDeepHealth()).message).toBe("Not available: database, file storage.");
    const { status, text } = await requestDeepHealth();
    expect(status).toBe(503);
    expect(text).not.toMatch(/postgres|neon|r2|bucket/i);
    // the worker itself still answers
    expect((await createClient({ url: app.worker.url }).call(getHealth)).reply()).toMatchObject({ success: true });
  } finally {
    await app.sandbox.postgres.restart();
  }
  await sandbox.clearFaults();
  await poll(async () => (await requestDeepHealth()).status).toBe(200);
});

const startWith = (overrides: Partial<WorkerOptions>) =>
  startWorker({ vars: app.sandbox.vars, port: 0, renderer: inject("renderer"), onLog: () => {}, ...overrides });

test("the health names a queue that takes no message, and the shop works on", async () => {
  const worker = await startWith({ is_queue_down: true });
  try {
    const probe = async () => {
      const { status, message } = await requestDeepHealth(worker.url);
      return [status, message];
    };
    await poll(probe).toEqual([503, "Not available: queue."]);
    expect((await createClient({ url: worker.url }).fetch("/store")).status).toBe(200);
  } finally {
    await worker.stop();
  }
});

test("each request is a data point with its route, its class of status and its times", async () => {
  const points: unknown[] = [];
  const worker = await startWith({ onDataPoint: (point) => points.push(point) });
  try {
    const client = createClient({ url: worker.url });
    for (const path of ["/store", "/v1/admin/orders"]) await client.fetch(path);
    const point = (route: string, status: string) => ({
      indexes: [route],
      blobs: [route, status, expect.any(String)],
      doubles: [expect.any(Number), expect.any(Number), expect.any(Number)],
    });
    await poll(async () => points).toEqual(
      expect.arrayContaining([point("GET /store", "2xx"), point("GET /v1/admin/orders", "4xx")]),
    );
  } finally {
    await worker.stop();
  }
});

test("the edge never keeps the health, and hides no outage behind what it kept", async () => {
  const cache = await startWorkersCache(() => app.worker.url);
  // An address too long for the shared caches (`urlCharsMax` in worker/http/cache.ts).
  const licensePath = `/license-agreement?from=${"x".repeat(600)}`;
  const paths = ["/health", "/docs", licensePath];
  try {
    const visitor = createClient({ url: cache.url });
    const { headers } = await visitor.fetch("/health");
    expect(headers.get("cache-control")).toBe("no-store");
    for (const path of paths) expect((await visitor.fetch(path)).status, path).toBe(200);
    await app.sandbox.postgres.kill();
    try {
      expect((await visitor.fetch(licensePath)).status).toBe(503);
    } finally {
      await app.sandbox.postgres.restart();
    }
  } finally {
    await cache.stop();
  }
});
