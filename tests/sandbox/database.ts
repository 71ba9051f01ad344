import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { root } from "./settings.ts";

/** Brings the schema up to the newest file in migrations/. Doing it again changes nothing. */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  // Otherwise PostgreSQL says for every existing object that it exists.
  client.on("notice", () => undefined);
  await client.connect();
  try {
    await migrate(drizzle({ client }), { migrationsFolder: join(root, "migrations") });
  } finally {
    await client.end();
  }
}

/** Adds the demo accounts and their data. Doing it again changes nothing. */
export async function seedDatabase(databaseUrl: string): Promise<void> {
  const { seedDemo } = await import("../../db/seed.ts");
  await seedDemo(databaseUrl);
}
