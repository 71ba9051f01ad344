import { sql, type SQL } from "drizzle-orm";
import { type InvoiceAge, invoiceAges } from "../../../contract/entities/invoice-ages.ts";
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

/** Of each age, the most days since the invoice's date; undefined: no limit. */
const daysMax: Record<InvoiceAge, number | undefined> = {
  current: 0,
  days_1_30: 30,
  days_31_60: 60,
  days_61_90: 90,
  days_over_90: undefined,
};

/** Age of the invoice `i`, by the days since its date, not since its due day. */
export const invoiceAge: SQL = sql`case ${sql.join(
  invoiceAges.map((age) => {
    const days = daysMax[age];
    return days === undefined
      ? sql`else ${sql.raw(`'${age}'`)} end`
      : sql`when i.created_at >= ${daysAgo(days)} then ${sql.raw(`'${age}'`)} `;
  }),
)}`;

/** Whether the invoice `i` has the age; a range of dates, for which an index can serve. */
export function isOfAge(age: InvoiceAge): SQL {
  const [oldest, youngerAge] = [daysMax[age], invoiceAges[invoiceAges.indexOf(age) - 1]];
  const youngest = youngerAge && daysMax[youngerAge];
  const conditions = [
    ...(oldest === undefined ? [] : [sql`i.created_at >= ${daysAgo(oldest)}`]),
    ...(youngest === undefined ? [] : [sql`i.created_at < ${daysAgo(youngest)}`]),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}
