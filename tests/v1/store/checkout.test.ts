import { describe, expect, test } from "vitest";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { listSubscriptions } from "../../../worker/contract/v1/client/subscriptions.ts";
import {
  addCartProduct,
  getCart,
  getCartByNo,
  calculateCartTax,
  removeCartProduct,
  setCartProduct,
} from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { readWords } from "../../http/pages/words.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";
import { waitUntilSettled } from "../admin/invoices/unpaid.ts";
import { fetchInvoices, listMailTypes } from "./checkout-results.ts";

describe("a device and a plan bought together with a card", () => {
  test("make one order, one subscription and one charge for each, and every amount is the provider's", async () => {
    const [device, plan] = [
      await shop.createProduct({ price_levels: { "Base Price": 333_33 } }),
      await shop.createPlan(),
    ];
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device, plan]);
    (await buyer.client.call(setCartProduct, { params: { id: device.id }, body: { quantity: 3 } })).reply();
    const { tax_amount } = (await buyer.client.call(calculateCartTax)).reply();
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

    const invoices = await fetchInvoices(buyer);
    expect(invoices.map((invoice) => [invoice.reference_type, invoice.payment_status]).toSorted()).toEqual([
      ["order", "paid"],
      ["subscription", "paid"],
    ]);
    const plans = invoices.filter((invoice) => invoice.reference_type === "subscription");
    const planTax = plans[0]?.products[0]?.tax_amount ?? 0;
    expect([plans[0]?.amount, tax + planTax]).toEqual([49_00 + planTax, tax_amount]);
    for (const { stripe_invoice_id, amount } of invoices) {
      const [providerInvoice] = await shop.objects("invoice", { id: stripe_invoice_id ?? "" });
      expect(providerInvoice).toMatchObject({ status: "paid", amount_paid: amount, currency: "usd" });
    }
    const chargedAmounts = (await shop.charges(buyer.customer)).map(({ amount }) => amount);
    expect(chargedAmounts.toSorted()).toEqual(invoices.map(({ amount }) => amount).toSorted());
    const subscriptions = (await buyer.client.call(listSubscriptions)).reply().data;
    expect(subscriptions).toMatchObject([{ id: answer.subscription_ids[0], status: "active", is_available: true }]);
  });

  test("leave a completed cart behind, a new one with another number, one receipt each, and books that add up", async () => {
    const buyer = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
    const { cart_no } = buyer.bought;
    const completedCart = (await buyer.client.call(getCartByNo, { params: { cart_no } })).reply();
    const newCart = (await buyer.client.call(getCart)).reply();
    expect([completedCart.is_complete, newCart.is_complete, newCart.products]).toEqual([true, false, {}]);
    expect([newCart.id === completedCart.id, newCart.cart_no === cart_no]).toEqual([false, false]);
    await waitUntilSettled(buyer);
    expect(await listMailTypes(buyer)).toEqual(["invoiceForSubscription", "orderConfirmed"]);
    const { ledger, invoices } = await shop.books(buyer.org_id);
    const total = invoices.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(ledger.map(({ kind }) => kind)).toEqual(["charge", "charge"]);
    expect([ledger.reduce((sum, { amount }) => sum + Number(amount), 0), await shop.sum(buyer.customer)]).toEqual([
      total,
      total,
    ]);
  });

  test("are confirmed by a mail that promises a shipment, which an order of software alone is not", async () => {
    const fetchConfirmation = async (type: "hardware" | "software") => {
      const buyer = await shop.purchase([await shop.createProduct({ type })]);
      const { text } = await shop.sandbox.waitForMail(buyer.user.email, "is confirmed");
      return text.replaceAll(/\s+/g, " ");
    };
    expect(await fetchConfirmation("hardware")).toContain("We will write again when it ships.");
    const confirmation = await fetchConfirmation("software");
    expect(confirmation).toContain("Nothing ships");
    expect(confirmation).not.toContain("when it ships");
  });

  test("ship to the cart's address, to which software that stays after the device has left does not", async () => {
    const [device, software] = [await shop.createProduct(), await shop.createProduct({ type: "software" })];
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device, software]);
    (await buyer.client.call(removeCartProduct, { params: { id: device.id } })).reply();
    const { order_id } = (await shop.checkout(buyer)).reply();
    const order = (await buyer.client.call(getOrder, { params: { order_id: order_id ?? "" } })).reply();
    expect(order).toMatchObject({ status: "received", shipping_data: { address: null, method: null } });
    const words = await readWords(buyer.client, `/portal/orders/${order.id}`);
    expect(words).not.toMatch(/Shipped|Being built|Ship to/);
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
    const laterOrder = (await buyer.client.call(getOrder, { params: { order_id: order.id } })).reply();
    expect([laterOrder.total, laterOrder.lines[0]?.price]).toEqual([order.total, 80_00]);
  });
});
