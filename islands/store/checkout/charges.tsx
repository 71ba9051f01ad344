import { formatMoney, termLabels } from "../../lib/money.ts";
import { type CheckoutLine, groupByCharge, type Tax } from "./model.ts";

type ChargesProps = { lines: CheckoutLine[]; tax: Tax; total: number };

export function Charges({ lines, tax, total }: ChargesProps) {
  const { once, plans } = groupByCharge(lines);
  const amountWithTax = ({ id, price }: CheckoutLine) => price + (tax.tax_lines[id] ?? 0);
  const planTotal = plans.reduce((sum, plan) => sum + amountWithTax(plan), 0);
  const count = plans.length + (once.length > 0 ? 1 : 0);
  // An empty list would add its gap above the pay button, which would move while the buyer aims at it.
  if (plans.length === 0) return null;
  return (
    <div className="charges">
      {count > 1 && (
        <>
          <p className="small">This is charged in {count} payments. Your bank may ask you to confirm each of them.</p>
          <ol>
            {once.length > 0 && (
              <li>
                <span>{once.length === 1 && once[0] ? once[0].name : "One-time purchases"}</span>
                <span>{formatMoney(total - planTotal)}</span>
              </li>
            )}
            {plans.map((plan) => (
              <li key={plan.id}>
                <span>{plan.name}</span>
                <span>{formatMoney(amountWithTax(plan))}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {plans.map((plan) => (
        <p key={plan.id} className="small">
          {plan.name} renews on {plan.renews_on} for {formatMoney(amountWithTax(plan))}
          {plan.subscription_term && ` ${termLabels[plan.subscription_term]}`}, until it is canceled.
        </p>
      ))}
    </div>
  );
}
