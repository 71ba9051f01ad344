import { type App, createApp } from "./app.tsx";
import { configureDriver, type Db, openDb } from "../db/client.ts";
import { processEvents } from "./domain/checkout/index.ts";
import type { Actor, Ctx } from "./domain/context.ts";
import { deliverOutbox } from "./domain/notifications/index.ts";
import { type Env, parseSettings, type Settings } from "./env.ts";
import { createGateways, type Gateways } from "./gateways/index.ts";
import { runJob } from "./jobs.ts";

type Deployment = { settings: Settings; db: Db; gateways: Gateways; app: App };
type Lifetime = { waitUntil(promise: Promise<unknown>): void };

let deployment: Deployment | undefined;

/** Made once per isolate. The database handle sends each statement as a request of its own; a connection may not outlive its request on workerd. */
function deploy(env: Env): Deployment {
  if (deployment) return deployment;
  const settings = parseSettings(env);
  configureDriver(settings);
  deployment = { settings, db: openDb(settings), gateways: createGateways(settings), app: createApp() };
  return deployment;
}

function openCtx(
  env: Env,
  lifetime: Lifetime,
  caller: { actor: Actor; request_id: string; remote_ip: string; user_agent: string },
): Ctx {
  const { settings, db, gateways } = deploy(env);
  const defer = (promise: Promise<unknown>) => lifetime.waitUntil(promise);
  const log = (event: Record<string, unknown>) =>
    console.log(JSON.stringify({ level: "info", request_id: caller.request_id, ...event }));
  // A lost wake-up costs at most a minute: the cron job sends what is left.
  const wakeOutbox = () =>
    defer(env.OUTBOX?.send({ wake: 1 }).catch(() => log({ level: "warn", event: "queue" })) ?? Promise.resolve());
  return { ...caller, db, settings, gateways, defer, log, wakeOutbox };
}

const openSystemCtx = (env: Env, lifetime: Lifetime, name: string): Ctx =>
  openCtx(env, lifetime, {
    actor: { kind: "system", name },
    request_id: crypto.randomUUID(),
    remote_ip: name,
    user_agent: "system",
  });

export default {
  fetch(request: Request, env: Env, lifetime: Lifetime): Response | Promise<Response> {
    const ctx = openCtx(env, lifetime, {
      actor: { kind: "visitor" },
      request_id: crypto.randomUUID(),
      remote_ip: request.headers.get("cf-connecting-ip") ?? "unknown",
      user_agent: request.headers.get("user-agent")?.slice(0, 256) ?? "",
    });
    return deploy(env).app.fetch(request, { ctx });
  },
  async scheduled(event: { cron: string }, env: Env, lifetime: Lifetime): Promise<void> {
    await runJob(openSystemCtx(env, lifetime, "cron"), event.cron);
  },
  async queue(_batch: unknown, env: Env, lifetime: Lifetime): Promise<void> {
    const ctx = openSystemCtx(env, lifetime, "outbox");
    // Both wait in tables and were announced by the same wake-up; neither may keep the other from running.
    const results = await Promise.allSettled([deliverOutbox(ctx), processEvents(ctx)]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  },
};
