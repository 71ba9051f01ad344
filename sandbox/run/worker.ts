import { createInterface } from "node:readline";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Log, LogLevel, Miniflare, type MiniflareOptions, type Request, Response } from "miniflare";
import { type Renderer, root } from "../process/settings.ts";
import { bucketScript } from "../fakes/files/index.ts";
import { runScheduled } from "./schedule.ts";
import { readDeployment } from "./wrangler-toml.ts";

export interface WorkerOptions {
  vars: Record<string, string>;
  /** 0 picks a free port. */
  port: number;
  renderer: Renderer;
  /** Default: this checkout's build. */
  dist?: string;
  /** Default: the build's hash. */
  version?: string;
  /** Gets the worker's log lines; default: the terminal. */
  onLog?: (line: string) => void;
  /** Limit per minute of a fake Cloudflare rate limiting binding; without it the worker counts requests itself. */
  coarseLimit?: number | undefined;
  /** Default: in memory. */
  bucketFolder?: string;
  /** Whether to open an inspector, for V8's heap statistics. */
  has_inspector?: boolean;
  /** Receives the purges of Workers Cache, which this machine's runtime lacks. */
  onPurge?: (tags: string[]) => void;
  /** Receives the data points of the Analytics Engine binding, which is absent otherwise. */
  onDataPoint?: (point: unknown) => void;
  /** Whether sending a message to the queue fails. */
  is_queue_down?: boolean;
  /** Source of a module that is evaluated before the worker. */
  prelude?: string | undefined;
  /** Answers the worker's own requests instead of the network. */
  outbound?: (request: Request) => Promise<Response>;
}

export interface Worker {
  url: string;
  inspectorUrl?: string;
  /** Resolves when the jobs are done; `at` defaults to now. */
  scheduled(cron: string, at?: Date): Promise<void>;
  readObject(key: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** The methods of an R2 bucket that this file uses. */
interface Bucket {
  get(key: string): Promise<{ text(): Promise<string> } | null>;
}

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { compatibilityDate, compatibilityFlags } = readDeployment();
  const dist = options.dist ?? join(root, "dist", options.renderer);
  const { SANDBOX_FILES_URL = "", ...vars } = options.vars;
  const onLog = options.onLog ?? ((line: string) => console.log(line));
  const miniflare = createQuietly({
    host: "127.0.0.1",
    port: options.port,
    log: new Log(LogLevel.WARN),
    // The edge's metadata, for a client on this machine.
    cf: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      for (const stream of [stdout, stderr]) createInterface({ input: stream }).on("line", onLog);
    },
    // A local path that runs `scheduled`; never deployed.
    unsafeTriggerHandlers: true,
    ...(options.has_inspector && { inspectorPort: 0 }),
    ...(options.bucketFolder && { r2Persist: options.bucketFolder }),
    workers: [
      {
        name: "crunchbox",
        rootPath: join(dist, "worker"),
        // Named explicitly: discovering imports would parse the whole module at each start, for a second.
        modules: [
          ...(options.prelude ? withPrelude(options.prelude) : []),
          ...(options.onPurge ? [{ type: "ESModule" as const, path: "with-cache.js", contents: cacheModule }] : []),
          { type: "ESModule", path: "index.js" },
        ],
        ...(options.onPurge && { serviceBindings: { WORKERS_CACHE: receivePurges(options.onPurge) } }),
        compatibilityDate,
        compatibilityFlags,
        bindings: { ...vars, ...(options.version && { VERSION: { id: options.version } }) },
        // As in production, static files precede the worker.
        assets: { directory: join(dist, "client"), binding: "ASSETS", routerConfig: { has_user_worker: true } },
        ...(options.coarseLimit && {
          ratelimits: { COARSE_LIMIT: { namespace_id: "1001", simple: { limit: options.coarseLimit, period: 60 } } },
        }),
        ...(!options.is_queue_down && { queueProducers: { WAKE_UPS: { queueName: "wake-ups" } } }),
        queueConsumers: { "wake-ups": { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 3 } },
        ...(options.outbound && { outboundService: options.outbound }),
        wrappedBindings: {
          FILES: { scriptName: "bucket", bindings: { SANDBOX_FILES_URL } },
          ...(options.is_queue_down && { WAKE_UPS: "queue-down" }),
          ...(options.onDataPoint && { METRICS: "metrics" }),
        },
      },
      // This worker has the real bucket that the wrapped binding FILES reads and writes.
      { name: "bucket", modules: true, script: bucketScript, r2Buckets: { BUCKET: "software" } },
      ...(options.is_queue_down ? [{ name: "queue-down", modules: true as const, script: queueDownScript }] : []),
      ...(options.onDataPoint ? [metricsWorker(options.onDataPoint)] : []),
    ],
  });
  try {
    const { port } = await miniflare.ready;
    const url = `http://localhost:${port}`;
    return {
      url,
      ...(options.has_inspector && { inspectorUrl: (await miniflare.getInspectorURL()).href }),
      scheduled: (cron, at) => runScheduled(url, cron, at),
      readObject: async (key) => {
        // as: Miniflare's type requires the Workers types, which this checkout does not load
        const bucket = (await miniflare.getR2Bucket("BUCKET", "bucket")) as unknown as Bucket;
        return (await bucket.get(key))?.text();
      },
      stop: () => miniflare.dispose(),
    };
  } catch (error) {
    await miniflare.dispose();
    throw error;
  }
}

