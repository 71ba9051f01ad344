import type { SQL } from "drizzle-orm";

export type Rows<T> = { rows: T[]; rowCount: number };

/** Database access of the domain, independent of the transport. */
export type Db = {
  execute<T = Record<string, unknown>>(statement: SQL, form?: Form): Promise<Rows<T>>;
  /** Several statements in one round trip and one transaction; results in the same order. */
  batch(statements: readonly SQL[], time?: BatchTime): Promise<Rows<Record<string, unknown>>[]>;
};

/** `long`: up to 5 s per statement and 14 s in all, instead of 2 s for the whole batch. */
export type BatchTime = "long";

/**
 * `json`: a read whose rows survive a round trip through JSON: texts, small numbers, booleans and JSON do, numeric,
 * bigint and timestamptz do not. Such a statement may become part of another one.
 */
export type Form = "json";

export type DbSettings = { DATABASE_URL: string; NEON_FETCH_ENDPOINT: string; NEON_WS_PROXY: string };
