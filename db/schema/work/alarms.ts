import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";

export const alarms = pgTable("alarms", {
  name: text().primaryKey(),
  value: integer().notNull(),
  raised_at: createdAt(),
  told_at: createdAt(),
});
