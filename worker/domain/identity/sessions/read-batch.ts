import type { SQL } from "drizzle-orm";
import type { Db, Rows } from "../../../../db/handle.ts";
import type { ReadCtx } from "../../context.ts";

type Result = Rows<Record<string, unknown>>;
export type PendingStatement = {
  statement: SQL;
  /** Whether the statement, if it is sent alone, runs as a prepared statement (ADR-054). */
  is_prepared: boolean;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

function sendPending(db: Db, pending: readonly PendingStatement[]): void {
  const [first, ...others] = pending;
  if (!first) return;
  const statements = pending.map(({ statement }) => statement);
  const results =
    others.length > 0
      ? db.batch(statements)
      : first.is_prepared
        ? db.prepared(statements)
        : db.execute(first.statement).then((result) => [result]);
  results.then(
    (all) => {
      for (const [index, { resolve, reject }] of pending.entries()) {
        const result = all[index];
        if (result) resolve(result);
        else reject(new Error("a batch returned fewer results than it had statements"));
      }
    },
    (error: unknown) => {
      for (const { reject } of pending) reject(error);
    },
  );
}

type AddStatement = (each: PendingStatement) => void;

/** Statements that are added before the next microtask share a round trip. */
export function batchByTick(db: Db): AddStatement {
  let pending: PendingStatement[] = [];
  return (each) => {
    if (pending.push(each) > 1) return;
    queueMicrotask(() => {
      const due = pending;
      pending = [];
      sendPending(db, due);
    });
  };
}

export function batchedDb(add: AddStatement, batch: Db["batch"]): Db {
  const execute = (statement: SQL, isPrepared = false) =>
    new Promise<Result>((resolve, reject) => {
      add({ statement, is_prepared: isPrepared, resolve, reject });
    });
  return {
    execute: ((statement: SQL) => execute(statement)) as Db["execute"], // The statement determines the row type.
    prepared: (statements) => Promise.all(statements.map((statement) => execute(statement, true))),
    batch,
  };
}

/** Starts a read; statements that it issues together, without an await between them, take one round trip (ADR-003). */
export function startReading<T>(ctx: ReadCtx, read: (ctx: ReadCtx) => Promise<T>): Promise<T> {
  const { db } = ctx;
  const batched = batchedDb(batchByTick(db), (statements, time) => db.batch(statements, time));
  const reading = (async () => read({ ...ctx, db: batched }))();
  // Prevents an unhandled rejection if access is refused and nothing awaits the result.
  reading.catch(() => {});
  return reading;
}
