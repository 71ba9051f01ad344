import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isUuid } from "../../contract/fields.ts";
import type { Ctx } from "../context.ts";
import { rowsOf } from "../sql.ts";
import { inTime, type TaskPage, withRetries } from "../tasks/index.ts";
import { nextStep, pageOf, type Place } from "./steps.ts";

const pageMax = 10;
const stray = () => z.object({ object_id: z.string(), payment_intent: z.string() });

/**
 * Asks of charges that our ledger does not know, and that name nothing of ours, which invoice of the provider they paid: that
 * of a renewal, or one that carries our names. What is left after that, nobody here asked for. Throws GatewayError.
 */
export async function examineCharges(ctx: Ctx, at: Place): Promise<TaskPage> {
  const rows = await rowsOf(
    ctx,
    stray,
    sql`
    select r.object_id, r.payment_intent
    from book_records r
    where r.side = 'provider' and r.run_id = ${at.run} and r.kind = 'charge' and r.payment_intent is not null
      and r.object_id > ${at.after ?? ""}
      and not exists (select 1 from payment_ledger l where l.stripe_object_id = r.object_id and l.kind = 'charge')
      and not exists (select 1 from invoices i where i.id = r.invoice_id or i.stripe_payment_id = r.payment_intent)
      and exists (select 1 from organizations o where o.stripe_customer_id = r.customer)
    order by r.object_id
    limit ${pageMax}`,
  );
  const until = inTime();
  for (const { object_id, payment_intent } of rows) {
    const invoice = await withRetries(() => ctx.gateways.payments.findInvoiceOfPayment(payment_intent), until);
    if (!invoice) continue;
    const named = invoice.metadata["invoice_id"] ?? "";
    await ctx.db.execute(sql`
      update book_records r set
        external_id = ${invoice.id},
        invoice_id = (
          select i.id
          from invoices i
          where i.stripe_invoice_id = ${invoice.id} or i.id = ${isUuid(named) ? named : null}::uuid
          limit 1
        ),
        subscription_id = (select s.id from subscriptions s where s.stripe_id = ${invoice.subscription_id})
      where r.side = 'provider' and r.object_id = ${object_id} and r.kind = 'charge'`);
  }
  const last = rows.length === pageMax ? rows.at(-1)?.object_id : undefined;
  return pageOf(last ? { ...at, after: last } : nextStep(at), 0);
}
