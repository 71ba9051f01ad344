import { transact } from "../../db/client.ts";
import type { Role, StaffPreset } from "../../db/enums.ts";
import type { Db } from "../../db/handle.ts";
import { type DbUsage, TracedDb } from "../../db/traced-db.ts";
import type { Settings } from "../env.ts";
import type { Gateways } from "../gateways/index.ts";

export type UserActor = {
  kind: "user";
  user_id: string;
  org_id: string;
  roles: readonly Role[];
  /** Only administrators have a preset. */
  preset: StaffPreset | null;
  session_id: string;
  session_kind: "cookie" | "bearer";
  impersonator_id: string | null;
};
/** A job or a task; `started_by` is the user who started the task, if any. */
type SystemActor = { kind: "system"; name: string; started_by?: string | undefined };
export type Actor = { kind: "visitor" } | SystemActor | UserActor;

/** Actor of a read that is sent in one batch with the session lookup (ADR-003). */
export type PendingActor = {
  kind: "pending";
  /** Undefined until the lookup has granted access. */
  known(): Actor | undefined;
  /** Rejects if access is refused or the lookup fails. */
  resolved: Promise<Actor>;
};

/** Dependencies and facts that a use case may use, without the HTTP request and response. */
export type Ctx = {
  db: Db;
  /** Subject types of the audit log whose records the request or job may have changed. */
  changed: Set<string>;
  /** Number and duration of the statements that the request or job has sent so far. */
  usage: DbUsage;
  actor: Actor;
  settings: Settings;
  gateways: Gateways;
  request_id: string;
  /** Arrival of the request or start of the job, by the worker's clock, in milliseconds. */
  started_at: number;
  /** The client's address, or the name of the job. */
  remote_ip: string;
  /** The client's network, for which rate limits count (limits/network.ts). */
  network: string;
  /** The IANA time zone of a page's viewer; UTC for calls of the API, for cached pages and for jobs. */
  time_zone(): string;
  user_agent: string;
  /** Country (two letters, ISO 3166-1) and city of the client's address, as the edge reports them; null if unknown. */
  place: { country: string | null; city: string | null };
  /**
   * Reports when the data of a reply changes by itself, so that replies to visitors are cached only until then; null:
   * never.
   */
  changesAt(instant: string | null): void;
  /** Keeps the isolate alive for work that may be lost without harm. */
  defer(promise: Promise<unknown>): void;
  /**
   * Sends a queue message after a commit that may have left a mail, a webhook event or a payment to process (T12).
   * `delayS`: delay in seconds.
   */
  wakeWorkers(delayS?: number): void;
  log(event: Record<string, unknown>): void;
};

/**
 * Context of a read, whose session lookup may still be pending: statements name the user by `currentUserId` of
 * current-user.ts. A use case that needs the actor itself takes a `Ctx`, which `afterLookup` returns.
 */
export type ReadCtx = Omit<Ctx, "actor"> & { actor: Actor | PendingActor };

/** Waits for the session lookup; statements issued later take another round trip. Rejects as the lookup does. */
export const afterLookup = async ({ actor, ...ctx }: ReadCtx): Promise<Ctx> => ({
  ...ctx,
  actor: actor.kind === "pending" ? await actor.resolved : actor,
});

/**
 * Runs `work` in a transaction. Its `ctx` shadows the outer one, so that only one handle is in scope. `work` runs again
 * after a deadlock, so it must call no provider and change nothing outside the database.
 */
export const inTransaction = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  transact(ctx.settings, ctx.defer, (db) => work({ ...ctx, db: new TracedDb(db, ctx.usage, ctx.request_id) }));

export function requireUser({ actor }: Pick<Ctx, "actor">): UserActor {
  if (actor.kind !== "user") throw new Error("a use case for signed-in users was called without a user");
  return actor;
}
