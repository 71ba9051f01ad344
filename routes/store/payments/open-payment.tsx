import type { ReactNode } from "react";
import { confirmMessage, PaymentPanel } from "./payment-panel.tsx";
import type { Payment } from "../../../worker/domain/payments/index.ts";
import { confirmHref, statesOf } from "./charge-states.ts";

type OpenPaymentProps = {
  payment: Payment;
  can_pay: boolean;
  /** Replaces the form for viewers who may not confirm the payment. */
  wish: ReactNode;
};

export const needsConfirmation = (payment: Payment): boolean =>
  confirmHref(payment) !== undefined && !payment.is_canceled;

export function OpenPayment({ payment, can_pay, wish }: OpenPaymentProps) {
  const waits = needsConfirmation(payment);
  return (
    <div className={waits ? "notice warning" : "notice info"}>
      <PaymentPanel payment={payment} can_pay={can_pay}>
        <p>
          {waits
            ? confirmMessage(payment, statesOf(payment))
            : "The bank has not answered yet. Nothing is ever charged twice."}
        </p>
        {waits && wish}
      </PaymentPanel>
    </div>
  );
}
