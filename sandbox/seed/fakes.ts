import { seedAccountingSales } from "./accounting-sales.ts";
import { seedAccounting } from "./accounting.ts";
import { seedBuilds } from "./builds.ts";
import { seedProvider } from "./provider.ts";

/** Fills the fakes of payments, accounting and build registry with the demo shop. Idempotent. */
export async function seedFakes({ databaseUrl, url }: { databaseUrl: string; url: string }): Promise<void> {
  await seedProvider(databaseUrl, url);
  await seedAccounting(databaseUrl, url);
  await seedAccountingSales(databaseUrl, url);
  await seedBuilds(url);
}
