import { formatMoney, termLabels } from "../../lib/money.ts";
import { recurringText } from "../../lib/recurring.ts";
import { Charges } from "./charges.tsx";
import {
  approversAt,
  type CheckoutLine,
  type CheckoutProps,
  isByBank,
  isOnAccount,
  needsShipping,
  type Tax,
} from "./model.ts";
import { Pay } from "./pay.tsx";
import { shipsBy } from "./rate-choice.tsx";
import { dayText, deliveryText } from "../../../worker/contract/buying/delivery-text.ts";
import type { Checkout } from "./use-checkout.ts";
import { pages } from "../../../worker/contract/pages.ts";

type SummaryProps = { checkout: Checkout; page: CheckoutProps };

export function Summary({ checkout, page }: SummaryProps) {
  const { cart, tax, rates, problems } = checkout;
  const { lines } = page;
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const rate = needsShipping(lines) ? rates.find(({ id }) => id === cart.shipping_rate_id) : undefined;
  const shipping = needsShipping(lines) ? rate?.price : 0;
  const total = tax && shipping !== undefined ? subtotal + shipping + tax.tax_amount : undefined;
  // credit covers at most the total; debt is added
  const balance = total === undefined ? 0 : Math.max(page.balance, -total);
  const due = total === undefined ? undefined : total + balance;
  const again =
    tax && recurringText(lines.map((line) => ({ ...line, amount: line.price + (tax.tax_lines[line.id] ?? 0) })));
  const byBank = isByBank(cart, page.payment_methods);
  const arrival = rate && deliveryText(byBank ? rate.delivery_by_bank : rate.delivery, rate);
  const amountText = (cents: number | undefined) => (cents === undefined ? "—" : formatMoney(cents));
  return (
    <section className="summary" aria-label="Order summary">
      <div className="title">
        <h2>Order summary</h2>
        <a href={pages.cart}>Change the cart</a>
      </div>
      <ul className="summary-lines">
        {lines.map((line) => (
          <SummaryLine key={`${line.id} ${line.price}`} line={line} ships_by={shipsBy(line, byBank)} />
        ))}
      </ul>
      {arrival && <p className="small">{arrival}</p>}
      <dl className="totals">
        <Row name="Subtotal" value={formatMoney(subtotal)} />
        {needsShipping(lines) && <Row name="Shipping" value={amountText(shipping)} />}
        <Row name={taxName(tax)} value={amountText(tax?.tax_amount)} />
        <Row name="Total" value={amountText(total)} is_total />
        {balance !== 0 && <Row name={balance < 0 ? "Credit" : "Owed before"} value={formatMoney(balance)} />}
        {balance !== 0 && <Row name="You pay" value={amountText(due)} is_total />}
      </dl>
      {again && due !== undefined && (
        <p className="paid-again">
          Today {formatMoney(due)}, then {again}.
        </p>
      )}
      {tax?.tax_amount === 0 && <p className="small">No sales tax is due at this address.</p>}
      {problems.tax && (
        <p className="problem" role="alert">
          {problems.tax}{" "}
          <button type="button" className="link-button" onClick={checkout.retryTax}>
            Try again
          </button>
        </p>
      )}
      {total !== undefined && tax && <Charges lines={lines} tax={tax} total={total} />}
      <Pay
        checkout={checkout}
        page={page}
        total={due}
        exceeded_by={isOnAccount(cart) && page.account ? Math.max((total ?? 0) - page.account.available, 0) : 0}
        approvers={approversAt(page.approval_rules, total)}
      />
    </section>
  );
}

const taxName = (tax: Tax | undefined) => (tax && tax.tax_amount > 0 ? `Tax (${tax.tax_rate} %)` : "Tax");

function SummaryLine({ line, ships_by }: { line: CheckoutLine; ships_by: string | null }) {
  const { name, quantity, price, subscription_term: term } = line;
  return (
    <li>
      <span>
        {name}
        <small>{term ? `${formatMoney(price)} ${termLabels[term]}` : `${quantity} × ${formatMoney(price)}`}</small>
        {ships_by && <small>Ready to ship by {dayText(ships_by)}</small>}
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
