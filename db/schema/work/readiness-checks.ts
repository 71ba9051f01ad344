import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { providerChecks } from "../../enums.ts";

/** Set-up steps that only a provider can confirm; not asked again once done. */
export const readinessChecks = pgTable("readiness_checks", {
  name: text({ enum: providerChecks }).primaryKey(),
  checked_at: instant().notNull(),
  done_at: instant(),
  /** What is missing, for administrators; null once done. */
  note: text(),
});
