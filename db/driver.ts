import { type SQL, sql } from "drizzle-orm";
import { Pool, neon, neonConfig, types } from "@neondatabase/serverless";
import { drizzle as overWebSocket } from "drizzle-orm/neon-serverless";
import { DatabaseUnavailable, deadlockCode, isDeadlock } from "./errors.ts";
import type { Db, DbSettings, Rows } from "./handle.ts";
import { type SqlText, toSql } from "./to-sql.ts";
import { withinLimit } from "./within-limit.ts";

/** Time limit of one statement, or one batch that is not long, with its retries; also of opening a connection. */
const statementTimeoutMs = 2000;
/**
 * Time limit of a long batch. Neon's proxy cancels requests after 15 s (its option sql-over-http-timeout,
 * https://github.com/neondatabase/neon/blob/main/proxy/src/binary/proxy.rs).
 */
const longBatchTimeoutMs = 14_000;
/** Time limit of each statement in a long batch or an interactive transaction. */
const statementTimeoutSql = sql`set local statement_timeout = '5s'`;
/** Milliseconds before the second try, longer before later ones; and the minimum left for another try to be useful. */
const pauseMs = 150;
const retryTimeMinMs = 300;
/** Tries of a transaction that ends in deadlocks. PostgreSQL takes a second to detect a deadlock. */
const transactionTriesMax = 3;
/**
 * Errors of Neon's proxy before a statement reaches a database: the compute is starting, or cannot start
 * (https://neon.com/docs/connect/connection-errors). Nothing was executed.
 */
const notExecutedPattern = /Couldn't connect to compute node|Control plane request failed/;
const userAgent = "CrunchBox/1.0";

/** Points Neon's driver at Neon, or at the local fake of Neon. */
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

type DriverRequest = { method: string; body: string; headers: Record<string, string> } & RequestTime;
type RequestTime = { timeout_ms?: number };
/** Parts of a response that Neon's driver reads. */
type DriverResponse = { ok: boolean; status: number; json(): Promise<unknown>; text(): Promise<string> };
/** A request without a result. `is_certain`: the request certainly changed nothing in the database. */
class UnansweredRequest extends DatabaseUnavailable {
  readonly is_certain: boolean;
  constructor(cause: unknown, isCertain: boolean) {
    super(cause);
    this.is_certain = isCertain;
  }
}

/**
 * Neon scales to zero and restarts for updates, so failures may pass within the deadline. Reads are retried once;
 * writes never, because they may have been executed; requests that certainly were not executed, or were rolled back
 * because of a deadlock, are retried until the deadline (ADR-007).
 */
async function fetchStatement(
  url: string,
  { timeout_ms = statementTimeoutMs, ...init }: DriverRequest,
): Promise<DriverResponse> {
  const endsAt = Date.now() + timeout_ms;
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendOnce(url, init, endsAt - Date.now());
    } catch (error) {
      if (!(error instanceof UnansweredRequest)) throw error;
      const mayRepeat = error.is_certain || (tries === 1 && isReadOnly(init.body));
      if (!mayRepeat || endsAt - Date.now() < retryTimeMinMs) throw error;
    }
    await pause(pauseMs * tries);
  }
}

async function sendOnce(url: string, init: DriverRequest, timeoutMs: number): Promise<DriverResponse> {
  try {
    const headers = { ...init.headers, "user-agent": userAgent };
    const { ok, status, ...rest } = await withinLimit(timeoutMs, async (signal) =>
      readResponse(await fetch(url, { ...init, headers, signal })),
    );
    const isRolledBack = status === 400 && parseErrorCode(await rest.text()) === deadlockCode;
    if (status < 500 && !isRolledBack) return { ok, status, ...rest };
    throw new UnansweredRequest(
      new Error(`status ${status}`),
      isRolledBack || notExecutedPattern.test(await rest.text()),
    );
  } catch (error) {
    throw error instanceof UnansweredRequest ? error : new UnansweredRequest(error, false);
  }
}

/** SQLSTATE of a refused statement; undefined if the answer is not PostgreSQL's. */
function parseErrorCode(text: string): unknown {
  try {
    return Object(JSON.parse(text)).code;
  } catch {
    return undefined;
  }
}

