import type { SQL } from "drizzle-orm";
import type { Rows } from "../../../../db/handle.ts";
import { isUnavailable } from "../../../../db/errors.ts";
import type { Actor, Ctx, ReadCtx } from "../../context.ts";
import { batchedDb, batchByTick, type PendingStatement } from "./read-batch.ts";
import {
  type Credentials,
  type FoundSession,
  type LookupOptions,
  selectSession,
  type SessionRow,
  toSession,
} from "./session-lookup.ts";

type Result = Rows<Record<string, unknown>>;

/** A session lookup, and reads that are sent with it in one round trip and one transaction (ADR-003). */
export type SessionBatch = {
  /** Context of the reads, whose statements wait for the lookup. */
  ctx: ReadCtx;
  /**
   * Sends the lookup and the statements issued so far; the database runs these only for a session with access. @throws
   * what `lookUpSession` throws
   */
  lookUp(credentials: Credentials, options: LookupOptions): Promise<FoundSession>;
  /** Resolves reads whose results came with the session lookup, and sends all others together in one round trip. */
  release(actor: Actor): void;
  cancel(error: unknown): void;
};

export function startSessionBatch(ctx: Ctx): SessionBatch {
  const { db } = ctx;
  const pending: PendingStatement[] = [];
  const lookup = Promise.withResolvers<Actor>();
  // Prevents an unhandled rejection if no read waits for the actor.
  lookup.promise.catch(() => {});
  let results: Result[] = [];
  let failure: { error: unknown; count: number } | undefined;
  let actor: Actor | undefined;
  let cancellation: { error: unknown } | undefined;

  const addByTick = batchByTick(db);
  const add = (each: PendingStatement): void => {
    if (actor) addByTick(each);
    else if (cancellation) each.reject(cancellation.error);
    else pending.push(each);
  };

  /**
   * Repeats the lookup alone if a batched statement fails, so that the failure does not hide that the session has
   * ended.
   */
  async function send(statement: SQL): Promise<Result | undefined> {
    const count = pending.length;
    try {
      const [result, ...others] = await db.prepared([statement, ...pending.map((each) => each.statement)]);
      results = others;
      return result;
    } catch (error) {
      if (isUnavailable(error) || count === 0) throw error;
      failure = { error, count };
      const [result] = await db.prepared([statement]);
      return result;
    }
  }

  return {
    ctx: {
      ...ctx,
      actor: { kind: "pending", known: () => actor, resolved: lookup.promise },
      db: batchedDb(add, async (statements, time) => {
        await lookup.promise;
        return db.batch(statements, time);
      }),
    },
    async lookUp(credentials, options) {
      const { hash, statement } = await selectSession(ctx, credentials, options);
      const result = await send(statement);
      // The cast is safe, because `selectSession` selects the columns of `SessionRow`.
      return toSession(ctx, credentials, hash, result?.rows[0] as SessionRow | undefined, options);
    },
    release(releasedActor) {
      actor = releasedActor;
      for (const [index, each] of pending.entries()) {
        const result = results[index];
        if (result) each.resolve(result);
        else if (failure && index < failure.count) each.reject(failure.error);
        else addByTick(each);
      }
      lookup.resolve(releasedActor);
    },
    cancel(error) {
      cancellation = { error };
      for (const { reject } of pending) reject(error);
      lookup.reject(error);
    },
  };
}
