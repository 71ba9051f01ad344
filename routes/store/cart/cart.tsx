// The file is long because no other page shares its sections.
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { countItems } from "../../../islands/lib/cart-badge.ts";
import { subtotalLabel } from "../../../islands/lib/cart-totals.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { recurringText } from "../../../islands/lib/recurring.ts";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import {
  type Cart,
  type CartProduct,
  findCart,
  findSetAsideCart,
  refreshCartProducts,
  refreshShipping,
  type SetAsideCart,
} from "../../../worker/domain/sales/index.ts";
import { piecesText } from "../../../worker/contract/count-text.ts";
import { deliveryText } from "../../../worker/contract/buying/delivery-text.ts";
import { estimateDeliveryDates, slowestLeadDays, type WorkCalendar } from "../../../worker/domain/fulfilment/index.ts";
import { getShopSettings } from "../../../worker/domain/platform/index.ts";
import { type Helper, listHelpers } from "../../../worker/domain/people/index.ts";
import { describeShippingChange, shippingText } from "../../../worker/contract/buying/shipping-change.ts";
import { page } from "../../../worker/http/page.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { type Charge, findPayment, type HeldPlan, listHeldPlansOfCart } from "../../../worker/domain/payments/index.ts";
import { type PartialPayment, findPartialPayment } from "../payments/charge-states.ts";
import { HeldPlans } from "../held-plans.tsx";
import { WaitingPayment } from "../payments/waiting-payment.tsx";
import { cartFormId } from "./cart-form-id.ts";
import { CannotBuyNotice } from "./cannot-buy.tsx";
import { CartLine } from "./cart-line.tsx";
import { typedQuantities } from "./typed-quantities.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { appLayout } from "../../layouts.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

type CartData = {
  lines: CartProduct[];
  unavailable_ids: string[];
  /** Unsaved quantities by product, typed before a sign-in. */
  typed: Record<string, number>;
  cart: Cart | undefined;
  delivery: Delivery;
  helpers: Helper[];
  /** Set while some payments for the cart succeeded and others are open. */
  part: PartialPayment | undefined;
  set_aside: SetAsideCart | undefined;
  held: HeldPlan[];
};

/** `ships_by` is an ISO day by product id; null if nothing ships, or the day is unknown. */
type Delivery = { ships_by: Record<string, string | null>; arrival: string | null };

function estimateDelivery(lines: CartProduct[], shipping: Cart["shipping"], calendar: WorkCalendar): Delivery {
  const paid_at = Date.now();
  const datesFor = (some: CartProduct[]) =>
    estimateDeliveryDates({ ...shipping, lead_days: slowestLeadDays(some), paid_at }, calendar);
  return {
    ships_by: Object.fromEntries(lines.map((line) => [line.id, datesFor([line])?.ships_by ?? null])),
    arrival: (shipping && deliveryText(datesFor(lines), shipping)) ?? null,
  };
}

export const cartPage = page({
  path: pages.cart,
  access: "session",
  layout: appLayout,
  section: "Cart",
  async load({ ctx, url }) {
    // the batch's order matters: the cart must be read after the writes to products and shipping
    const [{ data: lines }, , cart, calendar, helpers, payment, set_aside, held] = await Promise.all([
      refreshCartProducts(ctx),
      refreshShipping(ctx),
      findCart(ctx),
      getShopSettings(ctx),
      listHelpers(ctx, "buy"),
      findPayment(ctx, { is_of_open_cart: true }),
      findSetAsideCart(ctx),
      listHeldPlansOfCart(ctx),
    ]);
    const unavailable_ids = Object.keys(cart?.products ?? {}).filter((id) => !lines.some((line) => line.id === id));
    return {
      lines,
      unavailable_ids,
      typed: typedQuantities(url),
      cart,
      delivery: estimateDelivery(lines, cart?.shipping ?? null, calendar),
      helpers,
      part: findPartialPayment(payment),
      set_aside,
      held,
    };
  },
  head: () => ({ title: "Cart · CrunchBox", no_store: true }),
  view: (data, { layout }) => (
    <>
      <PageHeader title="Cart" />
      {can(layout.viewer, "buy") ? (
        <CartContent {...data} layout={layout} />
      ) : (
        <CannotBuyNotice layout={layout} helpers={data.helpers} />
      )}
    </>
  ),
});

