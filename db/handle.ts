import type { SQL } from "drizzle-orm";

type Rows<T> = { rows: T[]; rowCount: number };

/** The one handle that verbs see, whichever way the statement travels. */
export type Db = { execute<T = Record<string, unknown>>(statement: SQL): Promise<Rows<T>> };

export type DbSettings = { DATABASE_URL: string; NEON_FETCH_ENDPOINT: string; NEON_WS_PROXY: string };
