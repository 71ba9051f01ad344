import { type App, createApp } from "./app.tsx";
import { openConnections } from "./connections.ts";
import { openDb } from "../db/client.ts";
import type { Db } from "../db/handle.ts";
import { TracedDb } from "../db/traced-db.ts";
import type { Ctx } from "./domain/context.ts";
import type { Monitor } from "./http/app-env.ts";
import {
  keyedHash,
  toNetwork,
  recordIntegrationCall,
  recordRequest,
  provideHandlers,
} from "./domain/platform/index.ts";
import { type Env, parseSettings, type Settings } from "./env.ts";
import { createGateways, type Gateways } from "./gateways/index.ts";
import { currentRelease } from "./html/render.tsx";
import { invocationStorage } from "./gateways/watch/outgoing.ts";
import { watchGateways } from "./gateways/watch/watch-gateways.ts";
import { cacheTagsFor, clearVisitorReplies } from "./http/cache.ts";

// The jobs are loaded on demand, because most requests need none.
const loadJobs = () => import("./jobs.ts");
provideHandlers(async () => (await import("./task-handlers.ts")).handlers);

type Deployment = { settings: Settings; db: Db; gateways: Gateways; app: App; monitor: Monitor };
type EdgeRequest = Request & { cf?: { timezone?: unknown; country?: unknown; city?: unknown } };
type Caller = Pick<Ctx, "actor" | "request_id" | "remote_ip" | "network" | "time_zone" | "user_agent" | "place">;
type Lifetime = {
  waitUntil(promise: Promise<unknown>): void;
  /** Absent without Workers Cache (https://developers.cloudflare.com/workers/cache/purge/). */
  cache?: { purge(what: { tags: string[] }): Promise<{ success: boolean; errors: unknown }> };
};

let deployment: Deployment | undefined;

/**
 * Creates the deployment once per isolate. The deployment may outlive a request, because it holds no connection: each
 * database statement, or batch of statements, is an HTTP request of its own.
 */
function ensureDeployment(env: Env): Deployment {
  if (deployment) return deployment;
  const settings = readSettings(env);
  deployment = {
    settings,
    db: openDb(settings),
    gateways: createGateways(settings, env.FILES),
    app: createApp(),
    monitor: createMonitor(env),
  };
  if (!deployment.gateways.sms)
    console.log(JSON.stringify({ level: "info", event: "start", sms: "off: SMS_ACCOUNT_SID is not set" }));
  return deployment;
}

const createMonitor = ({ METRICS, WAKE_UPS }: Env): Monitor => ({
  record(ctx, request) {
    recordRequest(ctx, request);
    const { route, status, ms } = request;
    // A data point has one index of at most 96 bytes
    // (https://developers.cloudflare.com/analytics/analytics-engine/limits/).
    METRICS?.writeDataPoint({
      indexes: [route.slice(0, 96)],
      blobs: [route, `${Math.floor(status / 100)}xx`, ctx.actor.kind],
      doubles: [ms, ctx.usage.database_ms, ctx.usage.statements],
    });
  },
  probeQueue: async () => WAKE_UPS?.send({ wake: 1 }),
  hashNetwork: ({ settings, network }) => keyedHash(settings.CODE_PEPPER, `network:${network}`),
});

function readSettings(env: Env): Settings {
  try {
    return parseSettings(env);
  } catch (error) {
    console.log(JSON.stringify({ level: "error", event: "start", reason: String(error) }));
    throw error;
  }
}

/** The outgoing requests of `work` share the connections of one invocation. */
function invoke<T>(env: Env, lifetime: Lifetime, caller: Caller, work: (ctx: Ctx) => T): T {
  const { settings, db, gateways } = ensureDeployment(env);
  const defer = (promise: Promise<unknown>) => lifetime.waitUntil(promise);
  const log = (event: Record<string, unknown>) =>
    console.log(JSON.stringify({ level: "info", request_id: caller.request_id, ...event }));
  // A lost queue message delays work by at most 15 minutes, until the next scheduled job finds the work.
  const wakeWorkers = (delaySeconds = 0) => {
    const sent = env.WAKE_UPS?.send({ wake: 1 }, { delaySeconds });
    defer(sent?.catch(() => log({ level: "warn", event: "queue" })) ?? Promise.resolve());
  };
  const usage = { statements: 0, database_ms: 0 };
  const { forDatabase, forIntegrations } = openConnections();
  const tracedDb = new TracedDb(db, usage, caller.request_id, forDatabase);
  const shared = { ...caller, started_at: Date.now(), db: tracedDb, usage, settings, defer, log, wakeWorkers };
  const changed = new Set<string>();
  const ctx: Ctx = {
    ...shared,
    changed,
    changesAt: () => {},
    gateways: watchGateways(gateways, {
      report: (outcome) => defer(recordIntegrationCall(ctx, outcome)),
      log: (call) => log({ event: "call", ...call }),
    }),
  };
  return invocationStorage.run({ request_id: caller.request_id, inTurn: forIntegrations }, () => work(ctx));
}

