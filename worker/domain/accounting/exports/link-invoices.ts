import { sql } from "drizzle-orm";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { bookingsFingerprint, poNumber } from "./read-exportable.ts";

/** `net_suite_id` is null for an invoice that was refunded in full, or canceled while free, before its first export. */
export type InvoiceLink = { id: string; net_suite_id: number | null; mark: string; po_number: string | null };

/**
 * Links exported invoices and clears their flags. An invoice that changed during the export (`bookingsFingerprint`)
 * stays flagged for the next run; if its PO number changed, it is not linked either, so that the next run corrects the
 * number in NetSuite. A separate statement locks the rows, because an update that waits for a booking would still read
 * the ledger as it was before.
 */
export async function linkInvoices(ctx: Ctx, invoiceLinks: readonly InvoiceLink[]): Promise<void> {
  if (invoiceLinks.length === 0) return;
  const links = sql`jsonb_to_recordset(${JSON.stringify(invoiceLinks)}::jsonb) as (id uuid, net_suite_id bigint,
    mark text, po_number text)`;
  await ctx.db.batch([
    sql`select 1 from invoices where id in (select id from ${links}) order by id for no key update`,
    sql`
    with l as (select * from ${links}),
    i as (
      update invoices
      set net_suite_id = coalesce(l.net_suite_id, invoices.net_suite_id),
        is_net_suite_sync_needed = ${bookingsFingerprint(sql`invoices`)} <> l.mark
      from l
      where invoices.id = l.id and invoices.is_net_suite_sync_needed
        and ${poNumber(sql`invoices`)} is not distinct from l.po_number
      returning invoices.id, invoices.org_id, l.net_suite_id, ${beforeAndAfter}
    ),
    ${audited(ctx, "exportInvoice", "invoice", "i", {
      data: sql`jsonb_build_object('net_suite_id', i.net_suite_id)`,
      changes: diffRows(),
    })}
    select 1`,
  ]);
}
