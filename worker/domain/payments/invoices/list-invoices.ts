import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { invoice } from "../../../contract/entities/invoice.ts";
import { notFound } from "../../../contract/errors.ts";
import { type ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { selectFields } from "../../select-of.ts";
import { iso, one } from "../../sql.ts";
import { currentOrgId } from "../../current-user.ts";
import { shopDay } from "../../shop-days.ts";
import { whereInDays, isAmong, type Page, readPage } from "../../listing.ts";
import { matchesOwnInvoice } from "./search-own-invoices.ts";

export type Invoice = z.output<typeof invoice>;

export const invoiceText = sql`coalesce(i.stripe_invoice_no, '')`;

/**
 * PO numbers are rare and have their own index; `orgId` limits their search to one organization, so that response times
 * reveal nothing about others.
 */
export const matchesInvoiceOrPoNumber = (matches: SQL, pattern: string, orgId?: SQL): SQL =>
  sql`(${matches} or ${isAmong(
    sql`i.id`,
    sql`select p.id from invoices p where p.po_number ilike ${pattern} ${orgId ? sql`and p.org_id = ${orgId}` : sql``}`,
    pattern,
  )})`;

/** Unpaid, not closed, and its order or subscription is still live. */
export const isUnpaid = sql`(i.payment_status in ('pending', 'declined') and i.closed_as is null and not exists (
  select 1 from orders o where i.reference_type = 'order' and o.id = i.reference_id and o.status = 'canceled'
) and not exists (
  select 1 from subscriptions s
  where i.reference_type = 'subscription' and s.id = i.reference_id and s.status in ('incomplete_expired', 'canceled')
))`;

/** `which` is a condition on an attempt `a` of the purchase of invoice `i`. */
export const hasAttempt = (which: SQL) => sql`exists (
  select 1
  from checkout_attempts a
  where ${which} and a.id in (
    select o.attempt_id from orders o where i.reference_type = 'order' and o.id = i.reference_id
    union all
    select s.attempt_id from subscriptions s where i.reference_type = 'subscription' and s.id = i.reference_id
  )
)`;

/** A bank debit is in transit, which takes days and needs no action of the buyer. */
const isUnderWay = sql`(i.is_processing or (
  i.payment_status = 'pending' and i.needs_action_at is null
  and ${hasAttempt(sql`a.payment_method ->> 'type' = 'us_bank_account'`)}
))`;

export const invoiceExpressions = {
  reference_name: sql`case
    when i.reference_type = 'order' then (select o.order_number from orders o where o.id = i.reference_id)
    else (
      select p.name from subscriptions s join products p on p.id = s.product_id where s.id = i.reference_id
    )
  end`,
  paid_at: sql`(
    select ${iso("max(l.booked_at)")}
    from payment_ledger l
    where l.invoice_id = i.id and l.kind in ('charge', 'balance', 'paid_out_of_band')
  )`,
  due_on: sql`i.due_on::text`,
  days_overdue: sql`case when ${isUnpaid} then greatest(${shopDay(sql`now()`)} - i.due_on, 0) else 0 end`,
  is_open: isUnpaid,
  is_processing: isUnderWay,
  needs_action: sql`i.needs_action_at is not null`,
};
const columns = selectFields(invoice.shape, "i", invoiceExpressions);

type InvoiceFilter = {
  payment_status?: string | undefined;
  is_unpaid?: boolean | undefined;
  /** Days in the viewer's time zone. */
  from?: string | undefined;
  to?: string | undefined;
  /** US cents. */
  amount_from?: number | undefined;
  amount_to?: number | undefined;
};

export const listInvoices = (ctx: ReadCtx, query: ListQuery & InvoiceFilter): Promise<Page<Invoice>> =>
  readPage(ctx, query, {
    shape: () => invoice,
    columns,
    from: sql`invoices i`,
    isOwn: true,
    where: [
      sql`i.org_id = ${currentOrgId(ctx)}`,
      query.payment_status && sql`i.payment_status = ${query.payment_status}`,
      query.is_unpaid !== undefined && sql`${isUnpaid} = ${query.is_unpaid}`,
      ...whereInDays(ctx, sql`i.created_at`, [query.from, query.to]),
      query.amount_from !== undefined && sql`i.amount >= ${query.amount_from}`,
      query.amount_to !== undefined && sql`i.amount <= ${query.amount_to}`,
    ],
    text: invoiceText,
    searchIn: (matches) => matchesOwnInvoice(ctx, matches, query.search ?? ""),
    alias: "i",
  });

export const getInvoiceUrl = (ctx: ReadCtx, id: string): Promise<{ url: string }> =>
  findInvoiceUrl(ctx, sql`id = ${id} and org_id = ${currentOrgId(ctx)}`);

export async function findInvoiceUrl(ctx: ReadCtx, where: SQL): Promise<{ url: string }> {
  const { url } = await one(
    ctx,
    () => z.object({ url: z.nullable(z.string()) }),
    sql`select stripe_invoice_url as url from invoices where ${where}`,
    () => notFound("INVOICE_NOT_FOUND"),
  );
  if (!url) throw notFound("FILE_NOT_FOUND");
  return { url };
}
