import { Client } from "pg";
import { until } from "../process/deadline.ts";

const settledWithinMs = 30_000;

/**
 * Vacuums tables, as autovacuum has in an older database: index-only scans require the visibility map. Repeats until
 * it is complete, because a commit may not be in the log yet (without fsync), or another table is being analyzed.
 */
export async function settle(databaseUrl: string, tables: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set synchronous_commit = on");
    const isSettled = await until(settledWithinMs, async () => {
      await client.query(`vacuum (analyze) ${tables.join(", ")}`);
      const text = "select 1 from pg_class where relname = any($1) and relallvisible < relpages";
      return (await client.query(text, [tables])).rowCount === 0;
    });
    if (!isSettled) throw new Error("the rows did not become visible to everybody within 30 s");
  } finally {
    await client.end();
  }
}
