import { sql, type SQL } from "drizzle-orm";
import { shopDay } from "../ledger/ledger-lines.ts";
import { isUnpaid } from "./list-invoices.ts";

/** The invoice `i` is owed. The first invoice of a plan that never began is not. */
export const isOutstanding: SQL = sql`(${isUnpaid} and not exists (
  select 1 from subscriptions s
  where i.reference_type = 'subscription' and s.id = i.reference_id and s.status = 'incomplete'
))`;

/** The age of invoice `i`, counted from its date. */
export const invoiceAge: SQL = sql`case
  when ${shopDay(sql`now()`)} - ${shopDay(sql`i.created_at`)} < 1 then 'current'
  when ${shopDay(sql`now()`)} - ${shopDay(sql`i.created_at`)} <= 30 then 'days_1_30'
  when ${shopDay(sql`now()`)} - ${shopDay(sql`i.created_at`)} <= 60 then 'days_31_60'
  when ${shopDay(sql`now()`)} - ${shopDay(sql`i.created_at`)} <= 90 then 'days_61_90'
  else 'days_over_90' end`;
