import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { cancelPayment as contract } from "../../../worker/contract/v1/store/checkout.ts";
import { type CanceledPayment, cancelPayment } from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { signInToBuy } from "../buying.ts";

const messages: Record<CanceledPayment["state"], string> = {
  none: "There is no pending payment. This is your cart.",
  pending: "The payment is being canceled. Your cart can change in a moment.",
  failed: "The payment was canceled and nothing was charged. Your cart is as it was.",
  partly: "The payment was canceled. Items that were already paid stay bought.",
  succeeded: "This was paid a moment ago, so it could not be canceled.",
};

const nextHref = (canceled: CanceledPayment | undefined): string =>
  canceled?.cart_no && (canceled.state === "partly" || canceled.state === "succeeded")
    ? hrefOf(pages.checkoutState, { cart_no: canceled.cart_no })
    : pages.cart;

export const cancelPaymentForm = formPost(contract, {
  path: pages.cancelPayment,
  send: (ctx) => cancelPayment(ctx),
  back: nextHref,
  done: ({ state }) => messages[state],
  sign_in: signInToBuy(pages.cart),
});
