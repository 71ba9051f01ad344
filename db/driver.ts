import type { SQL } from "drizzle-orm";
import { Pool, neon, neonConfig } from "@neondatabase/serverless";
import { drizzle as overHttp } from "drizzle-orm/neon-http";
import { drizzle as overWebSocket } from "drizzle-orm/neon-serverless";
import { DatabaseUnavailable } from "./errors.ts";
import type { Db, DbSettings } from "./handle.ts";

/** The longest a single statement may take before the caller is told that the service is not available, in milliseconds. */
const statementTimeoutMs = 2000;

/** Points the driver at Neon, or at the stand-in that speaks its protocol. */
function configure(settings: DbSettings) {
  neonConfig.fetchFunction = fetchStatement;
  if (settings.NEON_FETCH_ENDPOINT) neonConfig.fetchEndpoint = settings.NEON_FETCH_ENDPOINT;
  if (settings.NEON_WS_PROXY) {
    neonConfig.wsProxy = settings.NEON_WS_PROXY;
    neonConfig.useSecureWebSocket = false;
    neonConfig.pipelineTLS = false;
    neonConfig.pipelineConnect = "password";
  }
}

async function fetchStatement(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(statementTimeoutMs) });
  } catch (error) {
    throw new DatabaseUnavailable(error);
  }
  if (response.status >= 500) throw new DatabaseUnavailable(`status ${response.status}`);
  return response;
}

/** Single statements, one HTTP round trip each. */
export function connect(settings: DbSettings): Db {
  configure(settings);
  const db = overHttp(neon(settings.DATABASE_URL));
  return {
    // neon-http answers { rows, rowCount } like every other driver; the two result types differ only in name
    execute: (statement) => db.execute(statement) as never,
    async batch(statements) {
      const [first, ...others] = statements.map((statement) => db.execute(statement));
      return first ? ((await db.batch([first, ...others])) as never) : []; // same reason
    },
  };
}

/** What transact of client.ts promises. */
export async function transact<T>(
  settings: DbSettings,
  defer: (promise: Promise<unknown>) => void,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  configure(settings);
  const pool = new Pool({
    connectionString: settings.DATABASE_URL,
    max: 1,
    connectionTimeoutMillis: statementTimeoutMs,
  });
  pool.on("error", () => {});
  try {
    const db = overWebSocket(pool);
    return await db.transaction(async (tx) => {
      await tx.execute("set local statement_timeout = '5s'");
      const execute = tx.execute.bind(tx) as Db["execute"]; // same reason as in connect
      return work({ execute, batch: (statements) => inOrder(execute, statements) });
    });
  } catch (error) {
    // A WebSocket that cannot be opened rejects with its event, which is no Error.
    throw error instanceof Error ? error : new DatabaseUnavailable(error);
  } finally {
    defer(pool.end().catch(() => {}));
  }
}

async function inOrder(execute: Db["execute"], statements: readonly SQL[]): ReturnType<Db["batch"]> {
  const answers: Awaited<ReturnType<Db["batch"]>> = [];
  for (const statement of statements) answers.push(await execute(statement));
  return answers;
}
