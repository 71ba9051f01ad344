import { Notice } from "../../../islands/ui/notice.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { canPay } from "../buying.ts";
import { CancelPayment } from "./cancel-payment.tsx";

export function WaitingPayment({ layout: { paying_cart_no: cart_no, viewer } }: { layout: LayoutData }) {
  if (cart_no === null) return null;
  return (
    <Notice tone="warning">
      <p>You are paying for your cart, so it is locked until the payment succeeds or is canceled.</p>
      <div className="actions">
        <a className="button" href={hrefOf(pages.checkoutState, { cart_no })}>
          Continue the payment
        </a>
        {canPay(viewer) && <CancelPayment />}
      </div>
    </Notice>
  );
}
