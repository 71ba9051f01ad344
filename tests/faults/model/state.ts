// The model of an organization's money: its state, and functions that change and query it.
import { findPercent, calculateTax } from "../../../sandbox/fakes/stripe/products/tax-rates.ts";
import { address } from "../../support/store.ts";
import { sum } from "../../support/sum.ts";

export const products = ["device", "sensor", "plan"] as const;
export type Product = (typeof products)[number];
/** The yearly term is never bought, only switched to. */
export const pricedProducts = [...products, "year"] as const;
export type Priced = (typeof pricedProducts)[number];
export const levels = ["Base Price", "Partner"] as const;
export type Level = (typeof levels)[number];
export type Method = "good" | "declines" | "bank" | "badBank";

/** The money of one invoice. `back`: refunded amounts; `failed`: amounts of failed refunds. */
export type Money = {
  amount: number;
  stage: "taken" | "debit" | "bad-debit" | "refused" | "owed";
  /** Only on account: the transfers that paid it, and whether it was canceled before it was fully paid. */
  account?: { parts: number[]; is_canceled: boolean };
  back: number[];
  failed: number[];
  dispute: "none" | "created" | "withdrawn" | "reinstated";
  disputed: number;
};
export type Purchase = {
  reason: "manual" | "subscription_create" | "subscription_cycle" | "subscription_update";
  money: Money;
};

/**
 * The active plan. `days`: since the period began. `amount`: US cents of each term, with tax. `next_amount`: US cents
 * of each month after a scheduled switch from the year, otherwise null. `first`: the first payment, null after another
 * one.
 */
export type Plan = {
  status: "active" | "past_due";
  term: "month" | "year";
  days: number;
  amount: number;
  next_amount: number | null;
  first: Money | null;
  ends: boolean;
};

/** An organization's purchases and debts, according to the specification alone. */
export type State = {
  shipping: number;
  prices: Record<Level, Record<Priced, number>>;
  level: Level;
  cart: Partial<Record<Product, number>>;
  seen: Partial<Record<Product, number>>;
  /** Purchases of a submit whose outcome is unknown; they will be made. Null without such a submit. */
  open: Purchase[] | null;
  bought: Purchase[];
  /** Purchases of each pending request, at the prices of the day on which the request was sent; oldest first. */
  requests: Purchase[][];
  /** US cents up to which orders on account may be open. */
  credit_limit: number;
  plan: Plan | null;
  canceled_plans: number;
};

export const createState = (shipping: number): State => ({
  shipping,
  prices: {
    "Base Price": { device: 100_00, sensor: 33_33, plan: 49_00, year: 490_00 },
    Partner: { device: 80_00, sensor: 29_99, plan: 39_00, year: 390_00 },
  },
  level: "Base Price",
  cart: {},
  seen: {},
  open: null,
  bought: [],
  requests: [],
  credit_limit: 400_00,
  plan: null,
  canceled_plans: 0,
});

export const price = (state: State, product: Priced): number => state.prices[state.level][product];
const tax = (cents: number): number => calculateTax(cents, findPercent(address.country, address.state));
/** US cents, with tax, of a term that starts now. */
export const termPrice = (state: State, term: Plan["term"]): number => {
  const cents = price(state, term === "year" ? "year" : "plan");
  return cents + tax(cents);
};
const listCartProducts = (state: State) => products.filter((product) => state.cart[product] !== undefined);

export const holdsPlan = (state: State): boolean =>
  state.plan !== null || (state.open?.some(({ reason }) => reason === "subscription_create") ?? false);

const isWrongPlan = (state: State, product: Product, quantity: number) =>
  product === "plan" && (quantity !== 1 || holdsPlan(state));

/** The functions of steps return whether the store must allow the step, and apply it if so. */
export function add(state: State, product: Product, quantity: number): boolean {
  const count = (state.cart[product] ?? 0) + quantity;
  if (state.open || isWrongPlan(state, product, count)) return false;
  state.cart[product] = count;
  state.seen[product] = price(state, product);
  return true;
}

