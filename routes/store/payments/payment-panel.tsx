import type { ReactNode } from "react";
import type { Charge, Payment } from "../../../worker/domain/payments/index.ts";
import { formatMoney, termLabels } from "../../../islands/lib/money.ts";
import PaymentProgress from "../../../islands/store/payment-progress.tsx";
import { Island } from "../../../worker/ui/island.tsx";
import { CancelPaymentForm } from "./cancel-payment.tsx";
import {
  confirmHref,
  paymentMethodName,
  findPartialPayment,
  type ChargeState,
  chargeStates,
  paymentStep,
} from "./charge-states.ts";

type PaymentPanelProps = {
  payment: Payment;
  /** False shows only the state, without buttons. */
  can_pay: boolean;
  children?: ReactNode;
};

const stateLabels: Record<ChargeState, string> = {
  paid: "Confirmed and paid",
  declined: "Declined",
  confirm: "To be confirmed now",
  next: "Follows",
  bank: "Bank transfer under way",
  asked: "The bank has not answered yet",
};

/** While the payment is open, the page reloads at each step of the payment. */
export function PaymentPanel({ payment, can_pay, children }: PaymentPanelProps) {
  const states = chargeStates(payment);
  const href = confirmHref(payment);
  const method = paymentMethodName(payment);
  return (
    <section className="payment-panel" aria-label="Payment" data-step={paymentStep(payment)}>
      {children}
      <ol className="payment-parts">
        {payment.charges.map((charge, index) => (
          <ChargeLine key={charge.id} charge={charge} state={states[index] ?? "asked"} />
        ))}
      </ol>
      {method && <p className="small">By {method}.</p>}
      {payment.is_open && (
        <>
          {can_pay && (
            <div className="actions">
              {href && !payment.is_canceled && (
                <a className="button" href={href} target="_blank" rel="noopener noreferrer">
                  Confirm the payment
                </a>
              )}
              {!payment.is_canceled && <CancelPaymentForm part={findPartialPayment(payment)} />}
            </div>
          )}
          <Island name="store/payment-progress" of={PaymentProgress} props={{ step: paymentStep(payment) }} />
        </>
      )}
    </section>
  );
}

function ChargeLine({ charge: { kind, name, amount, term }, state }: { charge: Charge; state: ChargeState }) {
  return (
    <li data-state={state}>
      <span>
        {kind === "order" ? `Order ${name}` : name}
        <small>
          {state === "paid" && <CheckMark />}
          {stateLabels[state]}
        </small>
      </span>
      <b>
        {formatMoney(amount)}
        {term && ` ${termLabels[term]}`}
      </b>
    </li>
  );
}

const CheckMark = () => (
  <svg className="check-mark" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <path d="M3,8.5l3.5 3.5L13 5" pathLength="1" />
  </svg>
);

/** The message must not say that nothing is charged once a charge is paid. */
export function confirmMessage({ charges }: Payment, states: ChargeState[]): string {
  const paidCount = charges.filter((_, index) => states[index] === "paid").length;
  if (charges.length === 1) return "Your bank asks you to confirm this payment. Nothing is charged until then.";
  const intro = `Your bank asks you to confirm each of the ${charges.length} payments.`;
  return paidCount === 0
    ? `${intro} Each is charged when you confirm it.`
    : `${intro} ${paidCount} of ${charges.length} ${paidCount === 1 ? "is" : "are"} confirmed and paid; the next is charged when you confirm it.`;
}
