import { describe, expect, test } from "vitest";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { listSubscriptions } from "../../../worker/contract/v1/client/subscriptions.ts";
import {
  addCartProduct,
  getCart,
  getCartByNo,
  getCartTax,
  listCartProducts,
  listShippingRates,
  setCartProduct,
  updateCart,
} from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { query } from "../../support/database.ts";
import { createSession, createUser } from "../../support/factories.ts";
import { createClient } from "../../support/client.ts";
import { address, type Buyer, cards, shop } from "../../support/store.ts";

const invoicesOf = async (buyer: Buyer) =>
  (await buyer.client.call(listInvoices, { query: { sort: "created_at" } })).reply().data;
const mailsOf = async (buyer: Buyer) =>
  (await query<{ type: string }>("select type from outbox where user_id = $1 order by type", [buyer.user.id])).map(
    ({ type }) => type,
  );

describe("a device and a plan bought together with a card", () => {
  test("make one order, one subscription and one charge for each, and every amount is the provider's", async () => {
    const [device, plan] = [
      await shop.createProduct({ price_levels: { "Base Price": 333_33 } }),
      await shop.createPlan(),
    ];
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device, plan]);
    (await buyer.client.call(setCartProduct, { params: { id: device.id }, body: { quantity: 3 } })).reply();
    const { tax_amount } = (await buyer.client.call(getCartTax)).reply();
    const answer = (await shop.checkout(buyer)).reply();
    expect(answer).toMatchObject({ payment_status: "paid", action_url: null, subscription_ids: [expect.any(String)] });

    const order = (await buyer.client.call(getOrder, { params: { order_id: answer.order_id ?? "" } })).reply();
    expect([order.status, order.payment_status]).toEqual(["processing", "paid"]);
    expect(order.lines.map(({ product_id, price, quantity }) => [product_id, price, quantity])).toEqual([
      [device.id, 333_33, 3],
    ]);
    const { shipping, tax } = order.total_details;
    expect(shipping).toBeGreaterThan(0);
    expect(order.total).toBe(3 * 333_33 + shipping + tax);

    const invoices = await invoicesOf(buyer);
    expect(invoices.map((invoice) => [invoice.reference_type, invoice.payment_status]).toSorted()).toEqual([
      ["order", "paid"],
      ["subscription", "paid"],
    ]);
    const plans = invoices.filter((invoice) => invoice.reference_type === "subscription");
    const planTax = plans[0]?.products[0]?.tax_amount ?? 0;
    expect([plans[0]?.amount, tax + planTax]).toEqual([49_00 + planTax, tax_amount]);
    for (const { stripe_invoice_id, amount } of invoices) {
      const [told] = await shop.objects("invoice", { id: stripe_invoice_id ?? "" });
      expect(told).toMatchObject({ status: "paid", amount_paid: amount, currency: "usd" });
    }
    const charged = (await shop.charges(buyer.customer)).map(({ amount }) => amount);
    expect(charged.toSorted()).toEqual(invoices.map(({ amount }) => amount).toSorted());
    const subscriptions = (await buyer.client.call(listSubscriptions)).reply().data;
    expect(subscriptions).toMatchObject([{ id: answer.subscription_ids[0], status: "active", is_available: true }]);
  });

  test("leave a completed cart behind, a new one with another number, one receipt each, and books that add up", async () => {
    const buyer = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
    const { cart_no } = buyer.bought;
    const old = (await buyer.client.call(getCartByNo, { params: { cart_no } })).reply();
    const fresh = (await buyer.client.call(getCart)).reply();
    expect([old.is_complete, fresh.is_complete, fresh.products]).toEqual([true, false, {}]);
    expect([fresh.id === old.id, fresh.cart_no === cart_no]).toEqual([false, false]);
    await shop.settled({ with_open_attempts: true });
    expect(await mailsOf(buyer)).toEqual(["invoiceForSubscription", "orderConfirmed"]);
    const { ledger, invoices } = await shop.books(buyer.org_id);
    const total = invoices.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(ledger.map(({ kind }) => kind)).toEqual(["charge", "charge"]);
    expect([ledger.reduce((sum, { amount }) => sum + Number(amount), 0), await shop.sum(buyer.customer)]).toEqual([
      total,
      total,
    ]);
  });

  test("cost what the organization's price level says, and a price in the body changes nothing", async () => {
    const device = await shop.createProduct({ price_levels: { "Base Price": 100_00, Partner: 80_00 } });
    const buyer = await shop.buyer();
    await query("update organizations set price_level_name = 'Partner' where id = $1", [buyer.org_id]);
    const body = { quantity: 1, price: 1, seen_prices: { [device.id]: 1 }, total: 1 };
    await shop.fillCart(buyer, []);
    (await buyer.client.call(addCartProduct, { params: { id: device.id }, body })).reply();
    const { updated_at } = (await buyer.client.call(getCart)).reply();
    const answer = await buyer.client.call(checkoutCart, { body: { updated_at, total: 1, price: 1, tax_amount: 0 } });
    const order = (await buyer.client.call(getOrder, { params: { order_id: answer.reply().order_id ?? "" } })).reply();
    expect([order.lines[0]?.price, order.total - order.total_details.shipping - order.total_details.tax]).toEqual([
      80_00, 80_00,
    ]);
    await query(`update products set price_levels = '{"Base Price": 1, "Partner": 1}' where id = $1`, [device.id]);
    const later = (await buyer.client.call(getOrder, { params: { order_id: order.id } })).reply();
    expect([later.total, later.lines[0]?.price]).toEqual([order.total, 80_00]);
  });
});

