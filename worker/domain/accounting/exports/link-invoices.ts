import { sql } from "drizzle-orm";
import { audited, beforeAndAfter, changesOf } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { bookingsMark } from "./read-exportable.ts";

/** `net_suite_id` is null for an invoice fully refunded before its export. */
export type Linked = { id: string; net_suite_id: number | null; mark: string };

/** Payments and refunds booked during the export leave the flag set for the next run. */
export async function linkInvoices(ctx: Ctx, linked: readonly Linked[]): Promise<void> {
  if (linked.length === 0) return;
  await ctx.db.execute(sql`
    with l as (
      select * from jsonb_to_recordset(${JSON.stringify(linked)}::jsonb) as (id uuid, net_suite_id bigint, mark text)
    ),
    i as (
      update invoices
      set net_suite_id = coalesce(l.net_suite_id, invoices.net_suite_id),
        is_net_suite_sync_needed = ${bookingsMark(sql`invoices`)} <> l.mark
      from l
      where invoices.id = l.id and invoices.is_net_suite_sync_needed
      returning invoices.id, invoices.org_id, l.net_suite_id, ${beforeAndAfter}
    ),
    ${audited(ctx, "exportInvoice", "invoice", "i", {
      data: sql`jsonb_build_object('net_suite_id', i.net_suite_id)`,
      changes: changesOf(),
    })}
    select 1`);
}
