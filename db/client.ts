import type { Db, DbSettings } from "./handle.ts";

// The driver loads on demand: it would be a fifth of the code evaluated at an isolate's start, and some pages need no
// database.
const loadDriver = () => import("./driver.ts");

export function openDb(settings: DbSettings): Db {
  let db: Db | undefined;
  return {
    async execute(statement) {
      // The import is awaited per request: on workerd, requests cannot share promises.
      db ??= (await loadDriver()).connect(settings);
      return db.execute(statement);
    },
    async batch(statements, time) {
      db ??= (await loadDriver()).connect(settings);
      return db.batch(statements, time);
    },
    async prepared(statements, options) {
      db ??= (await loadDriver()).connect(settings);
      return db.prepared(statements, options);
    },
  };
}

/**
 * Runs `work` in one interactive transaction over its own WebSocket connection, which is closed afterwards: on workerd
 * a connection may not outlive its request. A deadlock rolls back `work` and runs it again, at most twice (ADR-007).
 */
export async function transact<T>(
  settings: DbSettings,
  defer: (promise: Promise<unknown>) => void,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const driver = await loadDriver();
  return driver.transact(settings, defer, work);
}
