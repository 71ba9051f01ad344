// The file is long because the sections of one form share the chosen lines.
import { formatMoney } from "../../../islands/lib/money.ts";
import { subtotalLabel } from "../../../islands/lib/cart-totals.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOrder as getOrderCall } from "../../../worker/contract/v1/client/orders.ts";
import {
  type CartContents,
  type CartProblem,
  findCartProblem,
  findSellableOfOrder,
  readCartContents,
  type SellableProduct,
} from "../../../worker/domain/sales/index.ts";
import { getOrder, type OrderLine } from "../../../worker/domain/fulfilment/index.ts";
import { page } from "../../../worker/http/page.ts";
import { QuantityScript } from "../../../worker/ui/island.tsx";
import { NameWithPicture } from "../../../worker/ui/figures/picture.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { appLayout } from "../../layouts.tsx";
import { obstacleMessages } from "../quick-order/validate-lines.ts";
import { type AgainChoices, readAgainChoices, buildOrderAgainForm } from "./order-again-form.ts";

type AgainLine = OrderLine & { now: SellableProduct | undefined; obstacle: CartProblem | undefined };
type ChosenLine = AgainLine & { is_chosen: boolean; typed: string };

const orderAgainPage = page({
  path: pages.orderAgain,
  access: "buy",
  layout: appLayout,
  section: "Orders",
  params: getOrderCall.params,
  async load({ ctx, params: { order_id } }) {
    const [order, sellable, cart] = await Promise.all([
      getOrder(ctx, order_id),
      findSellableOfOrder(ctx, order_id),
      readCartContents(ctx),
    ]);
    const lines = mergeByProduct(order.lines).map((line): AgainLine => {
      const now = sellable.find(({ id }) => id === line.product_id);
      return { ...line, now, obstacle: findCartProblem(now, line.quantity) };
    });
    return { order, lines, cart };
  },
  head: ({ order }) => ({ title: `Order ${order.order_number} again · CrunchBox`, no_store: true }),
  view: ({ order, lines, cart }, { layout, flash }) => {
    const choices = readAgainChoices(flash?.typed);
    const chosenLines = lines.map((line): ChosenLine => ({ ...line, ...toChoice(line, choices) }));
    return (
      <>
        <PageHeader
          trail={[
            ["Orders", pages.orders],
            [`Order ${order.order_number}`, hrefOf(pages.order, { order_id: order.id })],
          ]}
          title="Order again"
          subtitle="Prices are those of today, before shipping and tax."
        />
        <Summary lines={lines} />
        {layout.paying_cart_no === null ? (
          <AgainForm order_id={order.id} lines={chosenLines} cart={cart} is_emptied={choices?.is_emptied ?? false} />
        ) : (
          <Notice tone="warning">
            Your cart is being paid for right now. You can order again as soon as the payment is decided.{" "}
            <a href={hrefOf(pages.checkoutState, { cart_no: layout.paying_cart_no })}>See the payment</a>
          </Notice>
        )}
      </>
    );
  },
});

export const orderAgain = [orderAgainPage, buildOrderAgainForm(orderAgainPage)];

/** A cart has one line per product, an order may have several. */
function mergeByProduct(lines: readonly OrderLine[]): OrderLine[] {
  const merged = new Map<string, OrderLine>();
  for (const line of lines) {
    const before = merged.get(line.product_id);
    merged.set(line.product_id, { ...line, ...before, quantity: line.quantity + (before?.quantity ?? 0) });
  }
  return [...merged.values()];
}

function toChoice({ product_id: id, quantity, obstacle }: AgainLine, choices: AgainChoices | undefined) {
  if (obstacle) return { is_chosen: false, typed: "" };
  return {
    is_chosen: choices ? choices.ids.includes(id) : true,
    typed: choices?.quantities[id] ?? String(quantity),
  };
}

/** Compares the prices of the order with today's prices. */
function Summary({ lines }: { lines: readonly AgainLine[] }) {
  const addableLines = lines.filter(({ obstacle }) => obstacle === undefined);
  if (addableLines.length === 0)
    return <Notice tone="danger">None of these products can be added to your cart.</Notice>;
  const sum = (price: (line: AgainLine) => number) =>
    addableLines.reduce((total, line) => total + price(line) * line.quantity, 0);
  const [thenSum, nowSum] = [sum(({ price }) => price), sum((line) => line.now?.price ?? 0)];
  const missingCount = lines.length - addableLines.length;
  const missingText =
    missingCount === 0 ? "" : ` ${missingCount === 1 ? "1 product" : `${missingCount} products`} cannot be added.`;
  if (nowSum === thenSum)
    return <Notice tone={missingCount === 0 ? "success" : "warning"}>{`No price has changed.${missingText}`}</Notice>;
  const changed = `${nowSum > thenSum ? "It costs more" : "It costs less"} than it did: ${formatMoney(nowSum)} instead of ${formatMoney(thenSum)}.`;
  return <Notice tone="warning">{changed + missingText}</Notice>;
}

type FormProps = { order_id: string; lines: readonly ChosenLine[]; cart: CartContents; is_emptied: boolean };

