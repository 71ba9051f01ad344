import { Client } from "pg";
import { until } from "../process/deadline.ts";

const settledWithinMs = 30_000;

/**
 * Vacuums tables, as autovacuum has done in an older database, because index-only scans require the visibility map.
 * Repeats until the map is complete: a commit may not be in the log yet (where synchronous_commit is off), or another
 * table is being analyzed. Without index_cleanup a few dead rows would stay and hide their pages. Throws after 30
 * seconds.
 */
export async function settle(databaseUrl: string, tables: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set synchronous_commit = on");
    let unsettledTables: string[] = [];
    const isSettled = await until(settledWithinMs, async () => {
      await client.query(`vacuum (analyze, index_cleanup on) ${tables.join(", ")}`);
      const { rows } = await client.query<{ table: string }>(
        `select relname || ' (' || relallvisible || ' of ' || relpages || ' pages)' as table
        from pg_class where relname = any($1) and relallvisible < relpages`,
        [tables],
      );
      unsettledTables = rows.map(({ table }) => table);
      return unsettledTables.length === 0;
    });
    if (!isSettled)
      throw new Error(`the rows of ${unsettledTables.join(", ")} did not become visible to everybody within 30 s`);
  } finally {
    await client.end();
  }
}
