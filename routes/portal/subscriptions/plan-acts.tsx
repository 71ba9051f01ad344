import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { briefMethodName } from "../../../worker/contract/buying/payment-method-name.ts";
import type { RefusedRefund, Subscription, SwitchOffer } from "../../../worker/domain/payments/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { NewTerm, PlanFacts } from "./plan-facts.tsx";
import { PreviewForm, termNames } from "./plan-switch.tsx";
import { hasEnded } from "../../../worker/ui/parts/subscription-next.tsx";

const isRunning = (plan: Subscription): boolean =>
  plan.stripe_id !== null && plan.status !== "incomplete" && !hasEnded(plan);

/** True if `PlanActions` offers anything to users who may pay. */
export const hasActions = (plan: Subscription): boolean => isRunning(plan) && !plan.cancels_at_period_end;

export function PlanActions({ plan, offers }: { plan: Subscription; offers: readonly SwitchOffer[] }) {
  const { id, cancel_at } = plan;
  return (
    <div className="plan-acts card">
      <p>
        <PlanFacts plan={plan} />
      </p>
      <a className="button quiet" href={hrefOf(pages.subscriptionPaymentMethods, { subscription_id: id })}>
        Change payment method
      </a>
      {offers.map(({ product_id, term }) => (
        <PreviewForm key={product_id} plan={plan} product_id={product_id} label={`Switch to ${termNames[term]}`} />
      ))}
      {cancel_at === null && <CancelForm plan={plan} />}
      {cancel_at === null && plan.refund_offer && <CancelNowForm plan={plan} offer={plan.refund_offer} />}
    </div>
  );
}

function CancelForm({ plan: { id, product, current_period_end: end } }: { plan: Subscription }) {
  return (
    <ConfirmForm
      id="cancel"
      label="Cancel plan"
      title={`Cancel ${product.name}?`}
      action={hrefOf(pages.cancelSubscription, { subscription_id: id })}
      confirm="Cancel at the end of the term"
      dismiss="Keep it"
      is_dangerous
    >
      <p>
        {end ? (
          <>
            It ends on <DateText at={end} />.
          </>
        ) : (
          "It ends with its term."
        )}{" "}
        Until then everything works and you can resume it. Nothing more is charged, and the current term is not
        refunded.
      </p>
      <p>Afterwards your organization keeps the versions published until then and gets no newer ones.</p>
    </ConfirmForm>
  );
}

type RefundOffer = NonNullable<Subscription["refund_offer"]>;

/** Offered for 14 days after the first payment, with a full refund. */
function CancelNowForm({
  plan: { id, product },
  offer: { amount, until },
}: {
  plan: Subscription;
  offer: RefundOffer;
}) {
  return (
    <ConfirmForm
      id="cancel-now"
      label="Cancel now and get a refund"
      title={`Cancel ${product.name} now?`}
      action={hrefOf(pages.cancelSubscriptionNow, { subscription_id: id })}
      confirm={`Cancel and refund ${formatMoney(amount)}`}
      dismiss="Keep it"
      is_dangerous
    >
      <p>
        It ends right away, with everything that it unlocks, and this cannot be undone. The whole payment of{" "}
        {formatMoney(amount)} is refunded to the method it came from; banks take 5 to 10 days.
      </p>
      <p>
        You can do this until <DateText at={until} />, 14 days after the first payment.
      </p>
    </ConfirmForm>
  );
}

type RefusedRefundProps = { refund: RefusedRefund; support_email: string };

/** Shown after a plan was canceled at once and the provider refused its refund. */
export const RefusedRefundNotice = ({ refund: { amount, method }, support_email }: RefusedRefundProps) => (
  <div className="notice danger" role="status">
    <p>
      We could not return {formatMoney(amount)} to{" "}
      {method ? briefMethodName(method) : "the payment method you paid with"}. The money is with us. We can return it
      another way: write to <a href={`mailto:${support_email}`}>{support_email}</a> and say which account to send it to.
      Nothing more is charged.
    </p>
  </div>
);

/** The switch can be undone until the new term begins. */
export function SwitchNotice({ plan, can_change }: { plan: Subscription; can_change: boolean }) {
  const { id, product, scheduled_switch: scheduled } = plan;
  if (!scheduled || hasEnded(plan)) return null;
  return (
    <div className="notice info" role="status">
      <p>
        <NewTerm {...scheduled} />. Until then everything stays as it is, and nothing is charged.
      </p>
      {can_change && (
        <form method="post" action={hrefOf(pages.withdrawSubscriptionSwitch, { subscription_id: id })}>
          <button className="button">Keep {product.name}</button>
        </form>
      )}
    </div>
  );
}

/** The cancellation can be undone until the term ends. */
export function CanceledNotice({ plan, can_change }: { plan: Subscription; can_change: boolean }) {
  const { id, product, cancel_at, cancels_at_period_end } = plan;
  if (!cancels_at_period_end || cancel_at === null || hasEnded(plan)) return null;
  return (
    <div className="notice info" role="status">
      <p>
        {product.name} is canceled and ends on <DateText at={cancel_at} />. Until then everything works, and nothing
        more is charged.
      </p>
      {can_change && (
        <form method="post" action={hrefOf(pages.resumeSubscription, { subscription_id: id })}>
          <button className="button">Resume</button>
        </form>
      )}
    </div>
  );
}
