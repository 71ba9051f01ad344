import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openBillingPortal } from "../../../../worker/contract/v1/client/billing.ts";
import { orderByLink } from "../../../../worker/contract/v1/client/orders.ts";
import { calculateCartTax, getCart, setCartProduct } from "../../../../worker/contract/v1/store/cart.ts";
import { startOwnApp } from "../../../support/app.ts";
import { createAccountHelpers } from "../account/account.ts";
import { type Buyer, cards, type Shop, openShop } from "../../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterEach(async () => {
  await fetch(`${shop.sandbox.url}/stripe/refusals`, { method: "DELETE" });
  await shop.control("/settings", { tax: "active", portal: "saved" });
});
afterAll(() => app?.stop());

const tooMuchMessage =
  "One payment can be at most $999,999.99. Nothing was charged. Order in parts, or ask support for an invoice.";
const tooLittleMessage =
  "A payment by link is at least $0.50. Nothing was charged. Order more, or check out from the cart instead.";
const emptyBooks = { orders: [], invoices: [], ledger: [], subscriptions: [] };

/** The total of an order of this price, measured by a purchase of another organization. */
async function measureTotal(cents: number): Promise<number> {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct({ price_levels: { "Base Price": cents } })]);
  (await shop.checkout(buyer)).reply();
  return (await shop.sum(buyer.customer)) || 0;
}

async function expectNothingLeft({ customer, org_id }: Buyer): Promise<void> {
  expect(await shop.books(org_id)).toMatchObject(emptyBooks);
  const remainingInvoices = (await shop.objects("invoice", { customer })).filter(({ status }) => status !== "void");
  const items = await shop.objects("invoiceitem", { customer });
  expect([remainingInvoices, items.filter(({ invoice }) => invoice === null)]).toEqual([[], []]);
}

describe("what the provider certainly refuses", () => {
  test.each([
    ["lines", 4_711_00],
    ["finalize", 4_712_00],
    ["pay", 4_713_00],
  ] as const)("at %s ends the try at once: nothing is left there, and the cart can be bought", async (at, cents) => {
    const amount = at === "lines" ? cents : await measureTotal(cents);
    await shop.control("/refusals", { amount, at });
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct({ price_levels: { "Base Price": cents } })]);
    const { products } = (await buyer.client.call(getCart)).reply();
    expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
    await expectNothingLeft(buyer);
    expect((await shop.books(buyer.org_id)).attempts).toEqual([{ status: "failed" }]);
    const cart = (await buyer.client.call(getCart)).reply();
    expect([cart.products, cart.is_complete]).toEqual([products, false]);

    await fetch(`${shop.sandbox.url}/stripe/refusals`, { method: "DELETE" });
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    expect((await shop.charges(buyer.customer)).length).toBe(1);
  });

  test("about a plan ends the try, too", async () => {
    const plan = await shop.createPlan({ price_levels: { "Base Price": 77_77 } });
    const first = await shop.purchase([plan]);
    await shop.control("/refusals", { amount: await shop.sum(first.customer), at: "finalize" });
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [plan]);
    expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
    await expectNothingLeft(buyer);
  });

  test("of an order on account with a key is refused again under this key, and another key orders", async () => {
    const { accountBuyer, priced } = createAccountHelpers(shop);
    const [buyer, { id }] = [await accountBuyer({ credit_limit: 10_000_00 }), await priced(4_714_00)];
    await shop.control("/refusals", { amount: 4_714_00, at: "lines" });
    const placeOrder = (key: string) =>
      buyer.client.call(orderByLink, {
        body: { products: [{ productId: id, quantity: 1 }], payment_method: "account" },
        headers: { "idempotency-key": key },
      });
    const key = randomUUID();
    expect((await placeOrder(key)).errcode).toBe("PAYMENT_FAILED");
    await fetch(`${shop.sandbox.url}/stripe/refusals`, { method: "DELETE" });
    const repetition = await placeOrder(key);
    expect([repetition.status, repetition.errcode]).toEqual([422, "PAYMENT_FAILED"]);
    await expectNothingLeft(buyer);
    expect((await placeOrder(randomUUID())).reply()).toMatchObject({ status: "received", total: 4_714_00 });
  });
});

