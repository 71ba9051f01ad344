import { violatedConstraint } from "../../../../db/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/client/orders.ts";
import { chargeMax, chargeMin } from "../../../contract/buying/charge-limit.ts";
import { amountTooLarge, amountTooSmall, approvalRequired, notFound, unprocessable } from "../../../contract/errors.ts";
import { pageBase } from "../../../contract/hosts.ts";
import { unpaidLinkOrdersMax } from "../../../contract/entities/order.ts";
import { hrefOf, pages } from "../../../contract/pages.ts";
import type { ChargeLine } from "../../../gateways/payment-provider.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { Tax } from "../../../gateways/tax/tax.ts";
import { calculateTax, findOrCreateCustomer } from "../../payments/index.ts";
import { requirePrice } from "../../catalog/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import type { Order } from "../../fulfilment/index.ts";
import { rulesRequiringApproval } from "../approvals/concerned-rules.ts";
import { requireAccount, requireCredit } from "../checkout/on-account.ts";
import { placeOnAccount, toAccountPurchase } from "./place-on-account.ts";
import { findRepeatedOrder, type LinkIds, toLinkIds } from "./repeated-order.ts";
import { insertLinkOrder, type LinkItem, type LinkOrder } from "./insert-link-order.ts";
import { type LinkAddress, type LinkFacts, readLinkOrder } from "./read-link-order.ts";

type LinkRequest = InputOf<typeof contract.orderByLink>["body"] & {
  /** The idempotency key of the request. */
  key?: string | undefined;
};

/**
 * Orders one-time products and returns the order with the provider's payment page (O-098), or, on account, with an
 * invoice in place of the page. Goods ship at the cheapest rate for the destination and are taxed there. The page is
 * created before the order, which is inserted by one statement: if the provider fails, nothing remains. A repeated key
 * returns the existing order.
 */
export async function orderByLink(ctx: Ctx, request: LinkRequest): Promise<Order> {
  const { products, key } = request;
  if (products.length === 0) throw unprocessable("NO_PRODUCTS_IN_CART");
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of products) {
    const id = productId.toLowerCase();
    quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  const ids = key === undefined ? undefined : await toLinkIds(requireUser(ctx).user_id, key);
  const findRepeated = async () => ids && findRepeatedOrder(ctx, ids, quantities);
  const repeated = await findRepeated();
  if (repeated) return repeated;
  try {
    return await placeLinkOrder(ctx, request, { quantities, ids, findRepeated });
  } catch (error) {
    // A concurrent call with the same key may have placed the order, which used up a limit or a budget for this one.
    const winner = await findRepeated();
    if (winner) return winner;
    // The complete cart of an order on account remains if the provider refused its invoice.
    throw violatedConstraint(error) === "carts_pkey" ? unprocessable("PAYMENT_FAILED") : error;
  }
}

type LinkCall = {
  quantities: ReadonlyMap<string, number>;
  /** Undefined for a call without a key. */
  ids: LinkIds | undefined;
  findRepeated: () => Promise<Order | undefined>;
};

async function placeLinkOrder(
  ctx: Ctx,
  request: LinkRequest,
  { quantities, ids, findRepeated }: LinkCall,
): Promise<Order> {
  const { address, payment_method, po_number = null } = request;
  const is_on_account = payment_method === "account";
  const readFacts = () => readLinkOrder(ctx, quantities, { address, is_on_account });
  const facts = { ...(await readFacts()), ...ids };
  if (!is_on_account && facts.unpaid_orders >= unpaidLinkOrdersMax) throw unprocessable("TOO_MANY_UNPAID_ORDERS");
  const items = requireItems(facts, quantities);
  if (is_on_account) requireAccount(facts.account, { has_plans: false, po_number });
  if (goodsTotal(items) > chargeMax) throw amountTooLarge();
  const customer = await findOrCreateCustomer(ctx, requireUser(ctx).org_id, facts.organization);
  const delivery = requireDelivery(facts, address);
  const billingAddress = address ?? facts.organization.address ?? facts.organization.first_address;
  const taxAddress = delivery?.address ?? billingAddress;
  const tax = taxAddress && (await fetchTax(ctx, facts, { items, taxAddress, shipping: delivery?.shipping ?? 0 }));
  const order = toOrder(facts, { items, delivery, tax, taxAddress });
  if (order.total > chargeMax) throw amountTooLarge();
  // An order on account may be below the provider's minimum, because an invoice moves it to the customer's balance.
  if (!is_on_account && order.total > 0 && order.total < chargeMin) throw amountTooSmall();
  requireNoApproval(facts, order.total);
  if (is_on_account) {
    const purchase = toAccountPurchase(facts, { ...order, customer_id: customer, po_number });
    requireCredit(facts.account, purchase);
    const sold = await placeOnAccount(ctx, facts, purchase, billingAddress);
    if (sold) return sold;
    const currentFacts = await readFacts();
    requireItems(currentFacts, quantities);
    requireNoApproval(currentFacts, order.total);
    requireCredit(currentFacts.account, purchase);
    throw notFound("PRODUCT_NOT_FOUND");
  }
  const { order_id, invoice_id } = order;
  const session = await ctx.gateways.payments.createPaymentSession({
    customer,
    key: `order_${order_id}`,
    lines: chargeLines(order),
    return_url: pageBase(ctx.settings, pages.order) + hrefOf(pages.order, { order_id }),
    metadata: { order_id, invoice_id },
  });
  if (!session) throw notFound("CHECKOUT_URL_NOT_FOUND");
  const placedOrder = await insertLinkOrder(ctx, order, session);
  if (!placedOrder) {
    // Concurrent calls with the same key share the page, which the order of another one needs.
    const winner = await findRepeated();
    if (winner) return winner;
    // A page without an order must not be paid. If the provider fails to expire the page now, it expires after a day.
    await ctx.gateways.payments.expireSession(session.id).catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      ctx.log({ level: "warn", event: "payment-link", session: session.id, reason: error.message });
    });
    const currentFacts = await readFacts();
    requireItems(currentFacts, quantities);
    requireNoApproval(currentFacts, order.total);
    throw unprocessable("TOO_MANY_UNPAID_ORDERS");
  }
  ctx.wakeWorkers();
  return placedOrder;
}

