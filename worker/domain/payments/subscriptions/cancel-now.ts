import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import type { NamedMethod } from "../../../contract/buying/payment-method-name.ts";
import { isUuid } from "../../../contract/fields.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { audited, newLease } from "../../platform/index.ts";
import { iso, maybeOne, type RowOf } from "../../sql.ts";
import { nextSequence } from "../invoices/record-payment.ts";
import { type Claim, claimColumns } from "../refunds/claim-refund.ts";
import { executeRefund, failRefund } from "../refunds/execute-refund.ts";
import { getSubscription } from "./list-subscriptions.ts";
import { lockPlan, type PaidPlan, requireOwnPlan } from "./own-plan.ts";
import { syncSubscriptions } from "./record-subscription.ts";
import { refundOffer, type Subscription } from "./subscription-rows.ts";

const endingRow = () =>
  z.object({
    claim: z.custom<Claim>(),
    subscription_id: z.string(),
    stripe_id: z.string(),
    charge: z.nullable(z.string()),
    customer: z.nullable(z.string()),
    stripe_invoice_id: z.nullable(z.string()),
  });
type Ending = RowOf<typeof endingRow>;

const findEnding = (ctx: Ctx, where: SQL): Promise<Ending | undefined> =>
  maybeOne(
    ctx,
    endingRow,
    sql`
    select to_json(claim) as claim, s.id as subscription_id, s.stripe_id, i.stripe_invoice_id,
      org.stripe_customer_id as customer,
      (
        select l.stripe_object_id from payment_ledger l where l.invoice_id = i.id and l.kind = 'charge'
        order by l.id limit 1
      ) as charge
    from refunds r
      join invoices i on i.id = r.invoice_id and i.reference_type = 'subscription'
      join subscriptions s on s.id = i.reference_id
      join organizations org on org.id = s.org_id
      cross join lateral (select ${claimColumns}) claim
    where r.action = 'cancelSubscriptionNow' and ${where}`,
  );

/**
 * Ends a plan at once and refunds its whole first payment, within 14 days of that payment. The refund is claimed first;
 * then the subscription ends at the provider, then the money goes back (ADR-078). Repeated requests continue the same
 * claim.
 * @throws ILLEGAL_SUBSCRIPTION_UPDATE when the plan cannot be refunded any more, PAYMENT_FAILED if the provider refuses
 * the refund, and the errors of `requireOwnPlan`
 */
export async function cancelSubscriptionNow(ctx: Ctx, id: string): Promise<Subscription> {
  const { org_id } = requireUser(ctx);
  const isOwn = sql`s.id = ${isUuid(id) ? id : null}::uuid and s.org_id = ${org_id}`;
  if (!(await findEnding(ctx, isOwn))) await claimEnding(ctx, await requireOwnPlan(ctx, id));
  const claimed = await findEnding(ctx, isOwn);
  if (!claimed) throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
  if (claimed.claim.status === "asked") await executeEnding(ctx, claimed);
  return getSubscription(ctx, id);
}

/** Does nothing if the refund is already claimed or the plan is not refundable. */
async function claimEnding(ctx: Ctx, { id }: PaidPlan): Promise<void> {
  const { user_id, impersonator_id } = requireUser(ctx);
  await ctx.db.batch([
    lockPlan(id),
    sql`
    with offered as (
      select s.id, s.org_id, s.attempt_id, ${refundOffer} as offer
      from subscriptions s
      where s.id = ${id}
    ),
    i as (
      update invoices set refund_seq = refund_seq + 1
      from offered
      where invoices.id = (offered.offer ->> 'invoice_id')::uuid
      returning invoices.id
    ),
    r as (
      insert into refunds (
        key, asked_for, org_id, order_id, invoice_id, amount, balance_amount, action, actor_id, impersonator_id,
        next_at, reason
      )
      select
        i.id || '_cancel', 'all', offered.org_id,
        (select o.id from orders o where o.attempt_id = offered.attempt_id limit 1),
        i.id, (offered.offer ->> 'amount')::bigint, (offered.offer ->> 'balance')::bigint, 'cancelSubscriptionNow',
        ${user_id}, ${impersonator_id}, ${newLease}, 'requested_by_customer'
      from offered, i
      on conflict do nothing
      returning *
    ),
    plan as (select offered.id, offered.org_id, r.amount from offered, r),
    ${audited(ctx, "cancelSubscriptionNow", "subscription", "plan", {
      data: sql`jsonb_build_object('amount', plan.amount)`,
    })}
    select 1 from r`,
  ]);
}

async function executeEnding(ctx: Ctx, { claim, ...plan }: Ending): Promise<void> {
  const seq = await nextSequence(ctx);
  const ended = await ctx.gateways.payments.cancelSubscription(plan.stripe_id);
  if (ended) await syncSubscriptions(ctx, seq, [{ id: plan.subscription_id, provider: ended }]);
  // the plan has ended, so a refund that the provider refuses is left to an administrator
  await executeRefund(ctx, { ...plan, charges: 1, is_on_account: false }, claim, failRefund);
  ctx.wakeWorkers();
}

export async function continueEnding(ctx: Ctx, refundId: string): Promise<void> {
  const claimed = await findEnding(ctx, sql`r.id = ${refundId}`);
  if (claimed?.claim.status === "asked") await executeEnding(ctx, claimed);
}

const refusedRefund = () =>
  z.object({
    invoice_id: z.string(),
    amount: z.number(),
    method: z.custom<NamedMethod | null>(),
    at: z.string(),
  });
export type RefusedRefund = RowOf<typeof refusedRefund>;

/**
 * The refund of a plan that was canceled at once, if the provider refused it or it failed later, and the money is still
 * with us.
 */
export const findRefusedRefund = (ctx: ReadCtx, subscriptionId: string): Promise<RefusedRefund | undefined> =>
  readRefusedRefund(ctx, sql`i.reference_id = ${subscriptionId} and i.org_id = ${currentOrgId(ctx)}`);

export const findAdminRefusedRefund = (ctx: ReadCtx, subscriptionId: string): Promise<RefusedRefund | undefined> =>
  readRefusedRefund(ctx, sql`i.reference_id = ${subscriptionId}`);

const readRefusedRefund = (ctx: ReadCtx, where: SQL): Promise<RefusedRefund | undefined> =>
  maybeOne(
    ctx,
    refusedRefund,
    sql`
    select i.id as invoice_id, r.amount::float as amount, ${iso("r.updated_at")} as at,
      (
        select paid.method
        from jsonb_to_recordset(i.tries) as paid(status text, method jsonb)
        where paid.status = 'succeeded'
        limit 1
      ) as method
    from refunds r join invoices i on i.id = r.invoice_id
    where r.action = 'cancelSubscriptionNow'
      and i.reference_type = 'subscription' and ${where}
      and (r.status = 'failed' or i.payment_status = 'refund_failed')
      and (select sum(l.amount_cents) from payment_ledger l where l.invoice_id = i.id) > 0`,
  );