test("refuses what is wrong in the order of the catalogue, from the cart to the payment", async () => {
  const { client, ...rest } = await shop.buyer();
  const buyer = { client, ...rest };
  const submit = async (updated_at: string) => {
    const answer = await client.call(checkoutCart, { body: { updated_at } });
    return answer.errcode ?? answer.issues[0]?.path.join(".") ?? String(answer.status);
  };
  const now = async () => submit((await client.call(getCart)).reply().updated_at);
  const change = async (body: object) => (await client.call(updateCart, { body })).reply();
  const pay = async (number: string) => shop.choose(buyer, number);
  expect(await submit("2020-01-01T00:00:00.000Z")).toBe("CART_NOT_FOUND");
  (await client.call(getCart)).reply();
  expect(await submit("2020-01-01T00:00:00.000Z")).toBe("CART_OUTDATED");
  expect(await now()).toBe("NO_PRODUCTS_IN_CART");

  const [device, plan] = [await shop.createProduct(), await shop.createPlan()];
  for (const { id } of [device, plan])
    (await client.call(addCartProduct, { params: { id }, body: { quantity: 1 } })).reply();
  await query("update products set price_levels = '{}' where id = $1", [device.id]);
  expect(await now()).toBe("PRODUCT_BASE_PRICE_NOT_FOUND");
  await query("update organizations set price_level_name = 'Partner' where id = $1", [rest.org_id]);
  expect(await now()).toBe("PRODUCT_PRICE_LEVEL_NOT_FOUND");
  await query("update organizations set price_level_name = null where id = $1", [rest.org_id]);
  await query(`update products set price_levels = '{"Base Price": 10000}' where id = $1`, [device.id]);

  const [held] = await query<{ id: string }>(
    "insert into subscriptions (product_id, org_id, status, amount, interval) values ($1, $2, 'active', 4900, 'month') returning id",
    [plan.id, rest.org_id],
  );
  expect(await now()).toBe("DUPLICATE_ORG_SUBSCRIPTION");
  await query("delete from subscriptions where id = $1", [held?.id]);
  await query("update carts set products = products || jsonb_build_object($1::text, 2) where user_id = $2", [
    plan.id,
    rest.user.id,
  ]);
  expect(["INVALID_SUBSCRIPTION_QTY", "WRONG_SUBSCRIPTION_QUANTITY"]).toContain(await now());
  (await client.call(setCartProduct, { params: { id: plan.id }, body: { quantity: 1 } })).reply();

  expect(await now()).toBe("address.billing");
  await change({ address: { billing: address } });
  expect(await now()).toBe("PAYMENT_METHOD_NOT_FOUND");
  const expired = await shop.addMethod(rest.customer, cards.good, { exp_month: 1, exp_year: 2020 });
  await query("update carts set stripe_payment_method_id = $1 where user_id = $2", [expired, rest.user.id]);
  expect(await now()).toBe("PAYMENT_METHOD_EXPIRED");
  await pay(cards.declines);
  expect(await now()).toBe("SHIPPING_ADDRESS_NOT_FOUND");
  await change({ address: { shipping: address } });
  expect(await now()).toBe("SHIPPING_RATE_NOT_FOUND");
  const rates = (await client.call(listShippingRates)).reply().data;
  await change({ shipping_rate_id: rates[0]?.id, address: { shipping: { ...address, postal_code: "00000" } } });
  expect(await now()).toBe("TAX_LOCATION_INVALID");
  await change({ address: { shipping: { ...address, postal_code: "99999" } } });
  expect(await now()).toBe("TAX_CALCULATION_FAILED");
  await change({ address: { shipping: address } });
  expect(await shop.charges(rest.customer)).toEqual([]);
  expect(await now()).toBe("PAYMENT_FAILED");
  const { updated_at } = await pay(cards.good);
  expect(await submit(updated_at)).toBe("200");
  expect(await submit(updated_at)).toBe("ORDER_ALREADY_PAID");
});

