import type { ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";
import { invoiceSums } from "../../../worker/contract/entities/invoice.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { BilledInvoice, Subscription, Payment } from "../../../worker/domain/payments/index.ts";
import { needsConfirmation, OpenPayment } from "../../store/payments/open-payment.tsx";
import { isByBank } from "../../store/payments/charge-states.ts";
import { payHref } from "../orders/payment-history.tsx";
import { hasEnded } from "../../../worker/ui/parts/subscription-next.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

type PlanBilling = { plan: Subscription; invoices: readonly BilledInvoice[]; payment: Payment | undefined };

type OutlookState =
  | { kind: "never-started" }
  | { kind: "ended" }
  | { kind: "paused" }
  | { kind: "quiet" }
  | { kind: "open"; payment: Payment }
  | { kind: "switch" | "confirm" | "failed" | "first" | "waiting"; invoice: BilledInvoice };

function findOutlook({ plan, invoices: [newest], payment }: PlanBilling): OutlookState {
  if (plan.status === "incomplete_expired") return { kind: "never-started" };
  if (hasEnded(plan)) return { kind: "ended" };
  if (plan.status === "paused") return { kind: "paused" };
  if (payment?.is_open) return { kind: "open", payment };
  if (!newest) return { kind: "quiet" };
  const { payment_status } = newest;
  if (newest.billing_reason === "manual" && payment_status !== "paid")
    return newest.is_open ? { kind: "switch", invoice: newest } : { kind: "quiet" };
  if (newest.needs_action && payment_status === "pending" && plan.status !== "incomplete")
    return { kind: "confirm", invoice: newest };
  if (payment_status === "declined") return { kind: "failed", invoice: newest };
  if (payment_status !== "pending") return { kind: "quiet" };
  return { kind: plan.status === "incomplete" ? "first" : "waiting", invoice: newest };
}

export function asksToPay(billing: PlanBilling): boolean {
  const state = findOutlook(billing);
  if (state.kind === "open") return needsConfirmation(state.payment);
  return ["switch", "confirm", "failed", "first"].includes(state.kind);
}

type OutlookProps = PlanBilling & {
  can_pay: boolean;
  /** Why the viewer cannot pay, in place of the links to pay. Renders nothing for viewers who can. */
  wish: ReactNode;
  support_email: string;
};

export function Outlook({ plan, invoices, payment, can_pay, wish, support_email }: OutlookProps) {
  const state = findOutlook({ plan, invoices, payment });
  if (state.kind === "quiet") return null;
  if (state.kind === "never-started") {
    return (
      <p className="notice info">
        The first payment was not made in time, so this subscription never started and nothing was charged.
      </p>
    );
  }
  if (state.kind === "ended") return <EndedNotice plan={plan} newest={invoices[0]} />;
  if (state.kind === "paused") {
    return (
      <p className="notice warning">
        This subscription is paused, and nothing is charged. To resume it, write to{" "}
        <a href={`mailto:${support_email}`}>{support_email}</a>.
      </p>
    );
  }
  if (state.kind === "open") return <OpenPayment payment={state.payment} can_pay={can_pay} wish={wish} />;
  const noticeProps = { plan, invoice: state.invoice, can_pay, wish };
  if (state.kind === "switch") return <UnpaidSwitchNotice {...noticeProps} />;
  if (state.kind === "confirm") return <ConfirmNotice {...noticeProps} />;
  if (state.kind === "failed") return <FailedNotice {...noticeProps} />;
  return state.kind === "first" ? (
    <FirstPaymentNotice {...noticeProps} />
  ) : (
    <WaitingNotice {...noticeProps} payment={payment} />
  );
}

/**
 * Reason of the end, from the newest invoice. Neither an unpaid switch to another term nor a debit under way ends a
 * plan.
 */
function EndedNotice({ plan, newest }: { plan: Subscription; newest: BilledInvoice | undefined }) {
  if (!newest && plan.stripe_id !== null) return null;
  const isUnpaid =
    newest &&
    newest.billing_reason !== "manual" &&
    !newest.is_processing &&
    (newest.payment_status === "declined" || newest.payment_status === "pending");
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

/** The other term begins once its invoice is paid. */
function UnpaidSwitchNotice({ plan, invoice, can_pay, wish }: NoticeProps) {
  const href = payHref(invoice);
  return (
    <div className="notice warning" role="status">
      <p>
        {invoice.needs_action
          ? `Your bank asks you to confirm the payment of ${formatMoney(invoiceSums(invoice).due)} for the other term.`
          : `The payment of ${formatMoney(invoiceSums(invoice).due)} for the other term did not go through.`}{" "}
        Until it is paid, {plan.product.name} stays as it is. After a day the switch is dropped.
      </p>
      {!can_pay && wish}
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

type NoticeProps = Pick<OutlookProps, "plan" | "can_pay" | "wish"> & { invoice: BilledInvoice };

function FailedNotice({ plan, invoice, can_pay, wish }: NoticeProps) {
  return (
    <div className="notice danger" role="status">
      <p>
        The payment of {formatMoney(invoiceSums(invoice).due)} for the term from <DateText at={invoice.created_at} />{" "}
        failed.{" "}
        {invoice.next_attempt_at ? (
          <>
            We try again on <DateText at={invoice.next_attempt_at} />. If it stays unpaid, the subscription ends.
          </>
        ) : (
          "We will not try again: pay it, or the subscription ends."
        )}
      </p>
      <PaymentLinks plan={plan} invoice={invoice} can_pay={can_pay} wish={wish} />
    </div>
  );
}

const FirstPaymentNotice = ({ plan, invoice, can_pay, wish }: NoticeProps) => (
  <div className="notice warning">
    <p>The first payment of {formatMoney(invoiceSums(invoice).due)} is not complete; the plan starts when it is.</p>
    <PaymentLinks plan={plan} invoice={invoice} can_pay={can_pay} wish={wish} />
  </div>
);

type WaitingProps = Pick<NoticeProps, "plan" | "invoice"> & { payment: Payment | undefined };

function WaitingNotice({ plan, invoice, payment }: WaitingProps) {
  if (isByBank(payment)) {
    return (
      <p className="notice warning">
        The payment of {formatMoney(invoiceSums(invoice).due)} has not arrived yet. A bank transfer takes up to 4
        business days
        {plan.is_available ? "." : "; you can use the plan once it arrives."}
      </p>
    );
  }
  return (
    <p className="notice warning">
      The payment of {formatMoney(invoiceSums(invoice).due)} has not arrived yet
      {plan.is_available ? "." : "; you can use the plan once it arrives."}
    </p>
  );
}

function ConfirmNotice({ plan, invoice, can_pay, wish }: NoticeProps) {
  return (
    <div className="notice warning" role="status">
      <p>
        Your bank asks you to confirm the renewal of {formatMoney(invoiceSums(invoice).due)}
        {invoice.next_attempt_at && (
          <>
            {" "}
            before <DateText at={invoice.next_attempt_at} />
          </>
        )}
        . Otherwise the subscription ends.
      </p>
      <PaymentLinks plan={plan} invoice={invoice} can_pay={can_pay} wish={wish} label="Confirm the payment" />
    </div>
  );
}

type LinksProps = NoticeProps & { label?: string };

function PaymentLinks({
  plan,
  invoice,
  can_pay,
  wish,
  label = `Pay ${formatMoney(invoiceSums(invoice).due)}`,
}: LinksProps) {
  const href = payHref(invoice);
  if (!can_pay) return wish;
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
