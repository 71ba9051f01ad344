import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { providerChecks } from "../../enums.ts";

export const readinessChecks = pgTable("readiness_checks", {
  name: text({ enum: providerChecks }).primaryKey(),
  checked_at: instant().notNull(),
  done_at: instant(),
  /** The missing part, for administrators. */
  note: text(),
});
