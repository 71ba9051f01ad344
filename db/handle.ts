import type { SQL } from "drizzle-orm";

export type Rows<T> = { rows: T[]; rowCount: number };

/** The one handle that verbs see, whichever way the statement travels. */
export type Db = {
  execute<T = Record<string, unknown>>(statement: SQL, form?: Form): Promise<Rows<T>>;
  /** Several statements in one round trip and one transaction, in order; what they answer, in the same order. */
  batch(statements: readonly SQL[], time?: BatchTime): Promise<Rows<Record<string, unknown>>[]>;
};

/** `long`: each statement of the batch may take 5 s and all of them 14 s; without it the whole batch may take 2 s. */
export type BatchTime = "long";

/**
 * `json`: the statement only reads, and its rows are the same when they come as JSON, as those of texts, small numbers, booleans
 * and JSON are and those of numeric, bigint and timestamptz are not. It may be made a part of another statement.
 */
export type Form = "json";

export type DbSettings = { DATABASE_URL: string; NEON_FETCH_ENDPOINT: string; NEON_WS_PROXY: string };