export function set(state: State, product: Product, quantity: number): boolean {
  if (state.open || state.cart[product] === undefined || isWrongPlan(state, product, quantity)) return false;
  state.cart[product] = quantity;
  state.seen[product] = price(state, product);
  return true;
}

export function remove(state: State, product: Product): boolean {
  if (state.open || state.cart[product] === undefined) return false;
  delete state.cart[product];
  delete state.seen[product];
  return true;
}

/** Whether the cart can be bought at the prices its owner last saw. */
export const isReady = (state: State): boolean =>
  !state.open &&
  listCartProducts(state).length > 0 &&
  !(state.cart.plan !== undefined && holdsPlan(state)) &&
  listCartProducts(state).every((product) => state.seen[product] === price(state, product));

function createPurchase(reason: Purchase["reason"], amount: number, method: Method): Purchase {
  const stages = { good: "taken", declines: "refused", bank: "debit", badBank: "bad-debit" } as const;
  return { reason, money: { amount, stage: stages[method], back: [], failed: [], dispute: "none", disputed: 0 } };
}

function buildInvoices(state: State, method: Method): Purchase[] {
  const goods = listCartProducts(state)
    .filter((product) => product !== "plan")
    .map((product) => price(state, product) * (state.cart[product] ?? 0));
  const orderTotal = sum(goods) + sum(goods.map(tax)) + state.shipping + tax(state.shipping);
  return [
    ...(goods.length > 0 ? [createPurchase("manual", orderTotal, method)] : []),
    ...(state.cart.plan === undefined
      ? []
      : [createPurchase("subscription_create", termPrice(state, "month"), method)]),
  ];
}

/** The required outcome of a submit. A slow bank account pays for goods only. */
export function submit(state: State, method: Method, isAnswered: boolean): "pending" | "refused" | "bought" | "open" {
  if (state.open) return "pending";
  const isReadyNow = isReady(state);
  if (listCartProducts(state).length > 0 && !(state.cart.plan !== undefined && holdsPlan(state)))
    for (const product of listCartProducts(state)) state.seen[product] = price(state, product);
  if (!isReadyNow || method === "declines") return "refused";
  state.open = buildInvoices(state, method);
  if (!isAnswered) return "open";
  resolve(state);
  return "bought";
}

/** Sends the cart for approval: freezes its prices and empties it. Returns whether it is sent. */
export function send(state: State, method: Method): boolean {
  const isReadyNow = isReady(state);
  if (!state.open && listCartProducts(state).length > 0 && !(state.cart.plan !== undefined && holdsPlan(state)))
    for (const product of listCartProducts(state)) state.seen[product] = price(state, product);
  if (!isReadyNow) return false;
  state.requests.push(buildInvoices(state, method));
  Object.assign(state, { cart: {}, seen: {} });
  return true;
}

const createPlan = ({ money }: Purchase): State["plan"] => ({
  status: "active",
  term: "month",
  days: 0,
  amount: money.amount,
  next_amount: null,
  first: money,
  ends: false,
});

/** Approves the oldest request. Returns "failed" if the organization holds the plan meanwhile. */
export function approve(state: State): "approved" | "failed" {
  const request = state.requests.shift() ?? [];
  const plan = request.find(({ reason }) => reason === "subscription_create");
  if (plan && holdsPlan(state)) return "failed";
  if (plan) state.plan = createPlan(plan);
  state.bought.push(...request);
  return "approved";
}

export const owedPurchases = (state: State): Purchase[] => state.bought.filter(({ money }) => money.stage === "owed");
const unpaidCents = ({ amount, account }: Money): number => amount - sum(account?.parts ?? []);

/** Places the cart at once, within the limit; a plan is never bought on account. Returns whether it is placed. */
export function buyOnAccount(state: State): boolean {
  const isReadyNow = isReady(state);
  if (listCartProducts(state).length > 0 && !(state.cart.plan !== undefined && holdsPlan(state)))
    for (const product of listCartProducts(state)) state.seen[product] = price(state, product);
  if (!isReadyNow || state.cart.plan !== undefined) return false;
  const [order] = buildInvoices(state, "good");
  const openCents = sum(owedPurchases(state).map(({ money }) => unpaidCents(money)));
  if (!order || openCents + order.money.amount > state.credit_limit) return false;
  Object.assign(order.money, { stage: "owed", account: { parts: [], is_canceled: false } });
  state.bought.push(order);
  Object.assign(state, { cart: {}, seen: {} });
  return true;
}

