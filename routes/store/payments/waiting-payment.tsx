import { formatMoney } from "../../../islands/lib/money.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { canPay } from "../buying.ts";
import { CancelPaymentForm, paidChargesText } from "./cancel-payment.tsx";
import { formatChargeNames, type PartialPayment } from "./charge-states.ts";

type WaitingProps = { layout: LayoutData; part?: PartialPayment | undefined };

/** `part` is set if some of the cart is already paid. */
export function WaitingPayment({ layout: { paying_cart_no: cart_no, viewer }, part }: WaitingProps) {
  if (cart_no === null) return null;
  return (
    <Notice tone="warning">
      <p>
        {part
          ? `One part of your cart is paid; ${formatChargeNames(part.open)} waits for your bank. ${paidChargesText(part)}`
          : "You are paying for your cart, so it is locked until the payment succeeds or is canceled."}
      </p>
      <div className="actions">
        <a className="button" href={hrefOf(pages.checkoutState, { cart_no })}>
          {part ? `Confirm ${formatMoney(part.open_amount)}` : "Continue the payment"}
        </a>
        {canPay(viewer) && <CancelPaymentForm part={part} />}
      </div>
    </Notice>
  );
}
