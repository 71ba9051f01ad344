import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";

/** What is bad at the moment and was told to those who run the shop; gone when it is good again. */
export const alarms = pgTable("alarms", {
  name: text().primaryKey(),
  value: integer().notNull(),
  raised_at: createdAt(),
  told_at: createdAt(),
});
