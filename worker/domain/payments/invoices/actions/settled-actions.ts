import { type SQL, sql } from "drizzle-orm";
import type { InvoiceActionKind } from "../../../../../db/enums.ts";
import { audited } from "../../../platform/index.ts";
import type { Ctx } from "../../../context.ts";

const by = { actor_id: sql`acts.actor_id`, impersonator_id: sql`acts.impersonator_id` };
const data = sql`jsonb_strip_nulls(jsonb_build_object(
  'amount', acts.amount, 'reference', acts.reference, 'paid_on', acts.paid_on
))`;

const auditOptions = (kind: InvoiceActionKind) => ({
  by,
  data,
  subject_id: sql`acts.invoice_id`,
  as: `${kind}_audit`,
  where: sql`acts.kind = ${kind}`,
});

/**
 * CTEs of the statement that books the money: they end and audit claimed actions once their effect is visible, whether
 * the request, a webhook or the retry job sees it first. `u` is the updated invoice, `added` the new ledger entries.
 */
export const settledActions = (ctx: Ctx): SQL => sql`
  acts as (
    update invoice_actions a
    set status = 'done', updated_at = now()
    from u
    where a.invoice_id = u.id and a.status = 'asked' and case a.kind
      when 'charge' then exists (select 1 from added where kind = 'charge')
        or (u.is_processing and not u.before_is_processing)
      when 'paid' then exists (select 1 from added where kind = 'paid_out_of_band')
      when 'void' then u.closed_as = 'void'
      else u.closed_as = 'written_off'
    end
    returning a.*, u.amount
  ),
  ${audited(ctx, "chargeInvoice", "invoice", "acts", auditOptions("charge"))},
  ${audited(ctx, "markInvoicePaid", "invoice", "acts", auditOptions("paid"))},
  ${audited(ctx, "voidInvoice", "invoice", "acts", auditOptions("void"))},
  ${audited(ctx, "writeOffInvoice", "invoice", "acts", auditOptions("write_off"))}`;
