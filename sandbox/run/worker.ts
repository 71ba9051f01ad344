import { createInterface } from "node:readline";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import { type Renderer, root } from "../process/settings.ts";
import { bucketScript } from "../fakes/files/index.ts";
import { runScheduled } from "./schedule.ts";
import { readDeployment } from "./wrangler-toml.ts";

export interface WorkerOptions {
  vars: Record<string, string>;
  /** 0 takes a free one. */
  port: number;
  renderer: Renderer;
  /** The folder of the build; this checkout's own when it is left out. */
  dist?: string;
  /** Where the worker's lines go; the terminal when it is left out. */
  onLog?: (line: string) => void;
  /** Binds Cloudflare's rate limiting with this limit a minute; without it the worker counts by itself. */
  coarseLimit?: number | undefined;
  /** Where the bucket keeps its files; forgotten with the worker when it is left out. */
  bucketFolder?: string;
  /** Opens workerd's inspector, by which V8 tells of the worker's isolate. */
  has_inspector?: boolean;
}

export interface Worker {
  url: string;
  /** Of workerd's inspector, where it was asked for. */
  inspectorUrl?: string;
  /** Runs what is due for this cron expression (at this time, now when left out) and resolves when it is done. */
  scheduled(cron: string, at?: Date): Promise<void>;
  /** What its bucket holds under a key, as text. */
  readObject(key: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Of R2, what is read here. */
interface Bucket {
  get(key: string): Promise<{ text(): Promise<string> } | null>;
}

/** Serves the built worker in workerd, with its static files and its queue. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { compatibilityDate, compatibilityFlags } = readDeployment();
  const dist = options.dist ?? join(root, "dist", options.renderer);
  const { SANDBOX_FILES_URL = "", ...vars } = options.vars;
  const onLog = options.onLog ?? ((line: string) => console.log(line));
  const miniflare = createQuietly({
    host: "127.0.0.1",
    port: options.port,
    log: new Log(LogLevel.WARN),
    // What the edge would know of the caller, who sits at this machine.
    cf: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      for (const stream of [stdout, stderr]) createInterface({ input: stream }).on("line", onLog);
    },
    // An address on this machine alone that runs `scheduled`; nothing of it is deployed.
    unsafeTriggerHandlers: true,
    ...(options.has_inspector && { inspectorPort: 0 }),
    ...(options.bucketFolder && { r2Persist: options.bucketFolder }),
    workers: [
      {
        name: "crunchbox",
        rootPath: join(dist, "worker"),
        // By name, as the build leaves one: looking for what it imports would parse all of it at each start, for a second.
        modules: [{ type: "ESModule", path: "index.js" }],
        compatibilityDate,
        compatibilityFlags,
        bindings: vars,
        // As in production: a static file is found before the worker is asked.
        assets: { directory: join(dist, "client"), binding: "ASSETS", routerConfig: { has_user_worker: true } },
        ...(options.coarseLimit && {
          ratelimits: { COARSE_LIMIT: { namespace_id: "1001", simple: { limit: options.coarseLimit, period: 60 } } },
        }),
        queueProducers: { WAKE_UPS: { queueName: "wake-ups" } },
        queueConsumers: { "wake-ups": { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 3 } },
        wrappedBindings: { FILES: { scriptName: "bucket", bindings: { SANDBOX_FILES_URL } } },
      },
      // Nobody's own: the real bucket, and what stands before it.
      { name: "bucket", modules: true, script: bucketScript, r2Buckets: { BUCKET: "software" } },
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
        // Miniflare's own type needs those of Workers, which this checkout does not load
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

// Miniflare ends the whole process on SIGINT and SIGTERM, before the database could be stopped in order.
function createQuietly(options: MiniflareOptions): Miniflare {
  const events = ["SIGINT", "SIGTERM", "message"];
  const before = new Map(events.map((event) => [event, new Set(process.rawListeners(event))]));
  const miniflare = new Miniflare(options);
  for (const [event, known] of before) {
    // Listeners are listed as bare functions, whatever their event.
    const added = process.rawListeners(event).filter((one) => !known.has(one)) as ((...args: unknown[]) => void)[];
    for (const listener of added) process.removeListener(event, listener);
  }
  return miniflare;
}
