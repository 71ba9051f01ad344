import { confirmMessage, PaymentPanel } from "./payment-panel.tsx";
import type { Payment } from "../../../worker/domain/payments/index.ts";
import { confirmHref, statesOf } from "./charge-states.ts";

export function OpenPayment({ payment, can_pay }: { payment: Payment; can_pay: boolean }) {
  const waits = confirmHref(payment) !== undefined && !payment.is_canceled;
  return (
    <div className={waits ? "notice warning" : "notice info"}>
      <PaymentPanel payment={payment} can_pay={can_pay}>
        <p>
          {waits
            ? confirmMessage(payment, statesOf(payment))
            : "The bank has not answered yet. Nothing is ever charged twice."}
        </p>
      </PaymentPanel>
    </div>
  );
}
