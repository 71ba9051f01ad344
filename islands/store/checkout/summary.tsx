import { formatMoney, termWords } from "../../lib/money.ts";
import { canBeUsed, type CheckoutLine, type CheckoutProps, needsShipping } from "./model.ts";
import { duplicatePlanAtCheckout as duplicatePlan } from "../../../worker/contract/buying-sentences.ts";
import type { Checkout } from "./use-checkout.ts";
import { usePayment } from "./use-payment.ts";
import { pages } from "../../../worker/contract/pages.ts";

type SummaryProps = { checkout: Checkout; page: CheckoutProps };

/** What is bought, what it costs in all, and the one button that pays it. */
export function Summary({ checkout, page }: SummaryProps) {
  const { cart, tax, rates, problems } = checkout;
  const { lines } = page;
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const shipping = needsShipping(lines) ? rates.find(({ id }) => id === cart.shipping_rate_id)?.price : 0;
  const total = tax && shipping !== undefined ? subtotal + shipping + tax.tax_amount : undefined;
  // credit pays at most the total; what is owed is paid along
  const balance = total === undefined ? 0 : Math.max(page.balance, -total);
  const due = total === undefined ? undefined : total + balance;
  const shown = (cents: number | undefined) => (cents === undefined ? "—" : formatMoney(cents));
  return (
    <section className="summary" aria-label="Order summary">
      <h2>Order summary</h2>
      <ul className="summary-lines">
        {lines.map((line) => (
          <SummaryLine key={line.id} line={line} />
        ))}
      </ul>
      <p className="small">
        <a href={pages.cart}>Change the cart</a>
      </p>
      <dl className="totals">
        <Row name="Subtotal" value={formatMoney(subtotal)} />
        {needsShipping(lines) && <Row name="Shipping" value={shown(shipping)} />}
        <Row name={tax && tax.tax_amount > 0 ? `Tax (${tax.tax_rate} %)` : "Tax"} value={shown(tax?.tax_amount)} />
        <Row name="Total" value={shown(total)} is_total />
        {balance !== 0 && <Row name={balance < 0 ? "Credit" : "Owed before"} value={formatMoney(balance)} />}
        {balance !== 0 && <Row name="You pay" value={shown(due)} is_total />}
      </dl>
      {problems.tax && (
        <p className="problem" role="alert">
          {problems.tax}{" "}
          <button type="button" className="link-button" onClick={checkout.retryTax}>
            Try again
          </button>
        </p>
      )}
      <Pay checkout={checkout} page={page} total={due} />
    </section>
  );
}

function SummaryLine({ line }: { line: CheckoutLine }) {
  const { name, quantity, price, subscription_term: term } = line;
  return (
    <li>
      <span>
        {name}
        <small>{term ? `${formatMoney(price)} ${termWords[term]}` : `${quantity} × ${formatMoney(price)}`}</small>
      </span>
      <b>{formatMoney(price * quantity)}</b>
    </li>
  );
}

function Row({ name, value, is_total }: { name: string; value: string; is_total?: boolean }) {
  return (
    <div className={is_total ? "total" : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Pay({ checkout, page, total }: SummaryProps & { total: number | undefined }) {
  const { cart, problems, is_working } = checkout;
  const { busy, unknown, pay, state_href } = usePayment(checkout);
  const missing = whatIsMissing(checkout, page);
  const canPay = page.can_pay && total !== undefined && !missing && !is_working;
  const hasPlan = page.lines.some(({ subscription_term }) => subscription_term);
  return (
    <div className="pay">
      {problems.pay && (
        <p className="problem" role="alert">
          {problems.pay} {problems.pay === duplicatePlan && <a href={pages.subscriptions}>See subscriptions</a>}
        </p>
      )}
      {unknown && (
        <p className="problem" role="alert">
          We got no answer, so we do not know yet whether the payment went through. You will not be charged twice.{" "}
          <a href={state_href}>See how it stands</a>
        </p>
      )}
      <button
        type="button"
        className="button"
        disabled={!canPay && !busy}
        aria-busy={busy || undefined}
        onClick={() => void pay()}
      >
        {busy ? "Paying…" : total === undefined ? "Pay" : `Pay ${formatMoney(total)}`}
      </button>
      <p className="small" role="status">
        {page.can_pay
          ? is_working
            ? "Calculating the total…"
            : (missing ?? "")
          : "While you act as somebody else you cannot pay."}
      </p>
      {hasPlan && <p className="small">Plans renew at the same price until they are canceled.</p>}
      <p className="small">Cart {cart.cart_no}</p>
    </div>
  );
}

/** The first thing that has still to be chosen, as a sentence. */
function whatIsMissing(
  { cart, problems, typing }: Checkout,
  { lines, payment_methods }: CheckoutProps,
): string | undefined {
  const { shipping, billing } = cart.address;
  const chosen = cart.stripe_payment_method.stripe_payment_method_id;
  if (needsShipping(lines) && !shipping) return "Choose a shipping address to see the total.";
  if (needsShipping(lines) && !cart.shipping_rate_id) return "Choose a way of shipping to see the total.";
  if (!billing) return "Choose a billing address to see the total.";
  if (typing.billing || (typing.shipping && needsShipping(lines)))
    return "Use the address that you are typing, or choose another one.";
  if (!payment_methods.some((method) => method.id === chosen && canBeUsed(method)))
    return "Choose a payment method to pay.";
  if (problems.shipping || problems.billing) return "Correct the address to see the total.";
  return undefined;
}
