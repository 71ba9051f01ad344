import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/client/subscriptions.ts";
import { unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { fetchChargeableMethod } from "../billing/payment-methods.ts";
import { applyInvoice } from "../webhooks/apply-event.ts";
import { getSubscription } from "./list-subscriptions.ts";
import { changeAtProvider, changeMethod, requireOwnPlan } from "./own-plan.ts";
import type { Subscription } from "./subscription-rows.ts";

/** Sets the payment method of the next terms; the current term and other plans are unchanged. */
export async function changeSubscriptionMethod(
  ctx: Ctx,
  id: string,
  { payment_method_id }: InputOf<typeof contract.changeSubscriptionMethod>["body"],
): Promise<Subscription> {
  const plan = await requireOwnPlan(ctx, id);
  if (plan.payment_method_id !== payment_method_id)
    await changeMethod(ctx, plan, await fetchChargeableMethod(ctx, payment_method_id, plan.customer ?? undefined));
  return getSubscription(ctx, id);
}

/** Cancels the plan at the end of its term, without a refund; no further term is charged. */
export async function cancelSubscription(ctx: Ctx, id: string): Promise<Subscription> {
  const plan = await requireOwnPlan(ctx, id);
  if (!plan.cancels_at_period_end) {
    const change = { cancels_at_period_end: true };
    const { seq, provider } = await changeAtProvider(ctx, plan, { action: "cancelSubscription", change });
    // books the void invoice of a switch that was still waiting for its payment
    if (provider.latest_invoice) await applyInvoice(ctx, seq, provider.latest_invoice);
  }
  return getSubscription(ctx, id);
}

/** Undoes the customer's cancellation. @throws ILLEGAL_SUBSCRIPTION_UPDATE for an end set by an administrator */
export async function resumeSubscription(ctx: Ctx, id: string): Promise<Subscription> {
  const plan = await requireOwnPlan(ctx, id);
  if (plan.cancel_at !== null && !plan.cancels_at_period_end) throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
  if (plan.cancels_at_period_end)
    await changeAtProvider(ctx, plan, { action: "resumeSubscription", change: { cancels_at_period_end: false } });
  return getSubscription(ctx, id);
}
