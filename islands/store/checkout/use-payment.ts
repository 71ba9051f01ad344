import { useEffect, useRef, useState } from "react";
import type { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import type { createApprovalRequest } from "../../../worker/contract/v1/store/approval-requests.ts";
import { aboveChargeMaxMessage } from "../../../worker/contract/buying/charge-limit.ts";
import { call, type FailedOutcome } from "../../lib/api.ts";
import { staleErrcodes } from "./places.ts";
import type { CheckoutProps } from "./model.ts";
import type { Checkout } from "./use-checkout.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

const stateHref = (cartNo: string) => hrefOf(pages.checkoutState, { cart_no: cartNo });
/** Without a reply or after a server failure the payment may have happened. */
const isUnknown = ({ status }: FailedOutcome) => status === 0 || status >= 500;

/**
 * State and action of the pay button, which stays busy until an error is shown. The server charges a version of the
 * cart at most once.
 */
export function usePayment(
  { cart, tell, forget, reload, settle }: Checkout,
  terms: CheckoutProps["terms"],
  needsApproval: boolean,
) {
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [unknown, setUnknown] = useState(false);

  const stop = () => {
    isSending.current = false;
    setBusy(false);
  };
  const handleFailure = (failed: FailedOutcome) => {
    const { errcode } = failed;
    if (errcode === "NO_PRODUCTS_IN_CART" || errcode === "CART_NOT_FOUND") return location.assign(pages.cart);
    if (errcode === "ORDER_ALREADY_PAID" || errcode === "CART_PARTIALLY_FULFILLED")
      return location.assign(stateHref(cart.cart_no));
    if (errcode && staleErrcodes.includes(errcode) && failed.message !== aboveChargeMaxMessage) return reload(errcode);
    stop();
    if (isUnknown(failed)) return setUnknown(true);
    tell(failed);
  };

  const pay = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setUnknown(false);
    forget("pay", "payment");
    const savedCart = await settle();
    if (!savedCart) return stop();
    const body = { updated_at: savedCart.updated_at, terms_version: terms?.version };
    if (needsApproval) {
      const sent = await call<typeof createApprovalRequest>(
        { method: "POST", path: "/v1/store/approval-requests", status: 201, needs: ["id"] },
        { body: { ...body, note: savedCart.note } },
      );
      return sent.ok
        ? location.assign(hrefOf(pages.approvalRequest, { request_id: sent.data.id }))
        : handleFailure(sent);
    }
    const outcome = await call<typeof checkoutCart>(
      { method: "POST", path: "/v1/store/checkout/cart", status: 200, needs: ["cart_no", "payment_status"] },
      { body },
    );
    if (!outcome.ok) return handleFailure(outcome);
    location.assign(stateHref(outcome.data.cart_no));
  };

  useEffect(() => {
    const openState = (event: PageTransitionEvent) => event.persisted && location.assign(stateHref(cart.cart_no));
    addEventListener("pageshow", openState);
    return () => removeEventListener("pageshow", openState);
  }, [cart.cart_no]);

  return { busy, unknown, pay, state_href: stateHref(cart.cart_no) };
}
