import { formatMoney } from "../../lib/money.ts";
import { type CheckoutProps, needsShipping } from "./model.ts";
import { chosenMethod } from "./payment-choice.tsx";
import { duplicatePlan, signedOut } from "./places.ts";
import { storefrontClient } from "../../../worker/contract/paths.ts";
import type { Checkout } from "./use-checkout.ts";
import { usePayment } from "./use-payment.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

type PayProps = { checkout: Checkout; page: CheckoutProps; total: number | undefined };

export function Pay({ checkout, page, total }: PayProps) {
  const { is_working } = checkout;
  const { busy, unknown, pay, state_href } = usePayment(checkout, page.terms);
  const obstacle = firstMissingChoice(checkout, page);
  const canPay = page.can_pay && total !== undefined && !obstacle && !is_working;
  const hasNoMethod = page.can_pay && page.payment_methods.length === 0;
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
          <a className="button" href={pages.checkoutPaymentMethod}>
            Add a payment method
          </a>
        ) : (
          <button
            type="button"
            className="button"
            disabled={!canPay && !busy}
            aria-busy={busy || undefined}
            onClick={() => void pay()}
          >
            {busy ? "Paying…" : total === undefined ? "Pay" : `Pay ${formatMoney(total)}`}
          </button>
        )}
      </div>
      <p className="small" role="status">
        {page.can_pay
          ? is_working
            ? "Calculating the total…"
            : (obstacle ?? "")
          : "You cannot pay while you act as another user."}
      </p>
      {page.terms && (
        <p className="small">
          By paying you accept the{" "}
          <a href={page.terms.href} target="_blank" rel="noopener">
            terms of sale
          </a>{" "}
          ({page.terms.version}).
        </p>
      )}
    </div>
  );
}

function Problem({ problem }: { problem: string | undefined }) {
  if (!problem) return null;
  const signIn = hrefOf(pages.signIn, { client_id: storefrontClient }, { redirect_uri: pages.checkout });
  return (
    <p className="problem" role="alert">
      {problem} {problem === duplicatePlan && <a href={pages.subscriptions}>See subscriptions</a>}
      {problem === signedOut && <a href={signIn}>Sign in and come back</a>}
    </p>
  );
}

function firstMissingChoice(checkout: Checkout, { lines, payment_methods }: CheckoutProps): string | undefined {
  const { cart, problems, typing, declined } = checkout;
  const { shipping, billing } = cart.address;
  if (needsShipping(lines) && !shipping) return "Choose a shipping address to see the total.";
  if (needsShipping(lines) && !cart.shipping_rate_id) return "Choose a shipping option to see the total.";
  if (!billing) return "Choose a billing address to see the total.";
  if (typing.billing || (typing.shipping && needsShipping(lines)))
    return "Use the address that you are typing, or choose another one.";
  if (!chosenMethod(checkout, payment_methods))
    return declined ? "Choose another payment method to pay." : "Choose a payment method to pay.";
  if (problems.shipping || problems.billing) return "Correct the address to see the total.";
  return undefined;
}
