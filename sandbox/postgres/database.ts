import { settle } from "./settle.ts";

/** Brings the schema up to the newest file in migrations/, as a deployment does. Doing it again changes nothing. */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const { migrate } = await import("../../db/migrate.ts");
  await migrate(databaseUrl);
}

/** Adds the demo accounts and their data. Doing it again changes nothing. */
export async function seedDatabase(databaseUrl: string): Promise<void> {
  const { seedDemo } = await import("../seed/demo.ts");
  await seedDemo(databaseUrl);
}

/** Adds the demo data and the large set for benchmarks. Doing it again changes nothing. */
export async function seedLargeDatabase(databaseUrl: string): Promise<void> {
  const { filled, seedLarge } = await import("../seed/large/index.ts");
  await seedLarge(databaseUrl);
  await settle(databaseUrl, filled);
}
