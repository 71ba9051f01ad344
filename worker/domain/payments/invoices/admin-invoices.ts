import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { type AccountingState, adminInvoice, adminInvoiceShape } from "../../../contract/entities/invoice.ts";
import type { InvoiceAge } from "../../../contract/entities/invoice-ages.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { isOfAge, isOutstanding } from "./outstanding.ts";
import { audited, beforeAndAfter, diffRows, ownChangesPart } from "../../platform/index.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { isAmong, organizationIdsByName, type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { whereInShopDays } from "../../shop-days.ts";
import { exists, maybeOne, maybeOneOf, idRow, one, uuids } from "../../sql.ts";
import { ledgerSums } from "./payment-status.ts";
import {
  findInvoiceUrl,
  invoiceExpressions,
  invoiceText,
  isUnpaid,
  matchesInvoiceOrPoNumber,
} from "./list-invoices.ts";

export type AdminInvoice = z.output<typeof adminInvoice>;
type Filter = {
  org_id?: string | undefined;
  payment_status?: string | undefined;
  age?: InvoiceAge | undefined;
  accounting?: AccountingState | undefined;
  is_unpaid?: boolean | undefined;
  is_net_suite_sync_needed?: true | undefined;
  needs_review?: true | undefined;
  /** Days in the shop's time zone. */
  from?: string | undefined;
  to?: string | undefined;
};

const columns = selectFields(adminInvoiceShape, "i", {
  due_on: sql`i.due_on::text`,
  reference_name: invoiceExpressions.reference_name,
  is_open: isUnpaid,
  pay_url: sql`case
    when i.payment_status in ('pending', 'declined') and i.closed_as is distinct from 'void' then coalesce(
      i.stripe_invoice_url,
      (
        select o.stripe_bill_link from orders o
        where i.reference_type = 'order' and o.id = i.reference_id and i.payment_status = 'pending'
      )
    )
  end`,
  organization: sql`(
    select json_build_object('id', o.id, 'name', o.name)
    from organizations o
    where o.id = i.org_id
  )`,
});

const accountingConditions: Record<AccountingState, SQL> = {
  exported: sql`i.net_suite_id is not null`,
  waiting: sql`(i.net_suite_id is null and i.payment_status not in ('pending', 'declined', 'refunded'))`,
  refunded_before_export: sql`(i.net_suite_id is null and i.payment_status = 'refunded')`,
};

export const listAdminInvoices = (ctx: ReadCtx, query: ListQuery & Filter): Promise<Page<AdminInvoice>> =>
  readPage(ctx, query, {
    shape: () => adminInvoice,
    columns,
    from: sql`invoices i`,
    where: [
      query.org_id && sql`i.org_id = ${query.org_id}`,
      query.payment_status && sql`i.payment_status = ${query.payment_status}`,
      query.age && sql`${isOutstanding} and ${isOfAge(query.age)}`,
      query.is_unpaid && isOutstanding,
      query.is_unpaid === false && sql`i.payment_status not in ('pending', 'declined')`,
      query.is_net_suite_sync_needed && sql`i.is_net_suite_sync_needed`,
      query.needs_review && sql`i.needs_review`,
      query.accounting && accountingConditions[query.accounting],
      ...whereInShopDays(sql`i.created_at`, [query.from, query.to]),
    ],
    text: invoiceText,
    searchIn: (matches, pattern) =>
      sql`(${matchesInvoiceOrPoNumber(matches, pattern)}
        or ${isAmong(sql`i.org_id`, organizationIdsByName(pattern), pattern)})`,
    alias: "i",
    amount: sql`i.amount`,
  });

export async function getAdminInvoice(ctx: ReadCtx, id: string): Promise<AdminInvoice> {
  const row = await one(
    ctx,
    () => z.object({ invoice: adminInvoice }),
    sql`select to_json(item) as invoice from (select ${columns} from invoices i where i.id = ${id}) item`,
    () => notFound("INVOICE_NOT_FOUND"),
  );
  return row.invoice;
}

