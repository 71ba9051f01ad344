import { pages } from "../../../worker/contract/pages.ts";
import type { Payment } from "../../../worker/domain/payments/index.ts";
import { confirmMessage, PaymentPanel } from "../payments/payment-panel.tsx";
import { confirmHref, chargeStates } from "../payments/charge-states.ts";

type PendingProps = { payment: Payment; can_pay: boolean; href: string };

export function PendingPayment({ payment, can_pay, href }: PendingProps) {
  const { charges, cart_no, is_canceled } = payment;
  if (is_canceled) {
    return (
      <>
        <h1>The payment is being canceled</h1>
        <PaymentPanel payment={payment} can_pay={can_pay}>
          <p className="subtitle">
            You will not be charged for what is not paid yet. This page updates when the payment is canceled.
          </p>
        </PaymentPanel>
      </>
    );
  }
  if (confirmHref(payment)) {
    return (
      <>
        <h1>
          {charges.length > 1
            ? `Confirm ${charges.length} payments with your bank`
            : "Your bank needs to confirm that it is you"}
        </h1>
        <PaymentPanel payment={payment} can_pay={can_pay}>
          <p className="subtitle">
            {confirmMessage(payment, chargeStates(payment))} Your bank’s page opens in a new tab; this page shows the
            next step by itself.
          </p>
        </PaymentPanel>
      </>
    );
  }
  return (
    <>
      <h1>Your payment is being processed</h1>
      <PaymentPanel payment={payment} can_pay={can_pay}>
        <p className="subtitle">
          The bank has not answered yet. You do not need to wait: we email you when it does, and cart {cart_no} is never
          charged twice.
        </p>
      </PaymentPanel>
      <p className="actions">
        <a className="button quiet" href={href}>
          Check again
        </a>
      </p>
    </>
  );
}

// Provider error codes on which buyers can act.
const declineReasons: Record<string, string> = {
  insufficient_funds: "The account does not hold enough money.",
  expired_card: "The card has expired.",
  authentication_required: "The bank asked for a confirmation and did not get it.",
};

export function FailedPayment({ failure, is_canceled }: { failure: string | null; is_canceled: boolean }) {
  return (
    <>
      <h1>{is_canceled ? "The payment was canceled" : "The payment was declined"}</h1>
      <p className="subtitle">
        {is_canceled
          ? "Nothing was charged, and your cart is as it was."
          : `${declineReasons[failure ?? ""] ?? "The bank did not accept the payment."} Nothing was charged, and your cart is as it was. Choose another payment method, or ask your bank why.`}
      </p>
      <p className="actions">
        <a className="button" href={pages.checkout}>
          Try again
        </a>
        <a className="button quiet" href={pages.cart}>
          Back to the cart
        </a>
      </p>
    </>
  );
}
