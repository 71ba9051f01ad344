import { Pool, type QueryResultRow } from "pg";
import { databaseUrl } from "./app.ts";

/** Runs one statement straight on PostgreSQL, past the product, and answers its rows. */
export type Query = <R extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<R[]>;

/** A way to look into a database, and to make what the product has no call for. */
export function openDatabase(url: string): Query {
  const pool = new Pool({ connectionString: url, max: 4, allowExitOnIdle: true, idleTimeoutMillis: 500 });
  // A database that is stopped at the end of a run cuts what is idle.
  pool.on("error", () => {});
  return async (sql, values = []) => (await pool.query(sql, values)).rows;
}

/** The database that the whole run shares. */
export const query = openDatabase(databaseUrl);

/** Every value that stands in any table, as text: rows as JSON, bytea in hex. What somebody with a copy of the database reads. */
export async function dump(from: Query = query): Promise<string> {
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
