import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { providerChecks } from "../../enums.ts";

/** Set-up steps confirmed by a provider, which is not called again for a completed step. */
export const readinessChecks = pgTable("readiness_checks", {
  name: text({ enum: providerChecks }).primaryKey(),
  checked_at: instant().notNull(),
  done_at: instant(),
  /** Missing part, in words for administrators; null for a completed step. */
  note: text(),
});