describe("nobody pays what he was not shown", () => {
  test("a price that changed since makes the cart outdated, until it was looked at again", async () => {
    const device = await shop.createProduct();
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device]);
    await query(`update products set price_levels = '{"Base Price": 12345}' where id = $1`, [device.id]);
    expect((await shop.checkout(buyer)).errcode).toBe("CART_OUTDATED");
    expect(await shop.charges(buyer.customer)).toEqual([]);
    const shown = (await buyer.client.call(listCartProducts)).reply().data;
    expect(shown.map(({ price }) => price)).toEqual([12345]);
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  });

  test("an updated_at from before a change is outdated", async () => {
    const buyer = await shop.buyer();
    const { updated_at } = await shop.fillCart(buyer, [await shop.createProduct()]);
    const { id } = await shop.createProduct();
    (await buyer.client.call(addCartProduct, { params: { id }, body: { quantity: 1 } })).reply();
    expect((await buyer.client.call(checkoutCart, { body: { updated_at } })).errcode).toBe("CART_OUTDATED");
    expect(await shop.books(buyer.org_id)).toMatchObject({ orders: [], attempts: [] });
  });

  test.each(["CA", null])("a shipping rate of %s is refused for an address in the US", async (country) => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()]);
    const [rate] = await query<{ id: string }>("select id from shipping_rates where country is not distinct from $1", [
      country,
    ]);
    const answer = await buyer.client.call(updateCart, { body: { shipping_rate_id: rate?.id } });
    const refused = answer.errcode ?? (await shop.checkout(buyer)).errcode;
    expect(refused).toBe("SHIPPING_RATE_NOT_FOUND");
  });

  test("a product that is no longer sold is not bought", async () => {
    const device = await shop.createProduct();
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device]);
    await query("update products set is_published = false where id = $1", [device.id]);
    const answer = await shop.checkout(buyer);
    expect([answer.status >= 400 && answer.status < 500, await shop.charges(buyer.customer)]).toEqual([true, []]);
  });
});

test("20 submits of one cart at once make one order and one charge, and none of them fails", async () => {
  const buyer = await shop.buyer();
  const { updated_at } = await shop.fillCart(buyer, [await shop.createProduct()]);
  const submits = Array.from({ length: 20 }, () => buyer.client.call(checkoutCart, { body: { updated_at } }));
  const answers = await Promise.all(submits);
  const codes = new Set(answers.map((answer) => answer.errcode ?? "success"));
  expect([...codes].filter((code) => !["success", "ORDER_ALREADY_PAID"].includes(code))).toEqual([]);
  expect(codes).toContain("success");
  await shop.settled({ with_open_attempts: true });
  const { orders, attempts, invoices } = await shop.books(buyer.org_id);
  expect([orders.length, attempts.length, invoices.length]).toEqual([1, 1, 1]);
  expect((await shop.charges(buyer.customer)).length).toBe(1);
});

