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
  /** The administrator behind an impersonation. */
  impersonator_id: string | null;
};
/** `announced`: somebody signed in whose session the same round trip looks up; statements know them by `caller.ts`. */
export type Actor = { kind: "visitor" } | { kind: "announced" } | { kind: "system"; name: string } | UserActor;

/** All that a verb may touch: no request, no response. */
export type Ctx = {
  db: Db;
  actor: Actor;
  settings: Settings;
  gateways: Gateways;
  request_id: string;
  /** When the request arrived or the job began, by the worker's clock, in milliseconds. */
  started_at: number;
  /** The caller's address, or the name of the job. */
  remote_ip: string;
  /** What limits count in place of the address: its network (limits/network.ts). */
  network: string;
  /** The reader's of a page, by its IANA name: days are meant in it. Of calls of the API and of jobs it is UTC. */
  time_zone(): string;
  user_agent: string;
  /** Keeps the isolate alive for work that may be lost without harm. */
  defer(promise: Promise<unknown>): void;
  /**
   * Tells the queue that a mail, a callback or a payment waits in its table; called after the commit, whether or not one
   * does (T12). `delayS`: only in so many seconds.
   */
  wakeWorkers(delayS?: number): void;
  log(event: Record<string, unknown>): void;
};

/** Runs `work` in one transaction; the ctx it gets shadows the outer one, so that there is one handle in sight. */
export const inTransaction = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  transact(ctx.settings, ctx.defer, (db) => work({ ...ctx, db }));

/** The signed-in actor. Only called behind an access rule that guarantees one. */
export function requireUser(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== "user") throw new Error("a verb for signed-in users was called without one");
  return ctx.actor;
}
