import { getCartByNo } from "../../../worker/contract/v1/store/cart.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { type CheckoutResult, getCheckoutResult } from "../../../worker/domain/sales/index.ts";
import { findPayment, type Payment } from "../../../worker/domain/payments/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { canPay } from "../buying.ts";
import { appLayout } from "../../layouts.tsx";
import { confirmHref } from "../payments/charge-states.ts";
import { PartlyBought, OrderConfirmation } from "./bought.tsx";
import { FailedPayment, PendingPayment } from "./unpaid.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

async function findResult(
  ctx: ReadCtx,
  cart_no: string,
): Promise<{ result: CheckoutResult; payment: Payment } | undefined> {
  try {
    const [result, payment] = await Promise.all([getCheckoutResult(ctx, cart_no), findPayment(ctx, { cart_no })]);
    return payment && { result, payment };
  } catch (error) {
    if (error instanceof Failure && error.errcode === "CART_NOT_FOUND") return undefined;
    throw error;
  }
}

export const checkoutState = page({
  path: pages.checkoutState,
  access: "session",
  layout: appLayout,
  section: "Cart",
  params: getCartByNo.params,
  async load({ ctx, params, viewer }) {
    const [found, person] = await Promise.all([findResult(ctx, params.cart_no), viewer()]);
    if (!found || !can(person, "buy")) throw new Redirect(pages.cart);
    return { ...found, href: hrefOf(pages.checkoutState, params) };
  },
  head: ({ result, payment }) => ({ title: `${pageTitle(result, payment)} · CrunchBox`, no_store: true }),
  view: ({ result, payment, href }, { layout }) => (
    <div className="outcome" data-state={result.state}>
      {result.state === "pending" && <PendingPayment payment={payment} can_pay={canPay(layout.viewer)} href={href} />}
      {result.state === "failed" && <FailedPayment failure={result.failure} is_canceled={payment.is_canceled} />}
      {result.state === "partly" && <PartlyBought result={result} payment={payment} />}
      {result.state === "succeeded" && <OrderConfirmation result={result} payment={payment} layout={layout} />}
    </div>
  ),
});

function pageTitle({ state, order }: CheckoutResult, payment: Payment): string {
  if (state === "pending") return confirmHref(payment) ? "Confirm the payment" : "Payment under way";
  if (state === "failed") return payment.is_canceled ? "Payment canceled" : "Payment declined";
  if (state === "partly") return "Partly bought";
  return order ? `Order ${order.order_number} placed` : "Thank you";
}
