import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../../contract/errors.ts";
import { pages } from "../../../contract/pages.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { hasStaffPermission } from "../../permissions.ts";
import { audited } from "../../platform/index.ts";
import { iso, maybeOne, one, type RowOf } from "../../sql.ts";

/** Failed refunds of an order that were neither retried nor paid by other means. */
const openFailures = (orderId: string, orgId: SQL): SQL => sql`(
  select l.stripe_object_id as id, l.amount_cents as amount, i.reference_id as order_id, i.org_id
  from invoices i join payment_ledger l on l.invoice_id = i.id and l.kind = 'refund_failed'
  where i.reference_type = 'order' and i.reference_id = ${orderId} and i.org_id = ${orgId}
    and not exists (
      select 1 from refunds r where r.failed_refund_id = l.stripe_object_id and r.status <> 'canceled'
    )
)`;

const failureRow = () =>
  z.object({
    /** US cents. */
    amount: z.int(),
    /** Some failed refund still lacks the customer's instructions. */
    is_unanswered: z.boolean(),
    answered_at: z.nullable(z.string()),
    answered_by: z.nullable(z.string()),
  });
export type RefundFailure = RowOf<typeof failureRow>;

/** Undefined if the order has no open failed refund. */
export const findRefundFailure = (ctx: ReadCtx, orderId: string): Promise<RefundFailure | undefined> =>
  maybeOne(
    ctx,
    failureRow,
    sql`
    select sum(failed.amount)::float as amount, bool_or(told.failed_refund_id is null) as is_unanswered,
      ${iso("max(told.created_at)")} as answered_at, max(u.first_name || ' ' || u.last_name) as answered_by
    from ${openFailures(orderId, currentOrgId(ctx))} failed
      left join refund_instructions told on told.failed_refund_id = failed.id
      left join users u on u.id = told.created_by
    having count(*) > 0`,
  );

/**
 * Saves the customer's instructions for the failed refunds of an order, once for each, and mails support and the
 * administrators who refund. The mail omits the message, which may name a bank account. False if instructions were sent
 * before. @throws FAILED_REFUND_NOT_FOUND if no failed refund is open
 */
export async function sendRefundInstructions(ctx: Ctx, orderId: string, message: string): Promise<boolean> {
  const { user_id, org_id } = requireUser(ctx);
  const fields = sql`'order_number', o.order_number, 'org_name', g.name, 'amount', total.amount,
    'sent_by', btrim(sender.first_name || ' ' || sender.last_name),
    'url', ${pageUrl(ctx, pages.adminOrder, { order_id: sql`o.id` })}`;
  const fromInstructions = sql`(select order_id, sum(amount) as amount from told group by order_id) total
    join orders o on o.id = total.order_id join organizations g on g.id = o.org_id
    join users sender on sender.id = ${user_id}`;
  const row = await one(
    ctx,
    () => z.object({ is_open: z.boolean(), is_sent: z.boolean() }),
    sql`
    with failed as materialized (select * from ${openFailures(orderId, sql`${org_id}::uuid`)} each),
    saved as (
      insert into refund_instructions (failed_refund_id, order_id, org_id, message, created_by)
      select failed.id, failed.order_id, failed.org_id, ${message}, ${user_id} from failed
      on conflict do nothing
      returning *
    ),
    told as (
      select saved.order_id as id, saved.order_id, saved.org_id, saved.failed_refund_id, failed.amount
      from saved join failed on failed.id = saved.failed_refund_id
    ),
    ${audited(ctx, "sendRefundInstructions", "order", "told", {
      subject_id: sql`told.order_id`,
      data: sql`jsonb_build_object('amount', told.amount)`,
    })},
    ${notificationParts(
      {
        type: "refundInstructions",
        recipient: sql`u.email`,
        user_id: sql`u.id`,
        payload: sql`jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name, ${fields})`,
        channels: ["email"],
        as: "staff_mail",
      },
      sql`${fromInstructions} join users u on u.is_active and ${hasStaffPermission("u", "refunds:act")}`,
    )},
    ${notificationParts(
      {
        type: "refundInstructions",
        recipient: sql`${ctx.settings.SUPPORT_EMAIL}::text`,
        user_id: sql`null`,
        payload: sql`jsonb_build_object(${fields})`,
        channels: ["email"],
        as: "support_mail",
      },
      fromInstructions,
    )}
    select exists (select 1 from failed) as is_open, exists (select 1 from saved) as is_sent`,
    () => new Error("a select without tables returned no row"),
  );
  if (!row.is_open) throw notFound("FAILED_REFUND_NOT_FOUND");
  if (row.is_sent) ctx.wakeWorkers();
  return row.is_sent;
}
