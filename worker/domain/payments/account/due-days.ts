import { type SQL, sql } from "drizzle-orm";
import { shopDay } from "../../shop-days.ts";

/** Due day of an order that is placed today; null without payment terms. */
export const dueOn = (days: SQL): SQL => sql`(${shopDay(sql`now()`)} + ${days})`;

/** Days of the reminders, counted from the due day of an unpaid invoice; negative before it. */
export const reminderDays = [-7, 0, 7, 14] as const;
export const firstReminderLeadDays = sql.raw(String(-reminderDays[0]));
