import { transact } from "../../db/client.ts";
import type { Role } from "../../db/enums.ts";
import type { Db } from "../../db/handle.ts";
import type { Settings } from "../env.ts";
import type { Gateways } from "../gateways/index.ts";

export type UserActor = {
  kind: "user";
  user_id: string;
  org_id: string;
  roles: readonly Role[];
  session_id: string;
  /** The administrator during an impersonation. */
  impersonator_id: string | null;
};
/**
 * `announced`: a session cookie is present and its session is looked up in the same round trip; statements read its ids
 * through `caller.ts`.
 */
export type Actor = { kind: "visitor" } | { kind: "announced" } | { kind: "system"; name: string } | UserActor;

/** Everything a use case may touch: no request, no response. */
export type Ctx = {
  db: Db;
  actor: Actor;
  settings: Settings;
  gateways: Gateways;
  request_id: string;
  /** Arrival of the request or start of the job, by the worker's clock, in milliseconds. */
  started_at: number;
  /** The client's address, or the name of the job. */
  remote_ip: string;
  /** The address's network, which rate limits count (limits/network.ts). */
  network: string;
  /** The IANA time zone in which a page's viewer means days; UTC for calls of the API and for jobs. */
  time_zone(): string;
  user_agent: string;
  /** Keeps the isolate alive for work that may be lost without harm. */
  defer(promise: Promise<unknown>): void;
  /**
   * Sends a queue message after a commit that may have left a mail, a webhook event or a payment to process (T12).
   * `delayS`: delay in seconds.
   */
  wakeWorkers(delayS?: number): void;
  log(event: Record<string, unknown>): void;
};

/** Runs `work` in one transaction; its ctx shadows the outer one, so that only one handle is in scope. */
export const inTransaction = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  transact(ctx.settings, ctx.defer, (db) => work({ ...ctx, db }));

/** The signed-in actor. Only valid in calls whose access rule guarantees one. */
export function requireUser(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== "user") throw new Error("a use case for signed-in users was called without a user");
  return ctx.actor;
}
