import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";

/**
 * Times shared by all workers. `email` and `phone`: earliest next request to the provider of mails or text messages.
 * `wake-up`: the next queue message.
 */
export const timers = pgTable("timers", {
  name: text({ enum: ["email", "phone", "wake-up"] }).primaryKey(),
  at: instant().notNull(),
});
