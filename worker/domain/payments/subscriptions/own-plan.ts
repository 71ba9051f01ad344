import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { subscriptionStatuses } from "../../../../db/enums.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { isUuid } from "../../../contract/fields.ts";
import type { AuditAction } from "../../../contract/people/audit-labels.ts";
import type {
  ProviderPaymentMethod,
  ProviderSubscription,
  SubscriptionChange,
} from "../../../gateways/payment-provider.ts";
import { audited } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { iso, one, type RowOf } from "../../sql.ts";
import { nextSequence } from "../invoices/record-payment.ts";
import { recordSubscription } from "./record-subscription.ts";

const ownPlan = () =>
  z.object({
    id: z.string(),
    org_id: z.string(),
    product_id: z.string(),
    stripe_id: z.nullable(z.string()),
    customer: z.nullable(z.string()),
    status: z.enum(subscriptionStatuses),
    cancel_at: z.nullable(z.string()),
    cancels_at_period_end: z.boolean(),
    current_period_end: z.nullable(z.string()),
    payment_method_id: z.nullable(z.string()),
  });
export type OwnPlan = RowOf<typeof ownPlan>;
/** A plan whose terms the provider charges. */
export type PaidPlan = OwnPlan & { stripe_id: string };

/**
 * A plan of the organization that the customer can change. @throws SUBSCRIPTION_NOT_FOUND,
 * SUBSCRIPTION_ALREADY_CANCELLED once it has ended, and ILLEGAL_SUBSCRIPTION_UPDATE for a granted plan and one that has
 * not begun
 */
export async function requireOwnPlan(ctx: Ctx, id: string): Promise<PaidPlan> {
  const refusal = () => notFound("SUBSCRIPTION_NOT_FOUND");
  if (!isUuid(id)) throw refusal();
  const plan = await one(
    ctx,
    ownPlan,
    sql`
    select s.id, s.org_id, s.product_id, s.stripe_id, o.stripe_customer_id as customer, s.status,
      ${iso("s.cancel_at")} as cancel_at, s.cancels_at_period_end,
      ${iso("s.current_period_end")} as current_period_end, s.payment_method ->> 'id' as payment_method_id
    from subscriptions s join organizations o on o.id = s.org_id
    where s.id = ${id} and s.org_id = ${requireUser(ctx).org_id}`,
    refusal,
  );
  const { stripe_id, status, cancel_at } = plan;
  if (status === "canceled" || status === "incomplete_expired" || (cancel_at && Date.parse(cancel_at) <= Date.now()))
    throw unprocessable("SUBSCRIPTION_ALREADY_CANCELLED");
  if (stripe_id === null || status === "incomplete") throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
  return { ...plan, stripe_id };
}

/**
 * Runs in one batch with the claim of a switch or of an immediate end, so that the second of two concurrent claims sees
 * the first.
 */
export const lockPlan = (id: string): SQL => sql`select 1 from subscriptions where id = ${id} for no key update`;

type PlanChange = { action: AuditAction; change: SubscriptionChange; data?: Record<string, unknown> };

/**
 * Changes the plan at the provider, then in our tables. A repeated call changes nothing more, but is audited again.
 * @throws STRIPE_SUBSCRIPTION_MODIFICATION_ERROR
 */
export async function changeAtProvider(
  ctx: Ctx,
  plan: PaidPlan,
  { action, change, data }: PlanChange,
): Promise<{ seq: number; provider: ProviderSubscription }> {
  const seq = await nextSequence(ctx);
  const provider = await ctx.gateways.payments.updateSubscription(plan.stripe_id, change);
  if (!provider) throw unprocessable("STRIPE_SUBSCRIPTION_MODIFICATION_ERROR");
  // a webhook may have recorded the change already, so the audit entry does not depend on a changed row
  await recordSubscription(ctx, plan.id, seq, provider, [
    sql`plan as (select id, org_id from subscriptions where id = ${plan.id})`,
    audited(ctx, action, "subscription", "plan", data ? { data } : {}),
  ]);
  return { seq, provider };
}

export async function changeMethod(ctx: Ctx, plan: PaidPlan, method: ProviderPaymentMethod): Promise<void> {
  const { last4 = "" } = method.card ?? method.us_bank_account ?? {};
  await changeAtProvider(ctx, plan, {
    action: "changeSubscriptionMethod",
    change: { payment_method: method.id },
    data: { last4 },
  });
}
