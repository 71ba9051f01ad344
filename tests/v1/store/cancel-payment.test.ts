import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { cancelPayment } from "../../../worker/contract/v1/store/checkout.ts";
import { startOwnApp } from "../../support/app.ts";
import { type Buyer, cards, type Shop, openShop } from "../../support/store.ts";

// A pending payment delays the settling of others, so these tests have their own app.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const cancel = async ({ client }: Buyer) => (await client.call(cancelPayment)).reply();

/** Cancels the payment and waits for its outcome, because a webhook may be processing the payment meanwhile. */
async function cancelAndSettle(buyer: Buyer): Promise<void> {
  await cancel(buyer);
  await shop.settled();
}
const fetchCartProducts = async ({ client }: Buyer) => (await client.call(getCart)).reply().products;

/** A buyer whose payment waits for confirmation at the bank. */
async function createWaitingBuyer(products: { id: string; name: string }[]) {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, products, cards.asks);
  const bought = (await shop.checkout(buyer)).reply();
  return { ...buyer, bought };
}

describe("a payment that waits for the buyer", () => {
  test("is given up: nothing is charged then or later, and the cart can be paid another way", async () => {
    const device = await shop.createProduct();
    const buyer = await createWaitingBuyer([device]);
    expect(buyer.bought.payment_status).toBe("pending");
    await cancelAndSettle(buyer);

    const { orders, invoices, attempts } = await shop.books(buyer.org_id);
    expect([orders, invoices, attempts]).toEqual([[], [], [{ status: "failed" }]]);
    const openInvoices = await shop.objects("invoice", { customer: buyer.customer, status: "open" });
    expect(openInvoices, "nobody can pay it at the bank any more").toEqual([]);
    expect(await fetchCartProducts(buyer)).toEqual({ [device.id]: 1 });

    await shop.choose(buyer, cards.good);
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    expect(await shop.charges(buyer.customer)).toHaveLength(1);
  });

  test("leaves what was confirmed before bought, and the rest in the cart", async () => {
    const [device, plan] = [await shop.createProduct(), await shop.createPlan()];
    const buyer = await createWaitingBuyer([device, plan]);
    await shop.submit(`${buyer.bought.action_url}/authenticate`, { answer: "complete" });
    await shop.settled();
    expect(await shop.charges(buyer.customer), "the device").toHaveLength(1);

    await cancelAndSettle(buyer);
    const { orders, subscriptions } = await shop.books(buyer.org_id);
    expect(orders.map(({ payment_status }) => payment_status)).toEqual(["paid"]);
    expect(subscriptions).toEqual([]);
    expect(await fetchCartProducts(buyer)).toEqual({ [plan.id]: 1 });
    expect(await shop.charges(buyer.customer)).toHaveLength(1);
  });

  test("is given up also when the provider does not answer now: the sweeper ends it", async () => {
    const buyer = await createWaitingBuyer([await shop.createProduct()]);
    await shop.sandbox.addFault({ service: "stripe", kind: "status", value: 500, times: 20, text: buyer.customer });
    expect((await cancel(buyer)).state).toBe("pending");
    await shop.sandbox.clearFaults();
    await shop.query("update checkout_attempts set lease_until = now() where org_id = $1", [buyer.org_id]);
    await shop.settled();
    expect((await shop.books(buyer.org_id)).attempts).toEqual([{ status: "failed" }]);
    expect(await shop.charges(buyer.customer)).toEqual([]);
  });
});

test("an attempt that cannot go on because of a defect of ours is told in the log, and goes on once it can", async () => {
  const buyer = await createWaitingBuyer([await shop.createProduct()]);
  const [originalInvoice] = await shop.query<{ products: unknown }>("select products from invoices where org_id = $1", [
    buyer.org_id,
  ]);
  const setInvoiceProducts = (products: unknown) =>
    shop.query("update invoices set products = $1 where org_id = $2", [JSON.stringify(products), buyer.org_id]);
  await shop.settled();
  await setInvoiceProducts([{ id: 1 }]);
  expect((await cancel(buyer)).state).toBe("pending");
  await expect
    .poll(() => app.lines.join("\n"))
    .toMatch(/"level":"error".*"event":"attempt".*A row does not match its shape/);
  await setInvoiceProducts(originalInvoice?.products);
  await shop.query("update checkout_attempts set lease_until = now() where org_id = $1", [buyer.org_id]);
  await cancelAndSettle(buyer);
  expect((await shop.books(buyer.org_id)).attempts).toEqual([{ status: "failed" }]);
});

test("where nothing waits nothing changes, however often it is asked for", async () => {
  const { bought, ...buyer } = await shop.purchase([await shop.createProduct()]);
  expect(bought.payment_status).toBe("paid");
  for (let time = 0; time < 2; time += 1) expect(await cancel(buyer)).toMatchObject({ state: "none", cart_no: null });
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});

test("nobody gives up somebody else's payment", async () => {
  const buyer = await createWaitingBuyer([await shop.createProduct()]);
  const colleague = await shop.signedIn({ org_id: buyer.org_id, roles: ["buyer", "user"] });
  expect((await colleague.client.call(cancelPayment)).reply().state).toBe("none");
  expect((await shop.books(buyer.org_id)).attempts).toEqual([{ status: "pending" }]);
});
