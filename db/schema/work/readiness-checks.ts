import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { providerChecks } from "../../enums.ts";

/** What only a provider can tell of a shop that opens. Once done, a provider is not asked again. */
export const readinessChecks = pgTable("readiness_checks", {
  name: text({ enum: providerChecks }).primaryKey(),
  checked_at: instant().notNull(),
  done_at: instant(),
  /** What is missing, for the administrator; null once done. */
  note: text(),
});
