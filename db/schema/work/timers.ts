import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";

/**
 * Times shared by all workers. `email` and `phone`: earliest next request to the provider of mails or text messages.
 * `wake-up`: the next queue message. `captcha-over-quota`: when the bot check last validated no token because its quota
 * was used up.
 */
export const timers = pgTable("timers", {
  name: text({ enum: ["email", "phone", "wake-up", "captcha-over-quota"] }).primaryKey(),
  at: instant().notNull(),
});
