import { expect } from "vitest";
import { z } from "zod";
import { listSubscriptions } from "../../../worker/contract/v1/client/subscriptions.ts";
import { getCart, listShippingRates, updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { secretKey } from "../../../sandbox/fakes/stripe/wire/keys.ts";
import type { Actor } from "../../support/actors.ts";
import { unique } from "../../support/factories.ts";
import { address, type Buyer, cards } from "../../support/store.ts";
import { addRule } from "../../v1/client/approvals/approvals.ts";
import type { FaultApp } from "../fault-app.ts";
import { findViolations } from "../invariants/invariants.ts";
import { buildExpectedRecords } from "./expected-records.ts";
import { createState, type Method, type Priced, type State } from "./state.ts";

/** The real system that the model describes: one organization of an app that earlier sequences have used. */
export type Real = {
  app: FaultApp;
  admin: Actor;
  buyer: Buyer;
  approver: Actor;
  /** The rule that requires approval of every order; steps about approvals turn it on while they run. */
  rule_id: string;
  ids: Record<Priced, string>;
  methods: Record<Method, string>;
  rate: { id: string; price: number };
  steps: number;
};

export async function createReal(app: FaultApp, admin: Actor): Promise<Real> {
  const { shop } = app;
  const prices = createState(0).prices;
  const buildLevels = (product: Priced) => ({
    price_levels: { "Base Price": prices["Base Price"][product], Partner: prices.Partner[product] },
  });
  const family = unique("Plan");
  const [device, sensor, plan, year, buyer] = await Promise.all([
    shop.createProduct(buildLevels("device")),
    shop.createProduct(buildLevels("sensor")),
    shop.createPlan({ family, ...buildLevels("plan") }),
    shop.createPlan({ family, subscription_term: "year", ...buildLevels("year") }),
    shop.buyer(),
  ]);
  // The provider's clock moves far ahead, so the cards expire late.
  const addCard = (number: string) => shop.addMethod(buyer.customer, number, { exp_month: 12, exp_year: 9999 });
  const addBankAccount = (number: string) => shop.addMethod(buyer.customer, number);
  const [good, declines, debit, badBank] = await Promise.all([
    addCard(cards.good),
    addCard(cards.declines),
    addBankAccount(cards.bank),
    addBankAccount(cards.badBank),
  ]);
  const rates = (await buyer.client.call(listShippingRates, { query: { country: address.country } })).reply();
  const rate = { id: rates.data[0]?.id ?? "", price: rates.data[0]?.price ?? 0 };
  const orgFields = { org_id: buyer.org_id };
  const approver = await shop.signedIn({ ...orgFields, roles: ["buyer", "user"] });
  const owner = await shop.signedIn({ ...orgFields, roles: ["org", "user"] });
  const rule = await addRule(owner, [approver], { min_total: 0, is_active: false });
  // Payment terms this long put every due date after the provider's clock in this test.
  await shop.query("update organizations set payment_terms_days = 2000000, credit_limit = $1 where id = $2", [
    createState(0).credit_limit,
    buyer.org_id,
  ]);
  const ids = { device: device.id, sensor: sensor.id, plan: plan.id, year: year.id };
  const methods = { good, declines, bank: debit, badBank };
  return { app, admin, buyer, approver, rule_id: rule.id, ids, methods, rate, steps: 0 };
}

/** Prepares the open cart for payment by this method; returns the version that the submit needs. */
export async function chooseMethod({ buyer, methods, rate }: Real, method: Method, isOpen: boolean): Promise<string> {
  const { updated_at } = (await buyer.client.call(getCart)).reply();
  if (isOpen) return updated_at;
  const body = {
    address: { billing: address, shipping: address },
    stripe_payment_method: { stripe_payment_method_id: methods[method] },
    shipping_rate_id: rate.id,
  };
  return (await buyer.client.call(updateCart, { body })).reply().updated_at;
}

/** Completes pending payments, delivered webhooks and waiting mails; webhooks that are held back stay so. */
export async function settle({ app }: Real): Promise<void> {
  await app.passAMinute();
  await app.shop.settled();
  await app.shop.sandbox.runJob("deliver-outbox");
}

/** Delivers the held-back webhooks in random order, each `times` times, and holds back the next ones. */
export async function deliver(real: Real, times: number): Promise<void> {
  await real.app.shop.control("/deliveries", { action: "shuffle", times });
  await real.app.shop.control("/deliveries", { action: "hold" });
  await settle(real);
}

/** Expects that after all deliveries our records equal the model's, and that every invariant holds. */
export async function expectSame(state: State, real: Real): Promise<void> {
  const { shop } = real.app;
  const { orders, invoices, ledger, subscriptions } = await shop.books(real.buyer.org_id);
  const cart = (await real.buyer.client.call(getCart)).reply();
  const cartProducts = Object.entries(real.ids).flatMap(([name, id]) =>
    cart.products[id] ? [[name, cart.products[id]]] : [],
  );
  const { data: plans } = (await real.buyer.client.call(listSubscriptions)).reply();
  const actualBooks = {
    orders: orders.map((row) => [row["status"], row["payment_status"], row["total"]].join(" ")).toSorted(),
    invoices: invoices.map((row) => [row["billing_reason"], row["amount"], row["payment_status"]].join(" ")).toSorted(),
    ledger: ledger.map((row) => [row["kind"], row["amount"]].join(" ")).toSorted(),
    subscriptions: subscriptions.map((row) => row["status"]).toSorted(),
    next_charges: plans.flatMap(({ next_charge }) => next_charge?.amount ?? []),
    charged: await shop.sum(real.buyer.customer),
    cart: Object.fromEntries(cartProducts),
  };
  expect(actualBooks).toEqual(buildExpectedRecords(state));
  expect(await findViolations(shop, [real.buyer.org_id])).toEqual([]);
}

const plansSchema = z.array(
  z.object({
    id: z.string(),
    status: z.string(),
    items: z.object({ data: z.array(z.object({ current_period_start: z.number(), current_period_end: z.number() })) }),
  }),
);

async function fetchLivePlans({ app, buyer }: Real) {
  const allPlans = plansSchema.parse(await app.shop.objects("subscription", { customer: buyer.customer }));
  return allPlans.filter(({ status }) => status !== "canceled");
}

/** The provider's time, in seconds. */
export async function readClock({ app }: Real): Promise<number> {
  const answer = await fetch(`${app.sandbox.url}/stripe/clock`);
  return z.object({ now: z.number() }).parse(await answer.json()).now;
}

/** The current period of the active plan, in seconds of the provider's time. */
export async function readPeriod(real: Real): Promise<{ start: number; end: number }> {
  const [plan] = await fetchLivePlans(real);
  const [item] = plan?.items.data ?? [];
  if (!item) throw new Error("no plan runs");
  return { start: item.current_period_start, end: item.current_period_end };
}

/** Path parameters of the plan's calls. The plan is `past_due` until the webhook of a late payment arrives. */
export async function findLivePlan({ client }: Buyer): Promise<{ subscription_id: string }> {
  const { data } = (await client.call(listSubscriptions)).reply();
  const livingPlan = data.find(({ status }) => status === "active" || status === "past_due");
  return { subscription_id: livingPlan?.id ?? "" };
}

/** Moves the provider's clock to a day after the end of the plan's period. */
export async function passPeriod(real: Real): Promise<void> {
  const now = await readClock(real);
  const { end } = await readPeriod(real);
  await real.app.shop.control("/clock", { advance_seconds: end - now + 86_400 });
}

/** Ends the organization's plans, so that later clock changes do not affect them. */
export async function endPlans(real: Real): Promise<void> {
  const headers = { authorization: `Bearer ${secretKey}` };
  for (const { id } of await fetchLivePlans(real))
    await fetch(`${real.app.sandbox.url}/v1/subscriptions/${id}`, { method: "DELETE", headers });
}
