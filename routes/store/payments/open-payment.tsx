import type { ReactNode } from "react";
import { confirmMessage, PaymentPanel } from "./payment-panel.tsx";
import type { Payment } from "../../../worker/domain/payments/index.ts";
import { confirmHref, chargeStates } from "./charge-states.ts";

type OpenPaymentProps = {
  payment: Payment;
  can_pay: boolean;
  /** Shown while a confirmation is due: why the viewer cannot confirm it. Renders nothing for viewers who can. */
  wish: ReactNode;
};

export const needsConfirmation = (payment: Payment): boolean =>
  confirmHref(payment) !== undefined && !payment.is_canceled;

export function OpenPayment({ payment, can_pay, wish }: OpenPaymentProps) {
  const isWaiting = needsConfirmation(payment);
  return (
    <div className={isWaiting ? "notice warning" : "notice info"}>
      <PaymentPanel payment={payment} can_pay={can_pay}>
        <p>
          {isWaiting
            ? confirmMessage(payment, chargeStates(payment))
            : "The bank has not answered yet. Nothing is ever charged twice."}
        </p>
        {isWaiting && wish}
      </PaymentPanel>
    </div>
  );
}
