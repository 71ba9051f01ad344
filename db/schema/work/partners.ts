import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { integrationNames } from "../../enums.ts";

/** Whether those whom we call answer, as our own calls met them lately. */
export const partners = pgTable("partners", {
  name: text({ enum: integrationNames }).primaryKey(),
  /** When a call answered last, in steps of a minute. */
  answered_at: instant(),
  /** Since when calls fail; null as long as they do not. */
  failing_since: instant(),
  reason: text(),
});
