import { Client, Pool, type QueryResultRow } from "pg";
import { expect, inject, onTestFinished } from "vitest";

/** Direct connection to the shared worker's PostgreSQL, without Neon's HTTP protocol. */
export const databaseUrl = inject("databaseUrl");

export type Query = <R extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<R[]>;

/** Opens a database for reading and for creating rows for which the product has no call. */
export function openDatabase(url: string): Query {
  const pool = new Pool({ connectionString: url, max: 4, allowExitOnIdle: true, idleTimeoutMillis: 500 });
  // A database that stops at the end of a run closes idle connections, which must not fail the run.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return async (sql, values = []) => (await pool.query(sql, values)).rows;
}

/** The database that the whole run shares. */
export const query = openDatabase(databaseUrl);

export type RowLock = {
  run(statement: string, parameters: unknown[]): Promise<void>;
  /** Statements that wait for this lock, or for statements that wait for it. */
  waiting(): Promise<string[]>;
  /** Rolls the transaction back. */
  release(): Promise<void>;
  commit(): Promise<void>;
};

/**
 * Runs a statement that locks rows, and holds the lock until `release` or the end of the test, to stop requests at a
 * chosen point and make races repeatable. Statements of the product time out after 2 s, in transactions after 5 s.
 * `waiting` works only on the shared database.
 */
export async function hold(sql: string, values: unknown[] = [], url = databaseUrl): Promise<RowLock> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("begin");
  await client.query(sql, values);
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return {
    waiting: async () => (await query<{ query: string }>(waitingSql, [rows[0].pid])).map((row) => row.query),
    run: async (statement, parameters) => {
      await client.query(statement, parameters);
    },
    release: () => client.end(),
    commit: async () => {
      await client.query("commit");
      await client.end();
    },
  };
}

type Race = { lock: RowLock; requests: readonly (() => Promise<{ status: number }>)[] };

/**
 * Sends requests that wait for the row of `lock`, each once the one before it waits, and releases the lock once all of
 * them wait or one is answered. Repeats the race if a request was answered 503: on a stalled machine its statement
 * times out, after two seconds, before the others arrive.
 */
export async function raceForRow<R extends Race>(
  prepare: () => Promise<R>,
): Promise<R & { answers: Awaited<ReturnType<R["requests"][number]>>[] }> {
  for (;;) {
    const race = await prepare();
    let answeredCount = 0;
    const pendingAnswers: Promise<{ status: number }>[] = [];
    for (const send of race.requests) {
      const pendingAnswer = send().then((answer) => {
        answeredCount += 1;
        return answer;
      });
      pendingAnswers.push(pendingAnswer);
      const hasArrived = async () => answeredCount > 0 || (await race.lock.waiting()).length === pendingAnswers.length;
      await expect.poll(hasArrived, { interval: 10 }).toBe(true);
    }
    await race.lock.release();
    // `as`: the answers have the type of the requests' answers.
    const answers = (await Promise.all(pendingAnswers)) as Awaited<ReturnType<R["requests"][number]>>[];
    if (answers.every(({ status }) => status !== 503)) return { ...race, answers };
  }
}

const waitingSql = `
  with recursive waiting (pid) as (
    select $1::int
    union
    select a.pid from waiting w join pg_stat_activity a on w.pid = any(pg_blocking_pids(a.pid))
  )
  select query from waiting join pg_stat_activity using (pid) where pid <> $1`;

/** Every value of every table as text: rows as JSON, bytea in hex. */
export async function dumpDatabase(from: Query = query): Promise<string> {
  const tables = await from<{ name: string }>(
    "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await from<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    texts.push(...rows.map((each) => each.row));
  }
  return texts.join("\n");
}
