import { Refusal } from "../process/settings.ts";
import { settle } from "./settle.ts";

/** Idempotent. @throws Refusal for a database older than the baseline */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const { IncompleteHistoryError, migrate } = await import("../../db/migrate.ts");
  try {
    await migrate(databaseUrl);
  } catch (error) {
    if (!(error instanceof IncompleteHistoryError)) throw error;
    throw new Refusal(
      "The data was made by an older version of this checkout, whose migrations are gone: delete the data directory (`.local`, or what DATA_DIR names; its data is lost) and start again.",
    );
  }
}

/** Idempotent. */
export async function seedDatabase(databaseUrl: string): Promise<void> {
  const { seedDemo } = await import("../seed/demo.ts");
  await seedDemo(databaseUrl);
}

/** Includes the demo data. Idempotent. */
export async function seedLargeDatabase(databaseUrl: string): Promise<void> {
  const { filled, seedLarge } = await import("../seed/large/index.ts");
  await seedLarge(databaseUrl);
  await settle(databaseUrl, filled);
}
