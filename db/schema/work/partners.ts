import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { integrationNames } from "../../enums.ts";

/** Availability of integrations, as observed by our own calls. */
export const partners = pgTable("partners", {
  name: text({ enum: integrationNames }).primaryKey(),
  /** Last successful call, in steps of a minute. */
  answered_at: instant(),
  /** Start of the current failure; null while calls succeed. */
  failing_since: instant(),
  reason: text(),
});
