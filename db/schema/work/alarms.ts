import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";

/** Active alerts that administrators were notified of; deleted when resolved. */
export const alarms = pgTable("alarms", {
  name: text().primaryKey(),
  value: integer().notNull(),
  raised_at: createdAt(),
  told_at: createdAt(),
});
