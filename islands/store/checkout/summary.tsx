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
import { PaySection } from "./pay.tsx";
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
  const amountDue = total === undefined ? undefined : total + balance;
  const renewalText =
    tax && recurringText(lines.map((line) => ({ ...line, amount: line.price + (tax.tax_lines[line.id] ?? 0) })));
  const isBankPayment = isByBank(cart, page.payment_methods);
  const arrival = rate && deliveryText(isBankPayment ? rate.delivery_by_bank : rate.delivery, rate);
  const formatAmount = (cents: number | undefined) => (cents === undefined ? "—" : formatMoney(cents));
  return (
    <section className="summary" aria-label="Order summary">
      <div className="title">
        <h2>Order summary</h2>
        <a href={pages.cart}>Change the cart</a>
      </div>
      <ul className="summary-lines">
        {lines.map((line) => (
          <SummaryLine key={`${line.id} ${line.price}`} line={line} ships_by={shipsBy(line, isBankPayment)} />
        ))}
      </ul>
      {arrival && <p className="small">{arrival}</p>}
      <dl className="totals">
        <TotalRow name="Subtotal" value={formatMoney(subtotal)} />
        {needsShipping(lines) && <TotalRow name="Shipping" value={formatAmount(shipping)} />}
        <TotalRow name={taxLabel(tax)} value={formatAmount(tax?.tax_amount)} />
        <TotalRow name="Total" value={formatAmount(total)} is_total />
        {balance !== 0 && <TotalRow name={balance < 0 ? "Credit" : "Owed before"} value={formatMoney(balance)} />}
        {balance !== 0 && <TotalRow name="You pay" value={formatAmount(amountDue)} is_total />}
      </dl>
      {renewalText && amountDue !== undefined && (
        <p className="paid-again">
          Today {formatMoney(amountDue)}, then {renewalText}.
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
      <PaySection
        checkout={checkout}
        page={page}
        total={amountDue}
        exceeded_by={isOnAccount(cart) && page.account ? Math.max((total ?? 0) - page.account.available, 0) : 0}
        approvers={approversAt(page.approval_rules, total)}
      />
    </section>
  );
}

const taxLabel = (tax: Tax | undefined) => (tax && tax.tax_amount > 0 ? `Tax (${tax.tax_rate} %)` : "Tax");

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

function TotalRow({ name, value, is_total }: { name: string; value: string; is_total?: boolean }) {
  return (
    <div className={is_total ? "total" : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