export const getAdminInvoiceUrl = (ctx: ReadCtx, id: string): Promise<{ url: string }> =>
  findInvoiceUrl(ctx, sql`id = ${id}`);

/** Idempotent (O-109). */
export const flagInvoiceSync = (ctx: Ctx, id: string, isNeeded: boolean): Promise<void> =>
  setSyncNeeded(ctx, [id], isNeeded);

export const flagInvoicesSync = (ctx: Ctx, ids: string[]): Promise<void> => setSyncNeeded(ctx, [...new Set(ids)], true);

/** Rows are locked in id order, so that concurrent calls cannot deadlock. */
async function setSyncNeeded(ctx: Ctx, ids: string[], isNeeded: boolean): Promise<void> {
  const missingInvoice = await maybeOne(
    ctx,
    idRow,
    sql`
    with locked as (select id from invoices where id = any(${uuids(ids)}) order by id for update),
    i as (
      update invoices
      set is_net_suite_sync_needed = ${isNeeded}
      where id in (select id from locked) and (select count(*) from locked) = ${ids.length}
        and is_net_suite_sync_needed <> ${isNeeded}
      returning id, org_id, ${beforeAndAfter}
    ),
    ${audited(ctx, "flagInvoiceSync", "invoice", "i", { data: { isNeeded }, changes: diffRows() })}
    select id from unnest(${uuids(ids)}) with ordinality as requested(id, place)
    where id not in (select id from locked)
    order by place limit 1`,
  );
  if (missingInvoice) throw notFound("INVOICE_NOT_FOUND").about(missingInvoice.id);
}

/**
 * Clears the flags that a recent request of the user set, all or none. @throws OBJECT_OUTDATED once it is too late or a
 * flag is already cleared, such as by an export
 */
export async function undoInvoicesSync(ctx: Ctx, request_id: string): Promise<void> {
  const isDone = await exists(
    ctx,
    sql`
    with ${ownChangesPart(ctx, "flagInvoiceSync", request_id)}, held as (
      select id from invoices
      where id in (select id from undone) and is_net_suite_sync_needed
      order by id for update
    ), i as (
      update invoices
      set is_net_suite_sync_needed = false
      where id in (select id from held) and (select count(*) from held) = (select count(*) from undone)
      returning id, org_id, ${beforeAndAfter}
    ),
    ${audited(ctx, "flagInvoiceSync", "invoice", "i", { data: { isNeeded: false }, changes: diffRows() })}
    select 1 from i`,
  );
  if (!isDone) throw unprocessable("OBJECT_OUTDATED");
}

/**
 * Idempotent. A later booking of the same sum does not ask for another review. @throws INVOICE_NOT_FOUND,
 * OBJECT_OUTDATED
 */
export async function reviewInvoice(
  ctx: Ctx,
  id: string,
  { updated_at = null }: { updated_at?: string | null } = {},
): Promise<void> {
  const lock = sql`select 1 from invoices where id = ${id} for update`;
  const review = sql`
    with i as (
      update invoices
      set needs_review = false, reviewed_amount = (
        select l.charged from (select ${ledgerSums} from payment_ledger where invoice_id = ${id}) l
      )
      where id = ${id} and needs_review and updated_at = coalesce(${updated_at}::timestamptz, updated_at)
      returning id, org_id, ${beforeAndAfter}
    ),
    ${audited(ctx, "reviewInvoice", "invoice", "i", { changes: diffRows() })}
    select 1 from i`;
  const left = sql`
    select updated_at = coalesce(${updated_at}::timestamptz, updated_at) as is_current from invoices where id = ${id}`;
  const answers = await ctx.db.batch([lock, review, left]);
  const invoice = maybeOneOf(ctx, () => z.object({ is_current: z.boolean() }), answers[2]);
  if (!invoice) throw notFound("INVOICE_NOT_FOUND");
  if (!invoice.is_current) throw unprocessable("OBJECT_OUTDATED");
}
