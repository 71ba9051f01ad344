import type { ReactNode } from "react";
import { addressLines } from "../../../islands/lib/address.ts";
import { formatMoney, termText } from "../../../islands/lib/money.ts";
import { arrivalDays, deliveryText } from "../../../worker/contract/buying/delivery-text.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { CheckoutResult } from "../../../worker/domain/sales/index.ts";
import { isUnpaidCharge, type Payment } from "../../../worker/domain/payments/index.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { Figure } from "../../../worker/ui/figures/figure.tsx";
import { Picture } from "../../../worker/ui/figures/picture.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { OrderSteps } from "../../portal/orders/order-steps.tsx";
import { isByBank, isOnAccount, paymentMethodName } from "../payments/charge-states.ts";

type BoughtProps = { result: CheckoutResult; payment: Payment };
type Order = NonNullable<CheckoutResult["order"]>;

/** The unpaid part is back in the cart. */
export function PartlyBought({ result: { order, plans }, payment }: BoughtProps) {
  return (
    <>
      <h1>Part of your cart was bought</h1>
      <p className="subtitle">
        One payment went through and another was {payment.is_canceled ? "canceled" : "declined"}. The items that you
        bought are listed here. The others are still in your cart and were not charged.
      </p>
      <BoughtList order={order} plans={plans} payment={payment} />
      <p className="actions">
        <a className="button" href={pages.cart}>
          See what is left in the cart
        </a>
        {order && <OrderLink order={order} />}
      </p>
    </>
  );
}

export function OrderConfirmation({ result: { order, plans }, payment, layout }: BoughtProps & { layout: LayoutData }) {
  const mainProduct = order?.lines.toSorted((one, other) => other.price - one.price)[0] ?? plans[0]?.product;
  return (
    <>
      <div className="contours" />
      <div className={mainProduct ? "thanks of-2" : "thanks"}>
        <div>
          <h1>{order ? `Thank you. Order ${order.order_number} is placed` : "Thank you. Your plan is bought"}</h1>
          <p className="paid-sum">
            <Figure>{formatMoney(payment.charges.reduce((sum, { amount }) => sum + amount, 0))}</Figure>
            <span className="small">{paidText(payment)}</span>
          </p>
          <p className="subtitle">{nextStep(order, payment)}</p>
          <p className="actions">
            {order && <OrderLink order={order} is_main />}
            {plans[0] && <PlanLink plan={plans[0]} is_main={!order} />}
          </p>
        </div>
        {mainProduct && <Picture src={mainProduct.main_image} alt="" />}
      </div>
      {order && <OrderSteps order={order} />}
      <div className="bought-and-details">
        <BoughtList order={order} plans={plans} payment={payment} />
        <Details order={order} payment={payment} email={layout.viewer?.email} />
      </div>
      <p className="links">
        <a href={pages.products}>Back to the products</a>
      </p>
    </>
  );
}

function arrivalSentence(order: Order | null): string {
  if (!order?.shipping_data.address) return "";
  const text = deliveryText(order, { days_min: null, days_max: null });
  return text ? `${text.replace("Ships", "It ships").replace("Arrives", "It arrives")}.` : "";
}

function paidText(payment: Payment): string {
  if (isOnAccount(payment)) return "on account";
  const method = paymentMethodName(payment);
  return `${payment.charges.some(isUnpaidCharge) ? "to be paid" : "paid"}${method ? ` with ${method}` : ""}`;
}

function nextStep(order: Order | null, payment: Payment): string {
  if (isOnAccount(payment))
    return ["We start right away.", arrivalSentence(order), "Its invoice is on the order page."]
      .filter(Boolean)
      .join(" ");
  // unpaid charges decide, because a plan is active at the provider before a bank transfer arrives
  if (payment.charges.some(isUnpaidCharge))
    return isByBank(payment)
      ? "The bank transfer takes up to 4 business days. We start as soon as the money arrives, and email you then."
      : "The payment has not arrived yet. We start as soon as it does, and email you then.";
  if (order?.shipping_data.address)
    return [arrivalSentence(order), "Your invoice is on the order page. We will add the tracking number when it ships."]
      .filter(Boolean)
      .join(" ");
  return order ? "Your invoice is on the order page." : "Your organization can use it now. The invoice comes by email.";
}

type ListProps = Pick<CheckoutResult, "order" | "plans"> & { payment: Payment };

/** Shows an order's tax separately; a plan's price includes tax. */
function BoughtList({ order, plans, payment }: ListProps) {
  const chargedAmount = (id: string, amount: number) =>
    payment.charges.find((charge) => charge.id === id)?.amount ?? amount;
  const extraRows: [string, number][] = order
    ? [
        ["Shipping", order.total_details.shipping],
        ["Tax", order.total_details.tax],
      ]
    : [];
  return (
    <ul className="bought">
      {order && (
        <li>
          <span>Order {order.order_number}</span>
          <b>{formatMoney(order.total)}</b>
        </li>
      )}
      {order?.lines.map(({ id, name, quantity, price }) => (
        <li key={id} className="bought-line">
          <span>
            {quantity} × {name}
          </span>
          <span>{formatMoney(price * quantity)}</span>
        </li>
      ))}
      {extraRows
        .filter(([, cents]) => cents > 0)
        .map(([name, cents]) => (
          <li key={name} className="bought-line">
            <span>{name}</span>
            <span>{formatMoney(cents)}</span>
          </li>
        ))}
      {plans.map(({ id, product, current_period_end: end }) => (
        <li key={id}>
          <span>
            <a href={hrefOf(pages.subscription, { subscription_id: id })}>{product.name}</a>
            {end && (
              <small>
                {" "}
                Renews on <DateText at={end} />
              </small>
            )}
          </span>
          <b>
            {formatMoney(chargedAmount(id, product.amount))} {termText(product)}
          </b>
        </li>
      ))}
    </ul>
  );
}

function Details({ order, payment, email }: { order: Order | null; payment: Payment; email: string | undefined }) {
  const address = order?.shipping_data.address;
  const facts: [string, ReactNode][] = [
    ["Ships to", address && addressLines(address).join(", ")],
    ["Sent by", address && order?.shipping_data.method],
    ["Arrives", order && arrivalDays(order)],
    ["PO number", order?.po_number ?? payment.charges[0]?.po_number],
    ["Updates go to", email],
  ];
  return <Facts facts={facts.filter(([, value]) => value)} />;
}

const PlanLink = ({ plan, is_main }: { plan: CheckoutResult["plans"][number]; is_main: boolean }) => (
  <a className={is_main ? "button" : "button quiet"} href={hrefOf(pages.subscription, { subscription_id: plan.id })}>
    {plan.is_available ? `Start with ${plan.product.name}` : `See ${plan.product.name}`}
  </a>
);

const OrderLink = ({ order, is_main }: { order: Order; is_main?: true }) => (
  <a className={is_main ? "button" : "button quiet"} href={hrefOf(pages.order, { order_id: order.id })}>
    See order {order.order_number}
  </a>
);
