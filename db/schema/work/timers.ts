import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";

/**
 * Instants that all runners share. `email` and `phone`: when the next request to the provider of mails or text messages may leave. `wake-up`: when the queue
 * is to wake the worker next.
 */
export const timers = pgTable("timers", {
  name: text({ enum: ["email", "phone", "wake-up"] }).primaryKey(),
  at: instant().notNull(),
});
