import { Pool, neon, neonConfig } from "@neondatabase/serverless";
import { drizzle as overHttp } from "drizzle-orm/neon-http";
import { drizzle as overWebSocket } from "drizzle-orm/neon-serverless";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** The one handle that verbs see, whichever way the statement travels. */
export type Db = PgDatabase<RowsHKT>;
type Rows<T> = { rows: T[]; rowCount: number };
interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this["row"]>;
}

export type DbSettings = { DATABASE_URL: string; NEON_FETCH_ENDPOINT: string; NEON_WS_PROXY: string };

/** The longest a single statement may take before the caller is told that the service is not available, in milliseconds. */
const statementTimeoutMs = 2000;

/** The database did not answer, or answered that it cannot serve now. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super("database unavailable", { cause });
    this.name = "DatabaseUnavailable";
  }
}

const unavailableCodes = new Set(["57P01", "57P02", "57P03", "53300", "08000", "08001", "08003", "08006", "XX000"]);

/** Points the driver at Neon, or at the stand-in that speaks its protocol. Called once per isolate. */
export function configureDriver(settings: DbSettings) {
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

/** Single statements and batches, one HTTP round trip each. */
export function openDb(settings: DbSettings): Db {
  // neon-http answers { rows, rowCount } like every other driver; the two result types differ only in name
  return overHttp(neon(settings.DATABASE_URL)) as unknown as Db;
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
      return work(tx as unknown as Db); // same reason as in openDb
    });
  } catch (error) {
    // A WebSocket that cannot be opened rejects with its event, which is no Error.
    throw error instanceof Error ? error : new DatabaseUnavailable(error);
  } finally {
    defer(pool.end().catch(() => {}));
  }
}

/** The violated constraint of a unique violation (23505), whichever layer wrapped the error. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ("code" in each && each.code === "23505" && "constraint" in each && typeof each.constraint === "string")
      return each.constraint;
  }
  return undefined;
}

/** Whether an error means that the database cannot be reached rather than that a statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  // Neon's driver keeps what went wrong below it in `sourceError`.
  for (
    let each: unknown = error;
    each instanceof Error;
    each = each.cause ?? ("sourceError" in each && each.sourceError)
  ) {
    if (each instanceof DatabaseUnavailable) return true;
    if ("code" in each && typeof each.code === "string" && unavailableCodes.has(each.code)) return true;
    if (/Connection terminated|timeout exceeded when trying to connect|WebSocket/i.test(each.message)) return true;
  }
  return false;
}
