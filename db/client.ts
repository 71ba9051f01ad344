import type { Db, DbSettings } from "./handle.ts";

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
    async batch(statements, time) {
      db ??= (await loadDriver()).connect(settings);
      return db.batch(statements, time);
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
