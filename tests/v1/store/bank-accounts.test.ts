import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAdminSubscriptions } from "../../../worker/contract/v1/admin/subscriptions.ts";
import { orderByLink, getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { listSubscriptions } from "../../../worker/contract/v1/client/subscriptions.ts";
import { updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { secretKey } from "../../../sandbox/fakes/stripe/wire/keys.ts";
import { readWords } from "../../http/pages/words.ts";
import { startOwnApp } from "../../support/app.ts";
import { listBilledAmounts } from "../../support/statement.ts";
import { type Buyer, cards, type Shop, openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => app?.stop());

const fetchOrder = async ({ client }: Buyer, order_id: string | null) =>
  (await client.call(getOrder, { params: { order_id: order_id ?? "" } })).reply();
const fetchPlans = async ({ client }: Buyer) => (await client.call(listSubscriptions)).reply().data;
const listMailTypes = async ({ user }: Buyer) =>
  (await shop.query<{ type: string }>("select type from outbox where user_id = $1 order by id", [user.id])).map(
    ({ type }) => type,
  );

async function passDays(days: number): Promise<void> {
  await shop.advance(days);
  await shop.settled();
}

describe("a purchase from a US bank account", () => {
  test("is pending and unlocks nothing until the bank pays, days later", async () => {
    const [device, plan] = [await shop.createProduct(), await shop.createPlan()];
    const buyer = await shop.purchase([device, plan], cards.bank);
    expect([buyer.bought.payment_status, buyer.bought.action_url]).toEqual(["pending", null]);
    await shop.settled();
    const orderBefore = await fetchOrder(buyer, buyer.bought.order_id);
    expect([orderBefore.status, orderBefore.payment_status]).toEqual(["new", "pending"]);
    expect((await fetchPlans(buyer)).map(({ is_available }) => is_available)).toEqual([false]);
    expect(await listMailTypes(buyer)).toEqual(["orderReceived"]);
    await passDays(5);
    const orderAfter = await fetchOrder(buyer, buyer.bought.order_id);
    expect([orderAfter.status, orderAfter.payment_status]).toEqual(["processing", "paid"]);
    const { invoices, ledger } = await shop.books(buyer.org_id);
    expect(invoices.map(({ payment_status }) => payment_status)).toEqual(["paid", "paid"]);
    expect(ledger.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(await shop.sum(buyer.customer));
    expect((await fetchPlans(buyer)).map(({ is_available }) => is_available)).toEqual([true]);
    expect((await listMailTypes(buyer)).toSorted()).toEqual([
      "invoiceForSubscription",
      "orderConfirmed",
      "orderReceived",
    ]);
  });

  test("is confirmed by mail at once: what, where to, from which account, until when, and what if it fails", async () => {
    const device = await shop.createProduct();
    const { bought, ...buyer } = await shop.purchase([device], cards.bank);
    const { order_number } = await fetchOrder(buyer, bought.order_id);
    const mail = await shop.sandbox.waitForMail(buyer.user.email, `We received your order ${order_number}`);
    const text = mail.text.replace(/\s+/g, " ");
    for (const expectedText of [
      device.name,
      "$100.00",
      "1 Main Street",
      "STRIPE TEST BANK ending in 6789",
      "4 business days",
    ])
      expect(text).toContain(expectedText);
    expect(text).toMatch(/usually until \d{1,2} [A-Z][a-z]{2} \d{4}/);
    expect(text).toContain("If the payment fails, we write to you");
    expect(text).toContain(`/portal/orders/${bought.order_id}`);
  });

  test("of a plan alone is confirmed by mail at once, too, with the buyer's own number", async () => {
    const [buyer, plan] = [await shop.buyer(), await shop.createPlan()];
    await shop.fillCart(buyer, [plan], cards.bank);
    (await buyer.client.call(updateCart, { body: { po_number: "PO 4711" } })).reply();
    const purchase = (await shop.checkout(buyer)).reply();
    expect(await listMailTypes(buyer)).toEqual(["orderReceived"]);
    const mail = await shop.sandbox.waitForMail(buyer.user.email, `We received your order of ${plan.name}`);
    const text = mail.text.replace(/\s+/g, " ");
    for (const expectedText of [plan.name, "$49.00", "STRIPE TEST BANK ending in 6789", "4 business days", "PO 4711"])
      expect(text).toContain(expectedText);
    expect(text).toMatch(/usually until \d{1,2} [A-Z][a-z]{2} \d{4}/);
    expect(text).toContain("You can use the subscription as soon as it has arrived.");
    expect(text).not.toMatch(/ships|order number/i);
    // The provider reports the plan as active, but the debit is not paid yet, so the plan cannot be used.
    const page = await (await buyer.client.fetch(`/store/checkout/${purchase.cart_no}`)).text();
    expect(page).toContain("The bank transfer takes up to 4 business days.");
    expect(page).toContain("to be paid with");
    expect(page).not.toContain(">paid with");
    expect(page).toContain("$53.04 per month");
    expect(text).toContain(`/subscriptions/${purchase.subscription_ids[0]}`);
    await shop.settled();
    await passDays(5);
    expect(await listMailTypes(buyer)).toEqual(["orderReceived", "invoiceForSubscription"]);
  });

  test("that the bank refuses is declined, is never shipped, and the buyer is told once", async () => {
    const buyer = await shop.purchase([await shop.createProduct()], cards.badBank);
    expect(buyer.bought.payment_status).toBe("pending");
    await passDays(5);
    const order = await fetchOrder(buyer, buyer.bought.order_id);
    expect([order.status, order.payment_status]).toEqual(["new", "declined"]);
    expect(await listMailTypes(buyer)).toEqual(["orderReceived", "paymentFailed"]);
    expect([await shop.charges(buyer.customer), (await shop.books(buyer.org_id)).ledger]).toEqual([[], []]);
    await shop.sandbox.waitForMail(buyer.user.email);
    await shop.control("/deliveries", { action: "repeat" });
    await shop.settled();
    expect(await listMailTypes(buyer)).toEqual(["orderReceived", "paymentFailed"]);
  });

  test("that the bank refuses names at its order what the organization's credit had left to pay", async () => {
    const buyer = await shop.buyer();
    await shop.control("/customers", { customer: buyer.customer, balance: -50_00 });
    await shop.fillCart(buyer, [await shop.createProduct()], cards.badBank);
    const { order_id } = (await shop.checkout(buyer)).reply();
    await passDays(5);
    const { total } = await fetchOrder(buyer, order_id);
    const words = await readWords(buyer.client, hrefOf(pages.order, { order_id: order_id ?? "" }));
    const left = formatMoney(total - 50_00);
    expect(words).toContain(`Pay ${left}`);
    expect(words).toContain(`The bank declined the payment of ${left} for this order`);
  });

  test("by a payment link is paid after the bank's answer, at the latest by the daily reconciliation", async () => {
    const buyer = await shop.buyer();
    const { id } = await shop.createProduct({ type: "software" });
    const placedOrder = (
      await buyer.client.call(orderByLink, { body: { products: [{ productId: id, quantity: 1 }] } })
    ).reply();
    expect((await shop.submit(placedOrder.stripe_bill_link ?? "", { choice: cards.bank })).status).toBe(303);
    await shop.settled();
    expect(await fetchOrder(buyer, placedOrder.id)).toMatchObject({ status: "new", payment_status: "pending" });
    await passDays(5);
    await shop.sandbox.runJob("reconcile-payments");
    expect(await fetchOrder(buyer, placedOrder.id)).toMatchObject({ status: "received", payment_status: "paid" });
  });
});

describe("a subscription", () => {
  // A fault affects the first renewal, so no other plan may run.
  beforeEach(async () => {
    for (const { id, status } of await shop.objects("subscription")) {
      if (status === "canceled") continue;
      const headers = { authorization: `Bearer ${secretKey}` };
      await fetch(`${shop.sandbox.url}/v1/subscriptions/${id}`, { method: "DELETE", headers });
    }
    await shop.settled();
  });

  test("renews with one invoice for each period, announced once, and its period moves on", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    await shop.settled();
    const [planBefore] = await fetchPlans(buyer);
    await passDays(32);
    const [planAfter] = await fetchPlans(buyer);
    expect(Date.parse(planAfter?.current_period_end ?? "")).toBeGreaterThan(
      Date.parse(planBefore?.current_period_end ?? ""),
    );
    const { invoices, ledger } = await shop.books(buyer.org_id);
    expect(invoices.map((row) => [row["billing_reason"], row["payment_status"]])).toEqual([
      ["subscription_create", "paid"],
      ["subscription_cycle", "paid"],
    ]);
    expect(invoices[1]?.["amount"]).toBe(invoices[0]?.["amount"]);
    expect(ledger.length).toBe((await shop.charges(buyer.customer)).length);
    expect((await listMailTypes(buyer)).toSorted()).toEqual([
      "invoiceForSubscription",
      "invoiceForSubscription",
      "subscriptionRenewalReminder",
    ]);
    await shop.control("/deliveries", { action: "repeat" });
    await shop.settled();
    expect((await shop.books(buyer.org_id)).invoices).toEqual(invoices);
    expect((await listMailTypes(buyer)).length).toBe(3);
  });

  test("whose renewal fails is past due, and canceled when nobody pays", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    await shop.settled();
    await shop.sandbox.addFault({ service: "stripe", kind: "decline", times: 10 });
    await passDays(32);
    expect(await fetchPlans(buyer)).toMatchObject([{ status: "past_due" }]);
    const { invoices } = await shop.books(buyer.org_id);
    expect(invoices.map(({ payment_status }) => payment_status)).toEqual(["paid", "declined"]);
    expect(await listMailTypes(buyer)).toContain("paymentFailed");
    await passDays(8);
    await shop.sandbox.clearFaults();
    expect(await fetchPlans(buyer)).toMatchObject([{ status: "canceled", is_available: false }]);
    expect((await listMailTypes(buyer)).filter((type) => type === "subscriptionCanceled")).toHaveLength(1);
    const admin = await shop.signedInAdmin();
    const { data } = (await admin.client.call(listAdminSubscriptions, { query: { org_id: buyer.org_id } })).reply();
    expect(data).toMatchObject([{ status: "canceled" }]);
    // the last renewal is not due any more
    expect(await listBilledAmounts(buyer.client)).toEqual([invoices[0]?.["amount"]]);
  });

  test("whose renewal fails once is active and paid again after the next try", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    await shop.settled();
    await shop.sandbox.addFault({ service: "stripe", kind: "decline" });
    await passDays(32);
    await passDays(8);
    await shop.sandbox.clearFaults();
    expect(await fetchPlans(buyer)).toMatchObject([{ status: "active" }]);
    const { invoices } = await shop.books(buyer.org_id);
    expect(invoices.map(({ payment_status }) => payment_status)).toEqual(["paid", "paid"]);
  });
});