function requireNoApproval({ approval_rules }: LinkFacts, total: number): void {
  const requiredRules = rulesRequiringApproval(approval_rules, total);
  if (requiredRules.length > 0) throw approvalRequired(requiredRules);
}

const goodsTotal = (items: readonly LinkItem[]): number =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

function requireItems(facts: LinkFacts, quantities: ReadonlyMap<string, number>): LinkItem[] {
  const itemsById = new Map(facts.items.map((item) => [item.id, item]));
  return [...quantities].map(([id, quantity]) => {
    const item = itemsById.get(id);
    if (!item) throw notFound("PRODUCT_NOT_FOUND");
    // Subscriptions need a payment method of their own at checkout.
    if (item.is_subscription) throw unprocessable("INVALID_SUBSCRIPTION_QTY");
    const price = requirePrice({ price: item.price, price_level_name: facts.price_level_name });
    return { ...item, price, quantity, tax_amount: null };
  });
}

type Delivery = { address: LinkAddress; shipping: number; option: string; rate_id: string };

/** Undefined for an order without hardware. */
function requireDelivery(facts: LinkFacts, requested: LinkAddress | undefined): Delivery | undefined {
  if (facts.items.every(({ type }) => type !== "hardware")) return undefined;
  const address = requested ?? facts.organization.first_address;
  if (!address?.country) throw notFound("SHIPPING_ADDRESS_NOT_FOUND");
  if (!facts.rate) throw notFound("SHIPPING_RATE_NOT_FOUND");
  return { address, shipping: facts.rate.price, option: facts.rate.option, rate_id: facts.rate.id };
}

type TaxedItems = { items: readonly LinkItem[]; taxAddress: LinkAddress; shipping: number };

function fetchTax(ctx: Ctx, { organization }: LinkFacts, { items, taxAddress, shipping }: TaxedItems): Promise<Tax> {
  const { line1, line2, city, state, postal_code, country } = taxAddress;
  return calculateTax(ctx, {
    address: { line1, line2, city, state, postal_code, country },
    lines: items.map(({ id, price, quantity, tax_code }) => ({
      reference: id,
      amount: price * quantity,
      quantity,
      tax_code,
    })),
    shipping,
    exemption: organization.tax_exempt,
  });
}

type OrderParts = {
  items: readonly LinkItem[];
  delivery: Delivery | undefined;
  /** Null if no address is known: software may be ordered without an address and is then not taxed. */
  tax: Tax | null;
  taxAddress: LinkAddress | null;
};

function toOrder(facts: LinkFacts, { items, delivery, tax, taxAddress }: OrderParts): LinkOrder {
  const shipping = delivery?.shipping ?? 0;
  return {
    order_id: facts.order_id,
    invoice_id: facts.invoice_id,
    price_level_name: facts.price_level_name,
    items: items.map((item) => ({ ...item, tax_amount: tax ? (tax.lines[item.id] ?? 0) : null })),
    shipping,
    tax: tax?.tax ?? 0,
    total: goodsTotal(items) + shipping + (tax?.tax ?? 0),
    tax_calculation_id: tax?.id ?? null,
    tax_address: tax ? taxAddress : null,
    address: delivery?.address ?? null,
    method: delivery?.option ?? null,
    rate_id: delivery?.rate_id ?? null,
  };
}

/**
 * Maximum lines of a payment page
 * (https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-line_items).
 */
const chargeLinesMax = 100;

function chargeLines({ items, shipping, tax, method }: LinkOrder): ChargeLine[] {
  const goods = items.map(({ id, name, price, quantity }) => ({
    reference: id,
    description: name,
    amount: price * quantity,
    quantity,
  }));
  const extraLines = [
    { reference: "shipping", description: method ? `Shipping, ${method}` : "Shipping", amount: shipping, quantity: 1 },
    { reference: "tax", description: "Tax", amount: tax, quantity: 1 },
  ];
  const pricedExtras = extraLines.filter(({ amount }) => amount > 0);
  const remainingLines = chargeLinesMax - pricedExtras.length;
  if (goods.length <= remainingLines) return [...goods, ...pricedExtras];
  const rest = goods.slice(remainingLines - 1);
  const othersLine = {
    reference: "others",
    description: `${rest.length} more products`,
    amount: rest.reduce((sum, { amount }) => sum + amount, 0),
    quantity: 1,
  };
  return [...goods.slice(0, remainingLines - 1), othersLine, ...pricedExtras];
}
