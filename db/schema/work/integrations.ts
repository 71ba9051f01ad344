import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { integrationNames } from "../../enums.ts";

/** State of each integration, as observed by our own calls (ADR-040). */
export const partners = pgTable("partners", {
  name: text({ enum: integrationNames }).primaryKey(),
  /** Recorded by jobs and by isolates that saw a failure, each at most once a minute. */
  answered_at: instant(),
  failing_since: instant(),
  /** Time of the last failed call; null unless calls fail. */
  failed_at: instant(),
  reason: text(),
});
