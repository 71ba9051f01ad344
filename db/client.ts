import type { SQL } from "drizzle-orm";

type Rows<T> = { rows: T[]; rowCount: number };

/** The one handle that verbs see, whichever way the statement travels. */
export type Db = { execute<T = Record<string, unknown>>(statement: SQL): Promise<Rows<T>> };

export type DbSettings = { DATABASE_URL: string; NEON_FETCH_ENDPOINT: string; NEON_WS_PROXY: string };

// A fifth of what an isolate evaluates at its start, and pages that ask no database need none of it.
const loadDriver = () => import("./driver.ts");

/** Single statements, one HTTP round trip each. */
export function openDb(settings: DbSettings): Db {
  let db: Db | undefined;
  return {
    async execute(statement) {
      // Requests share no promise: on workerd one may not wait for what another began.
      db ??= (await loadDriver()).connect(settings);
      return db.execute(statement);
    },
  };
}

/**
 * Runs `work` in one interactive transaction over its own WebSocket connection, closed afterwards:
 * a connection may not outlive its request on workerd.
 */
export async function transact<T>(
  settings: DbSettings,
  defer: (promise: Promise<unknown>) => void,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const driver = await loadDriver();
  return driver.transact(settings, defer, work);
}