async function readResponse(response: Response): Promise<DriverResponse> {
  const body = await response.text();
  return { ok: response.ok, status: response.status, json: async () => JSON.parse(body), text: async () => body };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function isReadOnly(body: string): boolean {
  const request: { query?: string; queries?: { query: string }[] } = JSON.parse(body);
  const statements = request.queries?.map(({ query }) => query) ?? [request.query ?? ""];
  return statements.every(isRead);
}

/**
 * A statement with any word that may write counts as a write. The pattern skips the comment that TracedDb puts first.
 */
const isRead = (text: string): boolean =>
  /^(\/\* [\da-f-]+ \*\/)?\s*(select|with)\b/i.test(text) && !writePattern.test(text);
const writePattern = /\b(insert|update|delete|merge|truncate|call|lock|nextval|setval)\b/i;

/** Type ids whose values stay PostgreSQL's text: dates, timestamps, intervals, their arrays, and arrays of numeric. */
const textTypeIds = [1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231];

export function connect(settings: DbSettings): Db {
  configure(settings);
  for (const oid of textTypeIds) types.setTypeParser(oid, (text: string) => text);
  const client = neon(settings.DATABASE_URL, { fullResults: true });
  const toQuery = (statement: SQL) => {
    const { text, values } = toSql(statement);
    return client.query(text, values);
  };
  return {
    execute: async (statement) => {
      const { text, values } = toSql(statement);
      // The statement determines the row type.
      return (await client.query(text, values)) as never;
    },
    prepared: async (statements, { lock, comment } = {}) => {
      const { text, values } = buildPreparedCall(statements.map(toSql));
      const call = client.query(comment ? toSql(comment).text + text : text, values);
      const answers = lock ? await client.transaction([toQuery(lock), call]) : [await call];
      return toResults(answers.at(-1)?.rows ?? []);
    },
    async batch(statements, time) {
      if (statements.length === 0) return [];
      if (time === undefined) return client.transaction(statements.map(toQuery));
      const fetchOptions: RequestTime = { timeout_ms: longBatchTimeoutMs };
      const [, ...answers] = await client.transaction([statementTimeoutSql, ...statements].map(toQuery), {
        fetchOptions,
      });
      return answers;
    },
  };
}

/** Calls `run_prepared` (run-prepared.sql) with the text, the number of values and the values of each statement. */
function buildPreparedCall(statements: SqlText[]): SqlText {
  const values = statements.flatMap((each) => [each.text, each.values.length, ...each.values]);
  const placeholders = values.map((_, index) => `$${index + 1}`);
  // fetchStatement sees only this call, so the remark marks writes, which must not be retried.
  const remark = statements.every(({ text }) => isRead(text)) ? "" : " /* update */";
  return {
    text: `select run_prepared(variadic array[${placeholders.join(", ")}]::text[]) as answers${remark}`,
    values,
  };
}

function toResults([row]: Record<string, unknown>[]): Rows<Record<string, unknown>>[] {
  const answers: Record<string, unknown>[][] = JSON.parse(String(row?.["answers"]));
  return answers.map((rows) => ({ rows, rowCount: rows.length }));
}

export async function transact<T>(
  settings: DbSettings,
  defer: (promise: Promise<unknown>) => void,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  configure(settings);
  const { pool, client } = await openConnection(settings, defer);
  try {
    const db = overWebSocket(client);
    return await repeatDeadlocked(() =>
      db.transaction(async (tx) => {
        await tx.execute(statementTimeoutSql);
        const execute = tx.execute.bind(tx) as Db["execute"]; // The statement determines the row type.
        const batch = (statements: readonly SQL[]) => runInOrder(execute, statements);
        const prepared: Db["prepared"] = async (statements, { lock } = {}) => {
          if (lock) await execute(lock);
          return batch(statements);
        };
        return work({ execute, batch, prepared });
      }),
    );
  } catch (error) {
    // A WebSocket that fails to open rejects with its event, which is not an Error.
    throw error instanceof Error ? error : new DatabaseUnavailable(error);
  } finally {
    client.release();
    defer(pool.end().catch(() => {}));
  }
}

async function repeatDeadlocked<T>(begin: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await begin();
    } catch (error) {
      if (!isDeadlock(error) || tries === transactionTriesMax) throw error;
    }
    await pause(pauseMs * tries);
  }
}

/** Retries until the deadline, which is safe because no statement was sent yet. */
async function openConnection(settings: DbSettings, defer: (promise: Promise<unknown>) => void) {
  const endsAt = Date.now() + statementTimeoutMs;
  for (let tries = 1; ; tries += 1) {
    const connectionTimeoutMillis = Math.max(1, endsAt - Date.now());
    const pool = new Pool({ connectionString: settings.DATABASE_URL, max: 1, connectionTimeoutMillis });
    pool.on("error", () => {});
    try {
      return { pool, client: await pool.connect() };
    } catch (error) {
      defer(pool.end().catch(() => {}));
      // A WebSocket that fails to open rejects with its event, which is not an Error.
      if (endsAt - Date.now() < retryTimeMinMs) throw error instanceof Error ? error : new DatabaseUnavailable(error);
    }
    await pause(pauseMs * tries);
  }
}

async function runInOrder(execute: Db["execute"], statements: readonly SQL[]): ReturnType<Db["batch"]> {
  const answers: Awaited<ReturnType<Db["batch"]>> = [];
  for (const statement of statements) answers.push(await execute(statement));
  return answers;
}
