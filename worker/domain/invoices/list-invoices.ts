import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod/mini";
import type { adminInvoice, invoice } from "../../contract/entities/invoice.ts";
import { notFound } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { auditInsert } from "../audit/index.ts";
import { callerId } from "../caller.ts";
import type { Ctx } from "../context.ts";
import { iso } from "../sql.ts";
import { type Page, readPage } from "../listing.ts";

export type Invoice = z.output<typeof invoice>;
export type AdminInvoice = z.output<typeof adminInvoice>;
export type AdminInvoiceQuery = ListQuery & { org_id?: string | undefined; payment_status?: string | undefined };

const columns = sql`i.id, i.reference_id, i.reference_type, i.org_id, i.amount, i.products, i.payment_status, i.stripe_payment_id, i.stripe_invoice_id,
  i.stripe_invoice_url, i.stripe_invoice_no, i.tracking_number, i.tracking_url, i.cart_no, ${iso("i.created_at")} as created_at, ${iso("i.updated_at")} as updated_at`;
const text = sql`coalesce(i.stripe_invoice_no, '')`;

/** The organization's invoices. */
export const listInvoices = (ctx: Ctx, query: ListQuery): Promise<Page<Invoice>> =>
  readPage(ctx, query, {
    columns,
    from: sql`invoices i`,
    where: [sql`i.org_id = ${callerId(ctx, "org_id")}`],
    text,
    alias: "i",
  });

/** Everybody's invoices, for administrators. */
export const listAdminInvoices = (ctx: Ctx, query: AdminInvoiceQuery): Promise<Page<AdminInvoice>> =>
  readPage(ctx, query, {
    columns: sql`${columns}, i.net_suite_id, i.is_net_suite_sync_needed, (select json_build_object('id', o.id, 'name', o.name) from organizations o where o.id = i.org_id) as organization`,
    from: sql`invoices i`,
    where: [
      query.org_id && sql`i.org_id = ${query.org_id}`,
      query.payment_status && sql`i.payment_status = ${query.payment_status}`,
    ],
    text,
    alias: "i",
  });

/** The address of an own invoice's document at the provider. Throws INVOICE_NOT_FOUND (also for another organization's), FILE_NOT_FOUND. */
export const getInvoiceUrl = (ctx: Ctx, id: string): Promise<{ url: string }> =>
  findInvoiceUrl(ctx, sql`id = ${id} and org_id = ${callerId(ctx, "org_id")}`);

/** The address of any invoice's document at the provider. Throws INVOICE_NOT_FOUND, FILE_NOT_FOUND. */
export const getAdminInvoiceUrl = (ctx: Ctx, id: string): Promise<{ url: string }> =>
  findInvoiceUrl(ctx, sql`id = ${id}`);

async function findInvoiceUrl(ctx: Ctx, where: SQL): Promise<{ url: string }> {
  const { rows } = await ctx.db.execute<{ url: string | null }>(sql`
    select stripe_invoice_url as url from invoices where ${where}`);
  if (!rows[0]) throw notFound("INVOICE_NOT_FOUND");
  if (!rows[0].url) throw notFound("FILE_NOT_FOUND");
  return { url: rows[0].url };
}

/** Sets or clears the flag for the accounting export; doing it twice changes nothing (O-109). Throws INVOICE_NOT_FOUND. */
export async function flagInvoiceSync(ctx: Ctx, id: string, isNeeded: boolean): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    with i as (update invoices set is_net_suite_sync_needed = ${isNeeded} where id = ${id} returning id, org_id),
    audited as (${auditInsert(ctx, { action: "flagInvoiceSync", subject_type: "invoice", subject_id: sql`i.id`, org_id: sql`i.org_id`, data: { isNeeded } }, sql`i`)})
    select 1 from i`);
  if (!rows[0]) throw notFound("INVOICE_NOT_FOUND");
}