test("two people of one organization who buy the same plan at once get one subscription", async () => {
  const plan = await shop.createPlan();
  const first = await shop.buyer();
  const user = await createUser({ org_id: first.org_id, roles: ["buyer", "user"] });
  const second: Buyer = { ...first, user, client: createClient({ session: await createSession(user.id) }) };
  await shop.fillCart(first, [plan]);
  await shop.fillCart(second, [plan]);
  const answers = await Promise.all([shop.checkout(first), shop.checkout(second)]);
  expect(answers.map(({ errcode }) => errcode ?? "success").toSorted()).toEqual([
    "DUPLICATE_ORG_SUBSCRIPTION",
    "success",
  ]);
  expect((await shop.charges(first.customer)).length).toBe(1);
});

describe("a card that is declined", () => {
  test("leaves nothing behind, and a good card afterwards makes exactly one order", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct(), await shop.createPlan()], cards.declines);
    const before = (await buyer.client.call(getCart)).reply();
    expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
    await shop.settled({ with_open_attempts: true });
    const nothing = { orders: [], invoices: [], ledger: [], subscriptions: [], attempts: [{ status: "failed" }] };
    expect(await shop.books(buyer.org_id)).toEqual(nothing);
    const cart = (await buyer.client.call(getCart)).reply();
    expect([cart.id, cart.products, cart.is_complete]).toEqual([before.id, before.products, false]);
    const open = (await shop.objects("invoice", { customer: buyer.customer })).filter(
      ({ status }) => status === "open",
    );
    expect(open).toEqual([]);
    expect(await mailsOf(buyer)).toEqual([]);

    await shop.choose(buyer, cards.good);
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    const { orders, subscriptions } = await shop.books(buyer.org_id);
    expect([orders, subscriptions]).toMatchObject([[{ payment_status: "paid" }], [{ status: "active" }]]);
    expect((await shop.charges(buyer.customer)).length).toBe(2);
  });

  test("submitted twice fails twice and charges nobody", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
    const codes = [(await shop.checkout(buyer)).errcode, (await shop.checkout(buyer)).errcode];
    expect(codes).toEqual(["PAYMENT_FAILED", "PAYMENT_FAILED"]);
    expect([await shop.charges(buyer.customer), (await shop.books(buyer.org_id)).orders]).toEqual([[], []]);
  });
});

describe.each([
  ["a device", () => shop.createProduct()],
  ["a plan", () => shop.createPlan()],
])("%s bought with a card that asks for authentication", (_, create) => {
  test("sends the buyer to the provider's page, and is paid once after he confirmed there", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await create()], cards.asks);
    const answer = (await shop.checkout(buyer)).reply();
    expect([answer.payment_status, answer.action_url]).toEqual([
      "pending",
      expect.stringContaining("/stripe/invoices/"),
    ]);
    expect(await shop.charges(buyer.customer)).toEqual([]);
    const again = (await shop.checkout(buyer)).reply();
    expect([again.payment_status, again.action_url]).toEqual(["pending", answer.action_url]);
    const page = await shop.submit(`${answer.action_url}/authenticate`, { answer: "complete" });
    expect(page.status).toBe(303);
    const statuses = async () => {
      const { attempts, invoices } = await shop.books(buyer.org_id);
      return [attempts[0]?.["status"], invoices[0]?.["payment_status"]];
    };
    await expect.poll(async () => (await shop.sweep(), statuses()), { timeout: 10_000 }).toEqual(["succeeded", "paid"]);
    expect((await shop.charges(buyer.customer)).length).toBe(1);
    expect((await buyer.client.call(getCartByNo, { params: { cart_no: answer.cart_no } })).reply().is_complete).toBe(
      true,
    );
  });
});
