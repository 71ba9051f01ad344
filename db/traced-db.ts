import { type SQL, sql } from "drizzle-orm";
import type { BatchTime, Db, PreparedOptions, Rows } from "./handle.ts";

/** `database_ms` sums the times of all statements, including concurrent ones and the wait for a connection. */
export type DbUsage = { statements: number; database_ms: number };

/**
 * Runs `send` once a connection is free (worker/connections.ts), so that waiting does not count towards the statement's
 * time limit.
 */
type Limiter = <T>(send: () => Promise<T>) => Promise<T>;

/**
 * Begins each statement with the request's id as a comment, so that pg_stat_activity and the log of slow statements
 * name it. A comment changes no plan: the statements of `prepared` are values of the call that it precedes (ADR-058).
 */
export class TracedDb implements Db {
  readonly #db: Db;
  readonly #usage: DbUsage;
  readonly #comment: SQL;
  readonly #inTurn: Limiter;

  /** `requestId` is a UUID that we generated, never input, because the comment is raw SQL. */
  constructor(db: Db, usage: DbUsage, requestId: string, inTurn: Limiter = (send) => send()) {
    this.#db = db;
    this.#usage = usage;
    this.#comment = sql.raw(`/* ${requestId} */ `);
    this.#inTurn = inTurn;
  }

  execute<T = Record<string, unknown>>(statement: SQL): Promise<Rows<T>> {
    return this.#measure(1, () => this.#db.execute<T>(this.#named(statement)));
  }

  prepared(statements: readonly SQL[], { lock }: PreparedOptions = {}): Promise<Rows<Record<string, unknown>>[]> {
    const options = { lock: lock && this.#named(lock), comment: this.#comment };
    return this.#measure(statements.length + (lock ? 1 : 0), () => this.#db.prepared(statements, options));
  }

  batch(statements: readonly SQL[], time?: BatchTime): Promise<Rows<Record<string, unknown>>[]> {
    const named = statements.map((statement) => this.#named(statement));
    return this.#measure(statements.length, () => this.#db.batch(named, time));
  }

  #named(statement: SQL): SQL {
    return sql`${this.#comment}${statement}`;
  }

  async #measure<T>(statements: number, send: () => Promise<T>): Promise<T> {
    this.#usage.statements += statements;
    const startedAt = Date.now();
    try {
      return await this.#inTurn(send);
    } finally {
      this.#usage.database_ms += Date.now() - startedAt;
    }
  }
}
