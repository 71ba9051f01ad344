import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { BilledInvoice, Subscription, Payment } from "../../../worker/domain/payments/index.ts";
import { OpenPayment } from "../../store/payments/open-payment.tsx";
import { isByBank } from "../../store/payments/charge-states.ts";
import { payHref } from "../orders/payment-history.tsx";
import { hasEnded } from "../../../worker/ui/parts/subscription-next.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

type OutlookProps = {
  plan: Subscription;
  invoices: BilledInvoice[];
  payment: Payment | undefined;
  can_pay: boolean;
  support_email: string;
};

export function Outlook({ plan, invoices, payment, can_pay, support_email }: OutlookProps) {
  const [newest] = invoices;
  if (plan.status === "incomplete_expired") {
    return (
      <p className="notice info">
        The first payment was not made in time, so this subscription never started and nothing was charged.
      </p>
    );
  }
  if (hasEnded(plan)) return <WhyEnded plan={plan} newest={newest} />;
  if (plan.status === "paused") {
    return (
      <p className="notice warning">
        This subscription is paused, and nothing is charged. To resume it, write to{" "}
        <a href={`mailto:${support_email}`}>{support_email}</a>.
      </p>
    );
  }
  if (payment?.is_open) return <OpenPayment payment={payment} can_pay={can_pay} />;
  if (newest?.billing_reason === "manual" && newest.payment_status !== "paid")
    return newest.is_open ? <UnpaidSwitch plan={plan} invoice={newest} can_pay={can_pay} /> : null;
  if (newest?.needs_action && newest.payment_status === "pending" && plan.status !== "incomplete")
    return <Confirm plan={plan} invoice={newest} can_pay={can_pay} />;
  if (newest?.payment_status === "declined") return <Failed plan={plan} invoice={newest} can_pay={can_pay} />;
  if (newest?.payment_status === "pending")
    return <Waiting plan={plan} invoice={newest} payment={payment} can_pay={can_pay} />;
  return null;
}

function WhyEnded({ plan, newest }: { plan: Subscription; newest: BilledInvoice | undefined }) {
  const isUnpaid = newest?.payment_status === "declined" || newest?.payment_status === "pending";
  return (
    <p className="notice info">
      {isUnpaid
        ? `It ended because the payment of ${formatMoney(newest.amount)} was not made.`
        : newest?.payment_status === "refunded"
          ? `It was canceled, and the payment of ${formatMoney(newest.amount)} was given back.`
          : plan.stripe_id === null
            ? "Its term is over."
            : "It was canceled, so it did not renew."}
    </p>
  );
}

/** A switch to another term that begins once its invoice is paid. */
function UnpaidSwitch({ plan, invoice, can_pay }: OpenProps) {
  const href = payHref(invoice);
  return (
    <div className="notice warning" role="status">
      <p>
        {invoice.needs_action
          ? `Your bank asks you to confirm the payment of ${formatMoney(invoice.amount)} for the other term.`
          : `The payment of ${formatMoney(invoice.amount)} for the other term did not go through.`}{" "}
        Until it is paid, {plan.product.name} stays as it is. After a day the switch is dropped.
      </p>
      {can_pay && (
        <form
          method="post"
          action={hrefOf(pages.withdrawSubscriptionSwitch, { subscription_id: plan.id })}
          className="actions"
        >
          {href && (
            <a className="button" href={href}>
              {invoice.needs_action ? "Confirm the payment" : "Pay now"}
            </a>
          )}
          <button className="button quiet">Keep {plan.product.name}</button>
        </form>
      )}
    </div>
  );
}

type OpenProps = { plan: Subscription; invoice: BilledInvoice; can_pay: boolean };

function Failed({ plan, invoice, can_pay }: OpenProps) {
  return (
    <div className="notice danger" role="status">
      <p>
        The payment of {formatMoney(invoice.amount)} for the term from <DateText at={invoice.created_at} /> failed.{" "}
        {invoice.next_attempt_at ? (
          <>
            We try again on <DateText at={invoice.next_attempt_at} />. If it stays unpaid, the subscription ends.
          </>
        ) : (
          "We will not try again: pay it, or the subscription ends."
        )}
      </p>
      <PaymentLinks plan={plan} invoice={invoice} can_pay={can_pay} />
    </div>
  );
}

function Waiting({ plan, invoice, payment, can_pay }: OpenProps & { payment: Payment | undefined }) {
  if (plan.status === "incomplete") {
    return (
      <div className="notice warning">
        <p>The first payment of {formatMoney(invoice.amount)} is not complete; the plan starts when it is.</p>
        <PaymentLinks plan={plan} invoice={invoice} can_pay={can_pay} />
      </div>
    );
  }
  if (isByBank(payment)) {
    return (
      <p className="notice warning">
        The payment of {formatMoney(invoice.amount)} has not arrived yet. A bank transfer takes up to 4 business days
        {plan.is_available ? "." : "; you can use the plan once it arrives."}
      </p>
    );
  }
  return (
    <p className="notice warning">
      The payment of {formatMoney(invoice.amount)} has not arrived yet
      {plan.is_available ? "." : "; you can use the plan once it arrives."}
    </p>
  );
}

/** The bank wants the renewal confirmed. */
function Confirm({ plan, invoice, can_pay }: OpenProps) {
  return (
    <div className="notice warning" role="status">
      <p>
        Your bank asks you to confirm the renewal of {formatMoney(invoice.amount)}
        {invoice.next_attempt_at && (
          <>
            {" "}
            before <DateText at={invoice.next_attempt_at} />
          </>
        )}
        . Otherwise the subscription ends.
      </p>
      <PaymentLinks plan={plan} invoice={invoice} can_pay={can_pay} label="Confirm the payment" />
    </div>
  );
}

type LinksProps = OpenProps & { label?: string };

function PaymentLinks({ plan, invoice, can_pay, label = `Pay ${formatMoney(invoice.amount)}` }: LinksProps) {
  const href = payHref(invoice);
  if (!can_pay) return <p>A buyer or manager of your organization can pay it here.</p>;
  return (
    <div className="actions">
      {href && (
        <a className="button" href={href}>
          {label}
        </a>
      )}
      <a className="button quiet" href={hrefOf(pages.subscriptionPaymentMethods, { subscription_id: plan.id })}>
        Choose another payment method
      </a>
    </div>
  );
}
