import { seedAccountingSales } from "./accounting-sales.ts";
import { seedAccounting } from "./accounting.ts";
import { seedBuilds } from "./builds.ts";
import { seedProvider } from "./provider.ts";

/** The demo shop as payments, accounting and the registry know it. Idempotent. */
export async function seedFakes({ databaseUrl, url }: { databaseUrl: string; url: string }): Promise<void> {
  await seedProvider(databaseUrl, url);
  await seedAccounting(databaseUrl, url);
  await seedAccountingSales(databaseUrl, url);
  await seedBuilds(url);
}
