import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { referenceTypes } from "../../../../db/enums.ts";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { shopDay } from "../../shop-days.ts";
import { iso, one, type RowOf } from "../../sql.ts";
import { hasAttempt, invoiceExpressions, isUnpaid } from "./list-invoices.ts";
import { leftToPay } from "./outstanding.ts";

/** The bank asks the buyer to confirm the payment, or the purchase has no outcome yet. */
const isToConfirm = sql`(i.payment_status = 'pending' and (
  i.needs_action_at is not null or ${hasAttempt(sql`a.status in ('claimed', 'pending')`)}
))`;

/** `amount`: US cents left to pay; `only_id`: the invoice's id if the group has exactly one invoice. */
const group = () => z.object({ count: z.int(), amount: z.number(), only_id: z.nullable(z.string()) });
const unpaidInvoices = () =>
  z.object({
    declined: group(),
    /** `overdue` counts the invoices on account past their due day. */
    due: z.extend(group(), { overdue: z.int() }),
    /** Purchases without an outcome, and payments that the bank wants confirmed. */
    to_confirm: z.extend(group(), { only_of: z.nullable(z.object({ type: z.enum(referenceTypes), id: z.string() })) }),
    /** Invoices with a bank debit in transit; `since` is when the newest of them was created. */
    under_way: z.extend(group(), { since: z.nullable(z.string()) }),
  });
export type UnpaidInvoices = RowOf<typeof unpaidInvoices>;

const groupWhere = (condition: SQL) => sql`
  'count', count(*) filter (where ${condition}),
  'amount', coalesce(sum(amount) filter (where ${condition}), 0),
  'only_id', case when count(*) filter (where ${condition}) = 1 then min(id::text) filter (where ${condition}) end`;

const isDue = sql`payment_status = 'pending' and not is_under_way and not is_to_confirm`;

export const sumUnpaidInvoices = (ctx: ReadCtx): Promise<UnpaidInvoices> =>
  one(
    ctx,
    unpaidInvoices,
    sql`
    with open as materialized (
      select i.id, ${leftToPay} as amount, i.payment_status, i.reference_type, i.reference_id, i.created_at,
        ${shopDay(sql`now()`)} > i.due_on as is_overdue,
        ${invoiceExpressions.is_processing} as is_under_way,
        not ${invoiceExpressions.is_processing} and ${isToConfirm} as is_to_confirm
      from invoices i
      where i.org_id = ${currentOrgId(ctx)} and ${isUnpaid}
    )
    select
      json_build_object(${groupWhere(sql`payment_status = 'declined' and not is_under_way`)}) as declined,
      json_build_object(
        ${groupWhere(isDue)},
        'overdue', count(*) filter (where ${isDue} and is_overdue)
      ) as due,
      json_build_object(
        ${groupWhere(sql`is_to_confirm`)},
        'only_of', case when count(*) filter (where is_to_confirm) = 1 then (
          json_agg(json_build_object('type', reference_type, 'id', reference_id)) filter (where is_to_confirm)
        ) -> 0 end
      ) as to_confirm,
      json_build_object(
        ${groupWhere(sql`is_under_way`)},
        'since', ${iso("(max(created_at) filter (where is_under_way))")}
      ) as under_way
    from open`,
    () => new Error("an aggregate returned no row"),
  );