describe("more than the provider charges at once", () => {
  async function createBuyerWithCart(cents: number, quantity: number): Promise<Buyer> {
    const device = await shop.createProduct({ price_levels: { "Base Price": cents } });
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device]);
    (await buyer.client.call(setCartProduct, { params: { id: device.id }, body: { quantity } })).reply();
    return buyer;
  }

  test.each([
    ["two devices of $600,000", 600_000_00, 2],
    ["a price to which only the tax is too much", 980_000_00, 1],
  ])("is refused before anything is made, in plain words: %s", async (_, cents, quantity) => {
    const buyer = await createBuyerWithCart(cents, quantity);
    const answers = [await shop.checkout(buyer), await buyer.client.call(calculateCartTax)];
    expect(answers.map(({ status, errcode }) => [status, errcode])).toEqual([
      [422, "PAYMENT_FAILED"],
      [422, "PAYMENT_FAILED"],
    ]);
    expect(answers.map(({ message }) => message)).toEqual([tooMuchMessage, tooMuchMessage]);
    const { customer, org_id } = buyer;
    expect(await shop.books(org_id)).toMatchObject({ ...emptyBooks, attempts: [] });
    expect([await shop.objects("invoice", { customer }), await shop.objects("payment_intent", { customer })]).toEqual([
      [],
      [],
    ]);
  });

  test("can be bought in parts", async () => {
    const buyer = await createBuyerWithCart(600_000_00, 2);
    expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
    const { products } = (await buyer.client.call(getCart)).reply();
    const [id = ""] = Object.keys(products);
    (await buyer.client.call(setCartProduct, { params: { id }, body: { quantity: 1 } })).reply();
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  });

  test("makes no order by link", async () => {
    const { id } = await shop.createProduct({ price_levels: { "Base Price": 600_000_00 } });
    const buyer = await shop.buyer();
    const answer = await buyer.client.call(orderByLink, { body: { products: [{ productId: id, quantity: 2 }] } });
    expect([answer.status, answer.errcode, answer.message]).toEqual([422, "PAYMENT_FAILED", tooMuchMessage]);
    expect((await shop.books(buyer.org_id)).orders).toEqual([]);
  });
});

describe("less than the provider charges", () => {
  const placeOrder = async (cents: number) => {
    const { id } = await shop.createProduct({ type: "software", price_levels: { "Base Price": cents } });
    const buyer = await shop.buyer();
    const answer = await buyer.client.call(orderByLink, { body: { products: [{ productId: id, quantity: 1 }] } });
    return { answer, books: await shop.books(buyer.org_id) };
  };

  test.each([1, 49])("makes no order by link: %i cents", async (cents) => {
    const { answer, books } = await placeOrder(cents);
    expect([answer.status, answer.errcode, answer.message]).toEqual([422, "PAYMENT_FAILED", tooLittleMessage]);
    expect(books).toMatchObject(emptyBooks);
  });

  test("is not 50 cents by link", async () => {
    expect((await placeOrder(50)).answer.reply().total).toBe(50);
  });

  const expectPaidByBalance = async ({ customer, org_id }: Buyer) => {
    await shop.settled();
    expect(await shop.charges(customer)).toEqual([]);
    expect(await shop.books(org_id)).toMatchObject({
      orders: [{ payment_status: "paid" }],
      invoices: [{ payment_status: "paid", needs_review: false }],
    });
  };

  test("is owed with the next purchase from the cart and on account", async () => {
    const software = await shop.createProduct({ type: "software", price_levels: { "Base Price": 30 } });
    await expectPaidByBalance(await shop.purchase([software]));
    const buyer = await createAccountHelpers(shop).accountBuyer();
    const products = [{ productId: software.id, quantity: 1 }];
    (await buyer.client.call(orderByLink, { body: { products, payment_method: "account" } })).reply();
    await expectPaidByBalance(buyer);
  });
});

describe("an account that is not set up", () => {
  const expectLogged = (text: string) => expect.poll(() => app.lines.join("\n")).toContain(text);

  test("opens no portal: 503, and the log says what to do", async () => {
    const { client } = await shop.buyer();
    await shop.control("/settings", { portal: "unsaved" });
    const answer = await client.call(openBillingPortal);
    expect([answer.status, answer.errcode]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    await expectLogged("save the customer portal's settings at https://dashboard.stripe.com/settings/billing/portal");
    await shop.control("/settings", { portal: "saved" });
    expect((await client.call(openBillingPortal)).status).toBe(200);
  });

  test.each(["inactive", "no-head-office"])(
    "with tax that is %s sells nothing, and the log says what to do",
    async (tax) => {
      const buyer = await shop.buyer();
      await shop.fillCart(buyer, [await shop.createProduct()]);
      await shop.control("/settings", { tax });
      app.lines.length = 0;
      expect((await shop.checkout(buyer)).errcode).toBe("TAX_CALCULATION_FAILED");
      await expectLogged("activate Stripe Tax and set its head office at https://dashboard.stripe.com/settings/tax");
      expect(await shop.books(buyer.org_id)).toMatchObject({ ...emptyBooks, attempts: [] });
      await shop.control("/settings", { tax: "active" });
      await shop.choose(buyer, cards.good);
      expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    },
  );
});
