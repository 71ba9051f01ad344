import { type SQL, sql } from "drizzle-orm";
import { shopDay } from "../../shop-days.ts";

/** Last day on which an order of today is paid in time; null without terms. */
export const dueOn = (days: SQL): SQL => sql`(${shopDay(sql`now()`)} + ${days})`;

/** Days before and after the due day on which an unpaid invoice is reminded of. */
export const reminderDays = [-7, 0, 7, 14] as const;
export const remindDaysBefore = sql.raw(String(-reminderDays[0]));
