import { Client } from "pg";
import type { SentStatement } from "../statement-recorder.ts";

/**
 * Runs statements, and answers how PostgreSQL did each, with what the functions in it ran
 * (https://www.postgresql.org/docs/18/auto-explain.html): a plan of each part, as text.
 */
export async function nestedPlans(databaseUrl: string, statements: readonly SentStatement[]): Promise<string[][]> {
  const client = new Client({ connectionString: databaseUrl });
  let told: string[] = [];
  client.on("notice", ({ message = "" }) => {
    if (message.includes("plan:")) told.push(message);
  });
  await client.connect();
  try {
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on; set auto_explain.log_level = notice; set client_min_messages = notice`);
    const plans: string[][] = [];
    for (const { query, params } of statements) {
      told = [];
      await client.query(query, params);
      plans.push(told);
    }
    return plans;
  } finally {
    await client.end();
  }
}

/** Tables that were read from end to end. */
export const scannedIn = (plans: readonly string[]): string[] =>
  plans.flatMap((plan) => [...plan.matchAll(/Seq Scan on (?:\w+\.)?(\w+)/g)].map(([, table = ""]) => table));