/** Pays the oldest unpaid order. The rest only follows a part, so that no single charge pays the whole order. */
export function transfer(state: State, isRest: boolean): number {
  const money = owedPurchases(state)[0]?.money;
  if (!money?.account) return 0;
  const unpaidRest = unpaidCents(money);
  const amount = isRest && money.account.parts.length > 0 ? unpaidRest : Math.min(7_77, unpaidRest);
  money.account.parts.push(amount);
  if (amount === unpaidRest) money.stage = "taken";
  return amount;
}

/** Cancels the oldest unpaid order: its payments are refunded, and the rest is no longer due. */
export function cancelOwed(state: State): void {
  const money = owedPurchases(state)[0]?.money;
  if (!money?.account) return;
  Object.assign(money, { stage: "taken", back: [...money.account.parts] });
  money.account.is_canceled = true;
}

/** Records that the purchases of the open submit were made. */
export function resolve(state: State): void {
  if (!state.open) return;
  const plan = state.open.find(({ reason }) => reason === "subscription_create");
  if (plan) state.plan = createPlan(plan);
  state.bought.push(...state.open);
  Object.assign(state, { open: null, cart: {}, seen: {} });
}

/** Five days pass: bank debits settle, and declined renewals are collected after three days. */
export function advance(state: State): void {
  for (const { money, reason } of state.bought) {
    if (money.stage === "debit") money.stage = "taken";
    if (money.stage === "bad-debit") money.stage = "refused";
    if (money.stage === "refused" && reason === "subscription_cycle" && state.plan) money.stage = "taken";
  }
  if (state.plan) state.plan = { ...state.plan, status: "active", days: state.plan.days + 5 };
}

export function renew(state: State, isPaid: boolean): void {
  if (!state.plan) return;
  if (state.plan.ends) return end(state);
  const { term, next_amount } = state.plan;
  const amount = next_amount ?? state.plan.amount;
  state.bought.push(createPurchase("subscription_cycle", amount, isPaid ? "good" : "declines"));
  state.plan = {
    status: isPaid ? "active" : "past_due",
    term: next_amount === null ? term : "month",
    days: 1,
    amount,
    next_amount: null,
    first: null,
    ends: false,
  };
}

/** The year starts now; `due` is its price less the credit for unused days of the month. */
export function switchToYear(state: State, due: number): void {
  if (!state.plan) return;
  state.bought.push(createPurchase("subscription_update", due, "good"));
  state.plan = { ...state.plan, term: "year", days: 0, amount: termPrice(state, "year"), first: null };
}

/** The months start when the year ends, at today's price. */
export function switchToMonth({ plan, ...state }: State): void {
  if (plan) plan.next_amount = termPrice({ ...state, plan }, "month");
}

/** Cancels the plan at its period's end, which also withdraws a scheduled switch. */
export function cancelAtEnd({ plan }: State): void {
  if (plan) Object.assign(plan, { ends: true, next_amount: null });
}

/**
 * Whether the plan's only payment is at most 10 days old and nothing of it was refunded or disputed; the shop allows 14
 * days.
 */
export function canEndNow({ plan }: State): boolean {
  const first = plan?.first;
  return Boolean(first && first.stage === "taken" && plan.days <= 10 && isUntouched(first));
}

/** Whether the plan was paid more than once or a part of a payment was refunded or disputed. */
export function cannotEndNow({ plan }: State): boolean {
  return plan !== null && (plan.first === null || !isUntouched(plan.first));
}

const isUntouched = ({ back, failed, dispute }: Money): boolean =>
  back.length === 0 && failed.length === 0 && dispute === "none";

export function end(state: State): void {
  state.plan = null;
  state.canceled_plans += 1;
}

export const remainingCents = ({ amount, back }: Money): number => amount - sum(back);
