import type { Ctx } from "../../context.ts";
import { refreshPayment } from "../refresh-payment.ts";
import type { JsonValue, TaskPage } from "../../platform/index.ts";
import { reconcilePage } from "./reconcile.ts";
import { refreshSubscription, refreshSubscriptions } from "./refresh-subscriptions.ts";

/** Where the payments of a run begin, whose subscriptions are done. */
type AtPayments = { payments: JsonValue };
const isAtPayments = (cursor: JsonValue): cursor is AtPayments =>
  typeof cursor === "object" && cursor !== null && "payments" in cursor;

/**
 * A page of the task that brings us in line with the payment provider: first every paid subscription, then what was never
 * delivered and every payment that is still open. Throws GatewayError when the provider does not answer.
 */
export async function bringInLine(ctx: Ctx, cursor: JsonValue): Promise<TaskPage> {
  if (!isAtPayments(cursor)) {
    const page = await refreshSubscriptions(ctx, cursor);
    return { ...page, cursor: page.cursor ?? { payments: null } };
  }
  const page = await reconcilePage(ctx, cursor.payments);
  return { ...page, cursor: page.cursor === null ? null : { payments: page.cursor } };
}

/** Does one that failed again, a subscription or an invoice by its id. Throws what was wrong. */
export async function bringOneInLine(ctx: Ctx, id: string): Promise<void> {
  if (!(await refreshSubscription(ctx, id))) await refreshPayment(ctx, id);
}