function AgainForm({ order_id, lines, cart, is_emptied: isEmptied }: FormProps) {
  const canAdd = lines.some(({ obstacle }) => obstacle === undefined);
  return (
    <form className="again" method="post" action={hrefOf(pages.orderAgain, { order_id })} noValidate>
      <QuantityScript />
      <input type="hidden" name="cart_version" value={cart.version} />
      {/* Enter in a quantity presses the form's first button, which must not be a stepper */}
      <button className="unseen" tabIndex={-1} name="step" value="">
        Update the subtotal
      </button>
      <Table
        columns={columns}
        rows={lines}
        id={({ product_id }) => product_id}
        select={({ name, obstacle }) => (obstacle ? undefined : name)}
        is_selected={({ is_chosen }) => is_chosen}
      />
      {canAdd && (
        <div className="again-foot card">
          {cart.items.length > 0 && <CartChoice cart={cart} is_emptied={isEmptied} />}
          <Subtotal lines={lines} />
          <p className="actions">
            <button className="button" name="to" value="checkout">
              Check out
            </button>
            <button className="button quiet" name="to" value="cart">
              Add to cart
            </button>
          </p>
        </div>
      )}
    </form>
  );
}

const itemsMax = 3;

function CartChoice({ cart: { items }, is_emptied: isEmptied }: { cart: CartContents; is_emptied: boolean }) {
  const listedItems = items.slice(0, items.length > itemsMax + 1 ? itemsMax : undefined);
  const itemTexts = listedItems.map(({ name, quantity }) => `${quantity.toLocaleString("en-US")} ${name}`);
  const moreCount = items.length - listedItems.length;
  const parts = [...itemTexts, ...(moreCount > 0 ? [`${moreCount} more products`] : [])];
  const last = parts.pop();
  return (
    <fieldset className="cart-choice">
      <legend>Your cart already has {parts.length > 0 ? `${parts.join(", ")} and ${last}` : last}</legend>
      <label className="check">
        <input type="radio" name="is_emptied" value="false" defaultChecked={!isEmptied} />
        Keep {items.length === 1 ? "it" : "them"} in the cart
      </label>
      <label className="check">
        <input type="radio" name="is_emptied" value="true" defaultChecked={isEmptied} />
        Empty the cart first
      </label>
    </fieldset>
  );
}

/** Updated by islands/quantities.ts; without script a button reloads the page. */
function Subtotal({ lines }: { lines: readonly ChosenLine[] }) {
  const choices = lines.flatMap(({ is_chosen, typed, now }) =>
    is_chosen ? [{ quantity: Number(typed) || 0, price: now?.price ?? 0 }] : [],
  );
  return (
    <p className="again-sum">
      <span data-items>{subtotalLabel(choices.reduce((sum, { quantity }) => sum + quantity, 0))}</span>{" "}
      <b data-sum aria-live="polite">
        {formatMoney(choices.reduce((sum, { quantity, price }) => sum + quantity * price, 0))}
      </b>{" "}
      <button className="link-button" name="step" value="">
        Update
      </button>
    </p>
  );
}

const columns: readonly Column<ChosenLine>[] = [
  { label: "Product", cell: ({ name, main_image }) => <NameWithPicture src={main_image} name={name} /> },
  { label: "Quantity", cell: (line) => <Quantity line={line} />, on_phones: "note" },
  { label: "Then", cell: ({ price }) => formatMoney(price), is_number: true, on_phones: "hidden" },
  {
    label: "Today",
    cell: ({ now }) => (now && now.price !== null ? formatMoney(now.price) : "–"),
    is_number: true,
  },
  { label: "What changed", cell: (line) => <PriceChangeBadge line={line} /> },
];

function Quantity({ line: { product_id: id, name, quantity, now, obstacle, typed } }: { line: ChosenLine }) {
  if (obstacle) return `${quantity.toLocaleString("en-US")} ×`;
  if (now?.is_plan)
    return (
      <>
        1 plan
        <input type="hidden" name={`products.${id}`} value="1" data-price={now.price ?? 0} />
      </>
    );
  const renderStepButton = (by: -1 | 1) => (
    <button
      className="button quiet"
      name="step"
      value={`${id}:${by}`}
      aria-label={by < 0 ? `One less of ${name}` : `One more of ${name}`}
    >
      {by < 0 ? "−" : "+"}
    </button>
  );
  return (
    <div className="stepper">
      <div>
        {renderStepButton(-1)}
        <input
          type="number"
          name={`products.${id}`}
          min="1"
          max="10000"
          step="1"
          required
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed}
          aria-label={`Quantity of ${name}`}
          data-price={now?.price ?? 0}
        />
        {renderStepButton(1)}
      </div>
    </div>
  );
}

function PriceChangeBadge({ line: { price, now, obstacle } }: { line: AgainLine }) {
  if (!now) return <Badge tone="danger">No longer sold</Badge>;
  if (obstacle) return <small className="refused">{obstacleMessages[obstacle]}</small>;
  const priceChange = (now.price ?? 0) - price;
  if (priceChange === 0) return <Badge tone="neutral">Same price</Badge>;
  return (
    <Badge tone={priceChange > 0 ? "warning" : "success"}>
      {`${formatMoney(Math.abs(priceChange))} ${priceChange > 0 ? "more" : "less"} each`}
    </Badge>
  );
}
