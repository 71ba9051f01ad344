import type { SQL } from "drizzle-orm";

export type Rows<T> = { rows: T[]; rowCount: number };

/**
 * Database access of the domain, independent of the transport. Inside `transact`, `prepared` and `batch` execute their
 * statements one by one in the open transaction.
 */
export type Db = {
  execute<T = Record<string, unknown>>(statement: SQL): Promise<Rows<T>>;
  /**
   * Runs frequent statements in one round trip, as prepared statements that the connection caches (run-prepared.sql,
   * ADR-054). Columns are texts, UUIDs, integers of at most 32 bits, doubles, booleans, dates or JSON; the database
   * refuses others. If the first statement does not set `caller.session_id`, as the session lookup does for a user who
   * may read, the statements after it do not run, and the result is shorter. `lock` runs first, in one transaction,
   * because a statement that itself waits for a row reads all others as they were when it began (ADR-086). `comment`
   * precedes the call and is not part of any plan.
   */
  prepared(statements: readonly SQL[], options?: PreparedOptions): Promise<Rows<Record<string, unknown>>[]>;
  /** Runs statements in one round trip and one transaction; the results are in the order of the statements. */
  batch(statements: readonly SQL[], time?: BatchTime): Promise<Rows<Record<string, unknown>>[]>;
};

export type PreparedOptions = { lock?: SQL | undefined; comment?: SQL | undefined };

/** `long`: up to 5 s per statement and 14 s in all, instead of 2 s for the whole batch. */
export type BatchTime = "long";

export type DbSettings = { DATABASE_URL: string; NEON_FETCH_ENDPOINT: string; NEON_WS_PROXY: string };
