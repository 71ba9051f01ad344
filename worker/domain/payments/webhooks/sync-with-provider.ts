import type { Ctx } from "../../context.ts";
import { refreshPayment } from "../refresh-payment.ts";
import type { JsonValue, TaskPage } from "../../platform/index.ts";
import { reconcilePage } from "./reconcile.ts";
import { refreshSubscription, refreshSubscriptions } from "./refresh-subscriptions.ts";

type PaymentsCursor = { payments: JsonValue };
const isPaymentsCursor = (cursor: JsonValue): cursor is PaymentsCursor =>
  typeof cursor === "object" && cursor !== null && "payments" in cursor;

/**
 * One batch of the task that syncs with the payment provider: first every paid subscription, then undelivered events
 * and open payments. Rethrows GatewayError.
 */
export async function syncWithProvider(ctx: Ctx, cursor: JsonValue): Promise<TaskPage> {
  if (!isPaymentsCursor(cursor)) {
    const page = await refreshSubscriptions(ctx, cursor);
    return { ...page, cursor: page.cursor ?? { payments: null } };
  }
  const page = await reconcilePage(ctx, cursor.payments);
  return { ...page, cursor: page.cursor === null ? null : { payments: page.cursor } };
}

/** Retries one failed record, a subscription or an invoice by its id. @throws the cause of a failure */
export async function syncRecordWithProvider(ctx: Ctx, id: string): Promise<void> {
  if (!(await refreshSubscription(ctx, id))) await refreshPayment(ctx, id);
}
