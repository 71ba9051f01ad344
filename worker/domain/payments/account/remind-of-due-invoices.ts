import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { JobCounts } from "../../platform/index.ts";
import { shopDay } from "../../shop-days.ts";
import { idRow, many } from "../../sql.ts";
import { dueMails } from "../invoices/reminder-mails.ts";
import { leftToPay } from "../invoices/outstanding.ts";
import { isOwedOnAccount } from "./account-facts.ts";
import { reminderDays } from "./due-days.ts";

/**
 * Mails a reminder of each unpaid invoice on account on each of its `reminderDays`. After a pause of the job, one
 * reminder replaces all missed ones. A payment in transit postpones the reminder to the next reminder day.
 */
export async function remindOfDueInvoices(ctx: Ctx): Promise<JobCounts> {
  const rows = await many(
    ctx,
    idRow,
    sql`
    with today as (select ${shopDay(sql`now()`)} as day),
    due as (
      select i.id, ${isOwedOnAccount} as is_open, ${isOwedOnAccount} and not i.is_processing as is_owed,
        ${leftToPay} as left_to_pay
      from invoices i, today
      where i.remind_on <= today.day
      order by i.id
      for update of i skip locked
    ),
    changed as (
      update invoices i
      set
        remind_on = case when due.is_open then (
          select min(i.due_on + after) from unnest(${sql.raw(`array[${reminderDays.join(", ")}]`)}) after
          where i.due_on + after > today.day
        ) end,
        reminder_sent_at = case when due.is_owed then now() else i.reminder_sent_at end
      from due, today
      where i.id = due.id
      returning i.*, due.is_owed, due.left_to_pay, today.day - i.due_on as days
    ),
    u as (select * from changed where is_owed),
    ${dueMails(ctx)}
    select id from u`,
  );
  if (rows.length > 0) ctx.wakeWorkers();
  return { found: rows.length, processed: rows.length };
}