type ContentProps = CartData & { layout: LayoutData };

function CartContent({ lines, unavailable_ids, typed, cart, delivery, part, set_aside, held, layout }: ContentProps) {
  const isPaying = layout.paying_cart_no !== null;
  const quoteId = cart?.quote_id ?? null;
  const isLocked = isPaying || quoteId !== null;
  const canCheckOut = !isPaying && unavailable_ids.length === 0 && lines.every(({ price }) => price !== null);
  return (
    <>
      <WaitingPayment layout={layout} part={part} />
      {quoteId !== null && !isPaying && <QuotedNotice quote_id={quoteId} />}
      {set_aside && <TakeBackNotice set_aside={set_aside} version={cart?.updated_at ?? ""} />}
      <PriceChanges lines={lines} />
      {!isPaying && <HeldPlans held={held} is_in_cart />}
      <ShippingChange cart={cart} />
      <UnavailableNotice ids={unavailable_ids} />
      {lines.length === 0 && unavailable_ids.length === 0 && <EmptyCart />}
      {lines.length > 0 && (
        <div className="with-summary">
          <div>
            <form id={cartFormId} method="post" action={pages.setCartQuantity}>
              {/* Enter in a quantity presses the form's first button, which must not be a stepper */}
              <button className="unseen" tabIndex={-1}>
                Save the quantities
              </button>
            </form>
            <ul className="cart-lines">
              {lines.map((line) => (
                <CartLine
                  key={`${line.id} ${line.price}`}
                  line={line}
                  typed={typed[line.id]}
                  is_locked={isLocked}
                  is_quoted={quoteId !== null}
                  paid_by={part?.paid.find((charge) => charge.lines.some(({ id }) => id === line.id))}
                  ships_by={delivery.ships_by[line.id] ?? null}
                />
              ))}
            </ul>
            <p className="continue">
              <a href={pages.products}>Continue shopping</a>
            </p>
          </div>
          <CartSummary
            part={part}
            lines={lines}
            shipping={cart?.shipping ?? null}
            arrival={delivery.arrival}
            can_check_out={canCheckOut}
            is_quoted={quoteId !== null}
            ask={isLocked || !cart || layout.viewer?.impersonator ? undefined : cart.updated_at}
          />
        </div>
      )}
    </>
  );
}

/** The request covers the saved cart, without unsaved quantities. */
const AskForPriceForm = ({ version }: { version: string }) => (
  <ConfirmForm
    id="ask-for-price"
    label="Ask for a price"
    title="Ask for a price?"
    action={pages.askForQuote}
    confirm="Send the request"
  >
    <p>We answer by email with an offer for what is in your cart. Sending the request empties the cart.</p>
    <input type="hidden" name="updated_at" value={version} />
    <TextAreaField
      id="quote-note"
      name="note"
      label="Note"
      is_optional
      rows={3}
      maxLength={1000}
      hint="Such as how many you need, and when."
    />
  </ConfirmForm>
);

const QuotedNotice = ({ quote_id }: { quote_id: string }) => (
  <Notice tone="info">
    <p>
      A quote sets prices, shipping and quantities of this cart.{" "}
      <a href={hrefOf(pages.quote, { quote_id })}>See the quote</a>
    </p>
    <form method="post" action={pages.emptyQuotedCart}>
      <button className="button quiet">Empty the cart</button>
    </form>
  </Notice>
);

const TakeBackNotice = ({ set_aside, version }: { set_aside: SetAsideCart; version: string }) => (
  <Notice tone="info">
    <p>You set your cart aside to accept a quote: {piecesText(countItems(set_aside.products))}.</p>
    <form method="post" action={pages.takeBackSetAside}>
      <input type="hidden" name="version" value={version} />
      <button className="button quiet">Put them back</button>
    </form>
  </Notice>
);

const hasChanged = ({ price, seen_price }: CartProduct) =>
  seen_price !== null && price !== null && seen_price !== price;

