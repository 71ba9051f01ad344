import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { ledgerKinds, referenceTypes } from "../../../../db/enums.ts";
import { currentOrgId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { dayAt, monthBounds } from "../../days.ts";
import { toTimestamp, iso, type RowOf, many } from "../../sql.ts";

const statementLine = () =>
  z.object({
    at: z.string(),
    kind: z.enum(["invoice", ...ledgerKinds]),
    number: z.nullable(z.string()),
    reference_type: z.enum(referenceTypes),
    reference: z.nullable(z.string()),
    /** US cents: an invoice less its credits, or a ledger entry with its sign. */
    amount: z.number(),
  });
export type StatementLine = RowOf<typeof statementLine>;

/**
 * The organization's invoices and ledger entries of one month in the viewer's time zone, oldest first, but no entry
 * before its invoice. An entry counts when the provider moved the money (ADR-067). `month` looks like "2026-11" and
 * defaults to the current month. Invoices without any payment are left out once they are not owed: if they are void, or
 * their order was canceled, or their subscription ended or never began.
 */
export const readStatement = (ctx: ReadCtx, month: string | undefined): Promise<StatementLine[]> => {
  const zone = ctx.time_zone();
  const { starts, ends } = monthBounds(month ?? dayAt(ctx.started_at, zone).slice(0, 7), zone);
  return many(
    ctx,
    statementLine,
    sql`
    with span as (
      select ${toTimestamp(starts)} as starts, ${toTimestamp(ends)} as ends
    ), own as (
      select
        i.*, case when i.reference_type = 'order' then o.order_number else p.name end as reference,
        i.payment_status in ('pending', 'declined') and coalesce(
          i.closed_as = 'void' or o.status = 'canceled' or s.status in ('canceled', 'incomplete_expired'), false
        ) as is_given_up
      from invoices i
      left join orders o on i.reference_type = 'order' and o.id = i.reference_id
      left join subscriptions s on i.reference_type = 'subscription' and s.id = i.reference_id
      left join products p on p.id = s.product_id
      where i.org_id = ${currentOrgId(ctx)}
    ), lines as (
      select i.created_at as at, i.created_at as sorted_at, 'invoice' as kind, i.stripe_invoice_no, i.reference_type,
        i.reference, i.amount - i.credited_amount as amount, i.id
      from own i, span
      where i.created_at >= span.starts and i.created_at < span.ends
        and not (i.is_given_up and not exists (select 1 from payment_ledger l where l.invoice_id = i.id))
      union all
      select l.booked_at, greatest(l.booked_at, i.created_at), l.kind, i.stripe_invoice_no, i.reference_type,
        i.reference, l.amount_cents, l.id
      from own i join payment_ledger l on l.invoice_id = i.id, span
      where l.booked_at >= span.starts and l.booked_at < span.ends
    )
    select
      ${iso("lines.at")} as at, kind, stripe_invoice_no as number, reference_type, reference,
      amount::float as amount
    from lines order by sorted_at, kind <> 'invoice', lines.at, id`,
  );
};
