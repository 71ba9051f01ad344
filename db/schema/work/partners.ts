import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { integrationNames } from "../../enums.ts";

/** Observed by our own calls. */
export const partners = pgTable("partners", {
  name: text({ enum: integrationNames }).primaryKey(),
  /** Updated in steps of a minute. */
  answered_at: instant(),
  failing_since: instant(),
  reason: text(),
});