function PriceChanges({ lines }: { lines: CartProduct[] }) {
  const changedLines = lines.filter(hasChanged);
  if (changedLines.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>Since you last looked:</p>
      <ul>
        {changedLines.map(({ id, name, price, seen_price }) => (
          <li key={id}>
            {name}: {formatMoney(seen_price ?? 0)} is now {formatMoney(price ?? 0)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function ShippingChange({ cart: found }: { cart: Cart | undefined }) {
  const change = found?.previous_shipping && describeShippingChange(found.previous_shipping, found.shipping);
  return change ? (
    <Notice tone="warning">
      <p>Shipping has changed. {change}</p>
    </Notice>
  ) : null;
}

function UnavailableNotice({ ids }: { ids: string[] }) {
  if (ids.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>
        {ids.length === 1
          ? "One product in your cart is no longer sold. Remove it to check out."
          : `${ids.length} products in your cart are no longer sold. Remove them to check out.`}
      </p>
      {ids.map((id) => (
        <form key={id} method="post" action={pages.removeFromCart}>
          <input type="hidden" name="product_id" value={id} />
          <button className="button quiet">Remove unavailable products</button>
        </form>
      ))}
    </Notice>
  );
}

function EmptyCart() {
  return (
    <EmptyState drawing="cart" action={{ label: "See products", href: pages.products }}>
      Your cart is empty. Products that you add stay here until you check out.
    </EmptyState>
  );
}

type SummaryProps = {
  part: PartialPayment | undefined;
  lines: CartProduct[];
  shipping: Cart["shipping"];
  arrival: string | null;
  can_check_out: boolean;
  is_quoted: boolean;
  /** Version of the cart that is sent for a price; undefined if the cart cannot be sent. */
  ask: string | undefined;
};

function CartSummary({ part, lines, shipping, arrival, can_check_out, is_quoted, ask }: SummaryProps) {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0);
  const renewalText = recurringText(lines.map((line) => ({ ...line, amount: (line.price ?? 0) * line.quantity })));
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (part) return <PartSummary part={part} />;
  return (
    <section className="summary" aria-label="Summary">
      <dl className="totals">
        <div className="total">
          <dt id="cart-items">{subtotalLabel(count)}</dt>
          <dd id="cart-subtotal" aria-live="polite">
            {formatMoney(subtotal)}
          </dd>
        </div>
        {shipping && (
          <div>
            <dt>Shipping, {shipping.option}</dt>
            <dd id="cart-shipping" aria-live="polite">
              {shippingText(shipping.price)}
            </dd>
          </div>
        )}
      </dl>
      {renewalText && (
        <p className="small">
          Today <span id="cart-today">{formatMoney(subtotal)}</span>, then {renewalText}.
        </p>
      )}
      {arrival && <p className="small">{arrival}</p>}
      <p className="small">{shipping ? "Tax is" : "Shipping and tax are"} calculated at checkout, before you pay.</p>
      {is_quoted ? (
        <a className="button" href={pages.checkout}>
          Checkout
        </a>
      ) : (
        <button className="button" form={cartFormId} formAction={pages.cartToCheckout} disabled={!can_check_out}>
          Checkout
        </button>
      )}
      {ask !== undefined && lines.every(({ subscription_term: term }) => term === null) && (
        <AskForPriceForm version={ask} />
      )}
    </section>
  );
}

/** Paid amounts are not due any more. */
function PartSummary({ part: { paid, open, open_amount } }: { part: PartialPayment }) {
  const rows = (charges: readonly Charge[], label: string) =>
    charges.map(({ id, kind, name, amount }) => (
      <div key={id}>
        <dt>{`${kind === "order" ? `Order ${name}` : name}, ${label}`}</dt>
        <dd>{formatMoney(amount)}</dd>
      </div>
    ));
  return (
    <section className="summary" aria-label="Summary">
      <dl className="totals">
        {rows(paid, "paid")}
        {rows(open, "to confirm")}
        <div className="total">
          <dt>To confirm</dt>
          <dd>{formatMoney(open_amount)}</dd>
        </div>
      </dl>
    </section>
  );
}
