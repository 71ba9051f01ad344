import type { ReactNode } from "react";
import { Island } from "../../../worker/ui/island.tsx";
import { formatMoney, termText } from "../../../islands/lib/money.ts";
import PaymentProgress from "../../../islands/store/payment-progress.tsx";
import { getCartByNo } from "../../../worker/contract/v1/store/cart.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type CheckoutResult, getCheckoutResult } from "../../../worker/domain/checkout/index.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import type { Order } from "../../../worker/domain/orders/index.ts";
import type { Subscription } from "../../../worker/domain/subscriptions/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { canBuy } from "../buying.ts";
import { appLayout } from "../../layouts.tsx";

type Bought = { order: Order | null; plans: Subscription[] };

/** undefined when no payment of this cart was tried. */
async function findResult(ctx: Ctx, cartNo: string): Promise<CheckoutResult | undefined> {
  try {
    return await getCheckoutResult(ctx, cartNo);
  } catch (error) {
    if (error instanceof Failure && error.errcode === "CART_NOT_FOUND") return undefined;
    throw error;
  }
}

export const checkoutState = page({
  path: pages.checkoutState,
  access: "session",
  layout: appLayout,
  section: "Cart",
  params: getCartByNo.params,
  async load({ ctx, params, viewer }) {
    const [result, person] = await Promise.all([findResult(ctx, params.cart_no), viewer()]);
    if (!result || !canBuy(person)) throw new Redirect(pages.cart);
    return result;
  },
  head: () => ({ title: "Payment · CrunchBox", no_store: true }),
  view: (result) => (
    <div className="outcome" data-state={result.state}>
      <Outcome result={result} />
    </div>
  ),
});

function Outcome({ result }: { result: CheckoutResult }) {
  const { state, order, plans } = result;
  if (state === "pending") return <Pending result={result} />;
  if (state === "failed") return <Failed failure={result.failure} />;
  if (state === "partly") return <Partly order={order} plans={plans} />;
  return <Succeeded order={order} plans={plans} />;
}

function Pending({ result: { action_url, cart_no } }: { result: CheckoutResult }) {
  if (action_url && /^https?:\/\//.test(action_url)) {
    return (
      <>
        <h1>Your bank wants to know that it is you</h1>
        <p className="subtitle">
          Confirm the payment on your bank’s page, which opens in a new tab. Nothing is charged before. This page shows
          the result as soon as there is one.
        </p>
        <Actions>
          <a className="button" href={action_url} target="_blank" rel="noopener noreferrer">
            Confirm the payment
          </a>
        </Actions>
        <Island name="store/payment-progress" of={PaymentProgress} props={{}} />
      </>
    );
  }
  return (
    <>
      <h1>Your payment is being processed</h1>
      <p className="subtitle">
        The bank has not answered yet. You need not wait: we write to you when it has, and cart {cart_no} is never
        charged twice.
      </p>
      <Island name="store/payment-progress" of={PaymentProgress} props={{}} />
      <Actions>
        <a className="button quiet" href={hrefOf(pages.checkoutState, { cart_no })}>
          Check again
        </a>
      </Actions>
    </>
  );
}

// why a payment failed, as the provider's codes say it; other codes are for the log and not for people
const reasons: Record<string, string> = {
  insufficient_funds: "The account does not hold enough money.",
  expired_card: "The card has expired.",
  authentication_required: "The bank wants the payment to be confirmed, and it was not.",
};

function Failed({ failure }: { failure: string | null }) {
  return (
    <>
      <h1>The payment was declined</h1>
      <p className="subtitle">
        {reasons[failure ?? ""] ?? "The bank did not accept the payment."} Nothing was charged, and your cart is as it
        was. Choose another payment method, or ask your bank why.
      </p>
      <Actions>
        <a className="button" href={pages.checkout}>
          Try again
        </a>
        <a className="button quiet" href={pages.cart}>
          Back to the cart
        </a>
      </Actions>
    </>
  );
}

function Partly({ order, plans }: Bought) {
  return (
    <>
      <h1>Part of your cart was bought</h1>
      <p className="subtitle">
        One payment went through and another was declined. What was bought is listed here and has left your cart; what
        was not is still in it, and was not charged.
      </p>
      <BoughtList order={order} plans={plans} />
      <Actions>
        <a className="button" href={pages.cart}>
          See what is left in the cart
        </a>
        {order && <OrderLink order={order} />}
      </Actions>
    </>
  );
}

function Succeeded({ order, plans }: Bought) {
  const isWaiting = order?.payment_status === "pending" || plans.some(({ status }) => status === "incomplete");
  return (
    <>
      <h1>{order ? `Thank you. Order ${order.order_number} is placed` : "Thank you. Your plan is bought"}</h1>
      <p className="subtitle">{nextStep(order, isWaiting)}</p>
      <BoughtList order={order} plans={plans} />
      <Actions>
        {order && <OrderLink order={order} />}
        <a className="button quiet" href={pages.products}>
          Back to the products
        </a>
      </Actions>
    </>
  );
}

function nextStep(order: Order | null, isWaiting: boolean): string {
  if (isWaiting)
    return "The bank transfer takes up to 4 business days. We start as soon as the money has arrived, and write to you then.";
  if (order?.shipping_data.address)
    return "It is paid. Its invoice stands with the order, and so will the tracking number when it ships.";
  return order ? "It is paid. Its invoice stands with the order." : "It is paid. The invoice comes by email.";
}

function BoughtList({ order, plans }: Bought) {
  return (
    <ul className="bought">
      {order && (
        <li>
          <span>Order {order.order_number}</span>
          <b>{formatMoney(order.total)}</b>
        </li>
      )}
      {plans.map(({ id, product }) => (
        <li key={id}>
          <a href={hrefOf(pages.subscription, { subscription_id: id })}>{product.name}</a>
          <b>
            {formatMoney(product.amount)} {termText(product)}
          </b>
        </li>
      ))}
    </ul>
  );
}

const OrderLink = ({ order }: { order: Order }) => (
  <a className="button quiet" href={hrefOf(pages.order, { order_id: order.id })}>
    See order {order.order_number}
  </a>
);

const Actions = ({ children }: { children: ReactNode }) => <p className="actions">{children}</p>;
