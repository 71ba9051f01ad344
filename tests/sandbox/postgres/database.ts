import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { z } from "zod";
import { root } from "../process/settings.ts";

const migrationsFolder = join(root, "migrations");
const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** Brings the schema up to the newest file in migrations/. Doing it again changes nothing. */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  // Otherwise PostgreSQL says for every existing object that it exists.
  client.on("notice", () => undefined);
  await client.connect();
  try {
    if (await isCurrent(client)) return;
    const [{ drizzle }, { migrate }] = await Promise.all([
      import("drizzle-orm/node-postgres"),
      import("drizzle-orm/node-postgres/migrator"),
    ]);
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}

// Drizzle takes half a second to load and asks the same question: is a file newer than the last one applied?
async function isCurrent(client: Client): Promise<boolean> {
  const journal = journalSchema.parse(JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8")));
  const newest = Math.max(0, ...journal.entries.map((entry) => entry.when));
  const table = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists");
  if (table.rows[0]?.exists !== true) return false;
  const { rows } = await client.query("SELECT max(created_at)::text AS last FROM drizzle.__drizzle_migrations");
  return Number(rows[0]?.last) >= newest;
}

/** Adds the demo accounts and their data. Doing it again changes nothing. */
export async function seedDatabase(databaseUrl: string): Promise<void> {
  const { seedDemo } = await import("../seed/demo.ts");
  await seedDemo(databaseUrl);
}

/** Adds the demo data and the large set for benchmarks. Doing it again changes nothing. */
export async function seedLargeDatabase(databaseUrl: string): Promise<void> {
  const { seedLarge } = await import("../seed/large/index.ts");
  await seedLarge(databaseUrl);
}
