import type { ReactNode } from "react";
import type { Charge, Payment } from "../../../worker/domain/payments/index.ts";
import { formatMoney, termLabels } from "../../../islands/lib/money.ts";
import PaymentProgress from "../../../islands/store/payment-progress.tsx";
import { Island } from "../../../worker/ui/island.tsx";
import { CancelPayment } from "./cancel-payment.tsx";
import { confirmHref, paidBy, partPaid, type ChargeState, statesOf, paymentStep } from "./charge-states.ts";

type PaymentPanelProps = {
  payment: Payment;
  /** Other users see the state without buttons. */
  can_pay: boolean;
  children?: ReactNode;
};

const stateWords: Record<ChargeState, string> = {
  paid: "Confirmed and paid",
  declined: "Declined",
  confirm: "To be confirmed now",
  next: "Follows",
  bank: "Bank transfer under way",
  asked: "The bank has not answered yet",
};

/** Refreshes itself while the bank decides. */
export function PaymentPanel({ payment, can_pay, children }: PaymentPanelProps) {
  const states = statesOf(payment);
  const href = confirmHref(payment);
  const method = paidBy(payment);
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
              {!payment.is_canceled && <CancelPayment part={partPaid(payment)} />}
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
          {stateWords[state]}
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

/** Must never call a paid charge uncharged. */
export function confirmMessage({ charges }: Payment, states: ChargeState[]): string {
  const paid = charges.filter((_, index) => states[index] === "paid").length;
  if (charges.length === 1) return "Your bank asks you to confirm this payment. Nothing is charged until then.";
  const each = `Your bank asks you to confirm each of the ${charges.length} payments.`;
  return paid === 0
    ? `${each} Each is charged when you confirm it.`
    : `${each} ${paid} of ${charges.length} ${paid === 1 ? "is" : "are"} confirmed and paid; the next is charged when you confirm it.`;
}