/** Modules of a worker whose main module evaluates `contents` first. */
const withPrelude = (contents: string) => [
  {
    type: "ESModule" as const,
    path: "with-prelude.js",
    contents: `import "./prelude.js";\nexport { default } from "./index.js";\nexport * from "./index.js";`,
  },
  { type: "ESModule" as const, path: "prelude.js", contents },
];

/** A main module that gives the worker `ctx.cache` (https://developers.cloudflare.com/workers/cache/purge/). */
const cacheModule = `
import worker from "./index.js";
const add = (ctx, env) => {
  const purge = async (what) => (await env.WORKERS_CACHE.fetch("http://cache", { method: "POST", body: JSON.stringify(what) })).json();
  return { waitUntil: (promise) => ctx.waitUntil(promise), cache: { purge } };
};
export default {
  fetch: (request, env, ctx) => worker.fetch(request, env, add(ctx, env)),
  scheduled: (event, env, ctx) => worker.scheduled(event, env, add(ctx, env)),
  queue: (batch, env, ctx) => worker.queue(batch, env, add(ctx, env)),
};`;

const queueDownScript = `export default () => ({ send: async () => { throw new Error("Queue unavailable"); } });`;

/**
 * Fake of the Analytics Engine binding; like the real one, it returns at once
 * (https://developers.cloudflare.com/analytics/analytics-engine/get-started/).
 */
const metricsWorker = (onDataPoint: (point: unknown) => void) => ({
  name: "metrics",
  modules: true as const,
  script: `export default (env) => ({
    writeDataPoint(point) {
      void env.RECEIVER.fetch("http://metrics", { method: "POST", body: JSON.stringify(point) });
    },
  });`,
  serviceBindings: {
    RECEIVER: async (request: Request) => {
      onDataPoint(await request.json());
      return new Response(null, { status: 204 });
    },
  },
});

const receivePurges = (onPurge: (tags: string[]) => void) => async (request: Request) => {
  const { tags } = (await request.json()) as { tags: string[] }; // as: sent by `cacheModule`
  onPurge(tags);
  return Response.json({ success: true, errors: [] });
};

// Removes Miniflare's own signal handlers, which would exit the process before the database stops.
function createQuietly(options: MiniflareOptions): Miniflare {
  const events = ["SIGINT", "SIGTERM", "message"];
  const listenersBefore = new Map(events.map((event) => [event, new Set(process.rawListeners(event))]));
  const miniflare = new Miniflare(options);
  for (const [event, known] of listenersBefore) {
    // as: listeners are typed as bare functions
    const added = process.rawListeners(event).filter((one) => !known.has(one)) as ((...args: unknown[]) => void)[];
    for (const listener of added) process.removeListener(event, listener);
  }
  return miniflare;
}
