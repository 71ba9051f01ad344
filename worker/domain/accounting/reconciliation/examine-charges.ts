import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isUuid } from "../../../contract/fields.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import { defaultDeadline, type TaskPage, withRetries } from "../../platform/index.ts";
import { batchMax } from "./compare-own.ts";
import { nextStep, toTaskPage, type RunCursor } from "./steps.ts";

const lookupsMax = 10;
const chargeBatch = () =>
  z.object({
    rows: z.int(),
    last: z.nullable(z.string()),
    strays: z.array(z.object({ object_id: z.string(), payment_intent: z.string() })),
  });

/**
 * Looks up the provider's invoice of each charge of our customers that our ledger lacks and that matches no invoice of
 * ours: the charge may be a renewal, or the provider's invoice may carry our metadata. Charges still without a match
 * were not requested by us.
 */
export async function examineCharges(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const row = await maybeOne(
    ctx,
    chargeBatch,
    sql`
    with part as materialized (
      select r.object_id, r.kind, r.payment_intent, r.invoice_id, r.customer
      from book_records r
      where r.side = 'provider' and r.run_id = ${cursor.run} and r.object_id > ${cursor.after ?? ""}
      order by r.object_id
      limit ${batchMax}
    ),
    unbooked as materialized (
      select p.*
      from part p
      where p.kind = 'charge' and p.payment_intent is not null
        and not exists (select 1 from payment_ledger l where l.stripe_object_id = p.object_id and l.kind = 'charge')
    ),
    strays as (
      select u.object_id, u.payment_intent
      from unbooked u
      where not exists (select 1 from invoices i where i.id = u.invoice_id)
        and not exists (select 1 from invoices i where i.stripe_payment_id = u.payment_intent)
        and exists (select 1 from organizations o where o.stripe_customer_id = u.customer)
      order by u.object_id
      limit ${lookupsMax}
    )
    select
      (select count(*)::int from part) as rows,
      (select object_id from part order by object_id desc limit 1) as last,
      coalesce((select json_agg(strays order by object_id) from strays), '[]') as strays`,
  );
  const { rows = 0, last = null, strays = [] } = row ?? {};
  const until = defaultDeadline();
  for (const { object_id, payment_intent } of strays) {
    const invoice = await withRetries(() => ctx.gateways.payments.findInvoiceOfPayment(payment_intent), until);
    if (!invoice) continue;
    const invoiceId = invoice.metadata["invoice_id"] ?? "";
    await ctx.db.execute(sql`
      update book_records r set
        external_id = ${invoice.id},
        invoice_id = (
          select i.id
          from invoices i
          where i.stripe_invoice_id = ${invoice.id} or i.id = ${isUuid(invoiceId) ? invoiceId : null}::uuid
          limit 1
        ),
        subscription_id = (select s.id from subscriptions s where s.stripe_id = ${invoice.subscription_id})
      where r.side = 'provider' and r.object_id = ${object_id} and r.kind = 'charge'`);
  }
  if (strays.length === lookupsMax) return toTaskPage({ ...cursor, after: strays.at(-1)?.object_id ?? null }, 0);
  return toTaskPage(rows === batchMax && last !== null ? { ...cursor, after: last } : nextStep(cursor), 0);
}
