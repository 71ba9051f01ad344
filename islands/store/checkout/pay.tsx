import { formatMoney } from "../../lib/money.ts";
import { type CheckoutProps, isOnAccount, needsShipping } from "./model.ts";
import { accountObstacle, AddMethod, findChosenMethod } from "./payment-choice.tsx";
import { duplicatePlanMessage, signedOutMessage } from "./places.ts";
import { storefrontClient } from "../../../worker/contract/paths.ts";
import type { Checkout } from "./use-checkout.ts";
import { usePayment } from "./use-payment.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

type PayProps = {
  checkout: Checkout;
  page: CheckoutProps;
  total: number | undefined;
  /** US cents by which the order exceeds the amount available on account. */
  exceeded_by: number;
  /** Undefined if the order needs no approval, or while the total is unknown. */
  approvers: string[] | undefined;
};

export function PaySection({ checkout, page, total, exceeded_by, approvers }: PayProps) {
  const { is_working } = checkout;
  const { busy, unknown, pay, state_href } = usePayment(checkout, page.terms, approvers !== undefined);
  const obstacle = findObstacle(checkout, page) ?? limitObstacle(exceeded_by);
  const isOrdered = isOnAccount(checkout.cart) || total === 0;
  const canPay = page.can_pay && total !== undefined && !obstacle && !is_working;
  const hasNoMethod = page.can_pay && !page.is_provider_down && page.payment_methods.length === 0 && !page.account;
  return (
    <div className="pay">
      <Problem problem={checkout.problems.pay} />
      {unknown && (
        <p className="problem" role="alert">
          We got no answer, so we do not know yet whether the payment went through. You will not be charged twice.{" "}
          <a href={state_href}>See the current status</a>
        </p>
      )}
      <div className="pay-bar">
        <p className="pay-total">
          Total <b>{total === undefined ? "—" : formatMoney(total)}</b>
        </p>
        {hasNoMethod ? (
          <AddMethod checkout={checkout} is_main>
            Add a payment method
          </AddMethod>
        ) : (
          <>
            {obstacle && page.can_pay && !busy && (
              <button type="button" className="button obstacle" onClick={() => scrollToStep(obstacle.step)}>
                {obstacle.label}
              </button>
            )}
            <button
              type="button"
              className="button main"
              disabled={!canPay && !busy}
              aria-busy={busy || undefined}
              onClick={() => void pay()}
            >
              {approvers ? (busy ? "Sending…" : "Send for approval") : buttonText(isOrdered, busy, total)}
            </button>
          </>
        )}
      </div>
      {approvers && (
        <p className="small">
          This order needs to be approved by {joinWithOr(approvers)}. Nothing is charged until then; prices hold for 14
          days.
        </p>
      )}
      <p className="small" role="status">
        {page.can_pay
          ? is_working
            ? "Calculating the total…"
            : (obstacle?.message ?? "")
          : "You cannot pay while you act as another user."}
      </p>
      {page.terms && (
        <p className="small">
          {approvers ? "By sending it you accept the" : `By ${isOrdered ? "ordering" : "paying"} you accept the`}{" "}
          <a href={page.terms.href} target="_blank" rel="noopener">
            terms of sale
          </a>{" "}
          ({page.terms.version}).
        </p>
      )}
    </div>
  );
}

function buttonText(isOrdered: boolean, busy: boolean, total: number | undefined): string {
  if (busy) return isOrdered ? "Ordering…" : "Paying…";
  if (total === undefined) return isOrdered ? "Order" : "Pay";
  return `${isOrdered ? "Order for" : "Pay"} ${formatMoney(total)}`;
}

const limitObstacle = (cents: number): Obstacle | undefined =>
  cents > 0
    ? buildObstacle(
        "payment",
        "Choose another way to pay",
        `This order exceeds what is available on account by ${formatMoney(cents)}.`,
      )
    : undefined;

const joinWithOr = (names: string[]) => new Intl.ListFormat("en-US", { type: "disjunction" }).format(names);

function Problem({ problem }: { problem: string | undefined }) {
  if (!problem) return null;
  const signIn = hrefOf(pages.signIn, { client_id: storefrontClient }, { redirect_uri: pages.checkout });
  return (
    <p className="problem" role="alert">
      {problem} {problem === duplicatePlanMessage && <a href={pages.subscriptions}>See subscriptions</a>}
      {problem === signedOutMessage && <a href={signIn}>Sign in and come back</a>}
    </p>
  );
}

type Obstacle = { step: string; label: string; message: string };

/** Scrolls to the obstacle, which may be far from the button on phones. */
function scrollToStep(step: string): void {
  const section = document.getElementById(step);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector<HTMLElement>("input:enabled, select, button, a")?.focus({ preventScroll: true });
}

const buildObstacle = (step: string, label: string, message = `${label} to see the total.`): Obstacle => ({
  step: `${step}-step`,
  label,
  message,
});

function findObstacle(checkout: Checkout, page: CheckoutProps): Obstacle | undefined {
  const { cart, problems, typing, declined } = checkout;
  const { shipping, billing } = cart.address;
  const ships = needsShipping(page.lines);
  if (ships && !shipping) return buildObstacle("shipping", "Choose a shipping address");
  if (ships && !cart.shipping_rate_id) return buildObstacle("rate", "Choose a shipping option");
  if (!billing) return buildObstacle("billing", "Choose a billing address");
  if (typing.billing || (typing.shipping && ships))
    return buildObstacle(
      typing.shipping && ships ? "shipping" : "billing",
      "Finish the address",
      "Use the address that you are typing, or choose another one.",
    );
  if (page.is_provider_down)
    return buildObstacle(
      "payment",
      "Payment is not available",
      "Our payment provider is not responding. Try again in a moment.",
    );
  if (isOnAccount(cart)) {
    const reason = page.account && accountObstacle(page.account, page.lines);
    if (reason) return buildObstacle("payment", "Choose another way to pay", reason);
  } else if (!findChosenMethod(checkout, page.payment_methods))
    return declined
      ? buildObstacle("payment", "Choose another payment method", "Choose another payment method to pay.")
      : buildObstacle("payment", "Choose a payment method", "Choose a payment method to pay.");
  if (problems.shipping || problems.billing)
    return buildObstacle(problems.shipping ? "shipping" : "billing", "Correct the address");
  return undefined;
}
