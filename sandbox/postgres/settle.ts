import { Client } from "pg";
import { until } from "../process/deadline.ts";

const settledWithinMs = 30_000;

/**
 * What autovacuum has done in a database of some age: until PostgreSQL knows that everybody may see every row, an index alone
 * can answer nothing. A vacuum tells it so of no row whose commit is not in the log yet, which without fsync takes a moment,
 * or while another table is analysed.
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