/** Purges the cached replies to visitors that the changes of `work` affect, even if `work` fails. */
function invokeAndPurge<T>(
  env: Env,
  lifetime: Lifetime,
  caller: Caller,
  work: (ctx: Ctx) => T | Promise<T>,
): Promise<T> {
  return invoke(env, lifetime, caller, async (ctx) => {
    try {
      return await work(ctx);
    } finally {
      await purge(ctx, lifetime);
    }
  });
}

async function purge({ changed, log }: Ctx, { cache }: Lifetime): Promise<void> {
  const tags = cacheTagsFor(changed);
  if (tags.length === 0) return;
  clearVisitorReplies();
  try {
    const { success, errors } = (await cache?.purge({ tags })) ?? { success: true, errors: [] };
    // Cloudflare limits purges per minute; after a refused purge, replies stay cached until their lifetime ends
    if (!success) log({ level: "warn", event: "purge", tags, errors });
  } catch (error) {
    log({ level: "warn", event: "purge", tags, errors: String(error) });
  }
}

const systemCaller = (name: string): Caller => ({
  actor: { kind: "system", name },
  request_id: crypto.randomUUID(),
  remote_ip: name,
  network: name,
  time_zone: () => "UTC",
  user_agent: "system",
  place: { country: null, city: null },
});

const timeZones = new Set<string>();

/** IANA name, guessed by Cloudflare from the address; UTC if unknown. */
function timeZoneOf({ cf }: EdgeRequest): string {
  const name = cf?.timezone;
  if (typeof name !== "string") return "UTC";
  if (timeZones.has(name)) return name;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name }).format();
  } catch {
    return "UTC";
  }
  timeZones.add(name);
  return name;
}

/**
 * Place of a request, as Cloudflare reports it; in the local environment, headers of the request name the place.
 * Cloudflare reports an unknown country as XX.
 */
function placeOf({ cf, headers }: EdgeRequest, { STAGE }: Env): Ctx["place"] {
  const isLocal = STAGE === "sandbox";
  const country = isLocal ? headers.get("x-sandbox-country") : cf?.country;
  const city = isLocal ? headers.get("x-sandbox-city") : cf?.city;
  return {
    country: typeof country === "string" && /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null,
    city: typeof city === "string" && city !== "" ? city.slice(0, 128) : null,
  };
}

export default {
  fetch(request: EdgeRequest, env: Env, lifetime: Lifetime): Response | Promise<Response> {
    const address = request.headers.get("cf-connecting-ip") ?? "unknown";
    const caller: Caller = {
      actor: { kind: "visitor" },
      request_id: crypto.randomUUID(),
      remote_ip: address,
      network: toNetwork(address),
      time_zone: () => timeZoneOf(request),
      user_agent: request.headers.get("user-agent")?.slice(0, 256) ?? "",
      place: placeOf(request, env),
    };
    const version = env.VERSION?.id || currentRelease;
    const { app, monitor } = ensureDeployment(env);
    const answer = (ctx: Ctx) => app.fetch(request, { ctx, version, coarse_limit: env.COARSE_LIMIT, monitor });
    // reads, which are most requests, change nothing that is cached
    if (request.method === "GET") return invoke(env, lifetime, caller, answer);
    return invokeAndPurge(env, lifetime, caller, answer);
  },
  async scheduled(event: { cron: string; scheduledTime: number }, env: Env, lifetime: Lifetime): Promise<void> {
    const { runJobs } = await loadJobs();
    const at = new Date(event.scheduledTime);
    await invokeAndPurge(env, lifetime, systemCaller("cron"), (ctx) => runJobs(ctx, event.cron, at));
  },
  async queue(_batch: unknown, env: Env, lifetime: Lifetime): Promise<void> {
    const { handleQueueMessage } = await loadJobs();
    await invokeAndPurge(env, lifetime, systemCaller("wake-up"), handleQueueMessage);
  },
};
