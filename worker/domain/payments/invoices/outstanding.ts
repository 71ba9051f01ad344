import { sql, type SQL } from "drizzle-orm";
import { shopDay, startOfShopDay } from "../../shop-days.ts";
import { ledgerLine } from "../ledger/ledger-lines.ts";
import { isUnpaid } from "./list-invoices.ts";

/** Excludes the unpaid first invoice of a plan that has not begun. */
export const isOutstanding: SQL = sql`(${isUnpaid} and not exists (
  select 1 from subscriptions s
  where i.reference_type = 'subscription' and s.id = i.reference_id and s.status = 'incomplete'
))`;

/** Unpaid US cents of the invoice `i`; 0 if it was overpaid. */
export const leftToPay: SQL = leftToPayOf(sql`i`);

/** Like `leftToPay`, for another alias. */
export function leftToPayOf(invoice: SQL): SQL {
  return sql`greatest(0, ${invoice}.amount - ${invoice}.credited_amount - ${invoice}.applied_balance - coalesce((
    select sum(l.amount_cents) from payment_ledger l where l.invoice_id = ${invoice}.id and ${ledgerLine} = 'gross'
  ), 0))`;
}

/**
 * Even a refunded charge counts, because the payment provider does not void an invoice that has one
 * (https://docs.stripe.com/invoicing/partial-payments).
 */
export const hasPayment: SQL = sql`exists (
  select 1 from payment_ledger l where l.invoice_id = i.id and l.kind = 'charge'
)`;

/** The subselect is computed once per statement. */
const daysAgo = (days: number): SQL =>
  sql`(select ${startOfShopDay(sql`${shopDay(sql`now()`)} - ${sql.raw(String(days))}`)})`;

/** Age group of the invoice `i`, by the days since its date, not since its due day. */
export const invoiceAge: SQL = sql`case
  when i.created_at >= ${daysAgo(0)} then 'current'
  when i.created_at >= ${daysAgo(30)} then 'days_1_30'
  when i.created_at >= ${daysAgo(60)} then 'days_31_60'
  when i.created_at >= ${daysAgo(90)} then 'days_61_90'
  else 'days_over_90' end`;
