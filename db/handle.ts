import type { SQL } from "drizzle-orm";

export type Rows<T> = { rows: T[]; rowCount: number };

/** The one handle that verbs see, whichever way the statement travels. */
export type Db = {
  execute<T = Record<string, unknown>>(statement: SQL): Promise<Rows<T>>;
  /** Several statements in one round trip and one transaction, in order; what they answer, in the same order. */
  batch(statements: readonly SQL[]): Promise<Rows<Record<string, unknown>>[]>;
};

export type DbSettings = { DATABASE_URL: string; NEON_FETCH_ENDPOINT: string; NEON_WS_PROXY: string };
