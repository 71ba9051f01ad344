import { expect, test } from "vitest";
import { calculateCartTax, getCart, setCartProduct, updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { address, type Buyer, cards, shop } from "../../support/store.ts";

/** A buyer with a full cart and a unique address, which identifies its calculations at the provider. */
async function createBuyer(): Promise<Buyer & { device: string; calculations(): Promise<string[]> }> {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const line1 = unique("Street");
  const ownAddress = { ...address, line1 };
  (await buyer.client.call(updateCart, { body: { address: { billing: ownAddress, shipping: ownAddress } } })).reply();
  const calculations = async () =>
    (await shop.objects("tax_calculation")).filter((one) => JSON.stringify(one).includes(line1)).map(({ id }) => id);
  return { ...buyer, device: device.id, calculations };
}

const calculateTax = async ({ client }: Buyer) => (await client.call(calculateCartTax)).reply().tax_amount;
const findOrder = async ({ org_id }: Buyer) =>
  (
    await query<{ tax: number; tax_calculation_id: string }>(
      "select tax::int, tax_calculation_id from orders where org_id = $1",
      [org_id],
    )
  )[0];

test("the tax that was shown is the tax that is paid, by one calculation of the provider", async () => {
  const buyer = await createBuyer();
  const shownTax = await calculateTax(buyer);
  expect(await calculateTax(buyer), "asked for again").toBe(shownTax);
  (await shop.checkout(buyer)).reply();
  const [calculation, ...others] = await buyer.calculations();
  expect(others).toEqual([]);
  expect(await findOrder(buyer)).toEqual({ tax: shownTax, tax_calculation_id: calculation });
});

test("another content of the cart is another calculation, and what was shown before is not paid", async () => {
  const buyer = await createBuyer();
  const tax = await calculateTax(buyer);
  (await buyer.client.call(setCartProduct, { params: { id: buyer.device }, body: { quantity: 3 } })).reply();
  (await shop.checkout(buyer)).reply();
  const [newestCalculation, ...older] = await buyer.calculations();
  expect(older).toHaveLength(1);
  const order = await findOrder(buyer);
  expect(order?.tax_calculation_id).toBe(newestCalculation);
  expect(order?.tax).toBeGreaterThan(tax);
});

test("a calculation that is too old is made anew", async () => {
  const buyer = await createBuyer();
  const tax = await calculateTax(buyer);
  await query(
    `update carts set tax_calculation = tax_calculation || '{"expires_at": "2026-01-01T00:00:00.000Z"}' where user_id = $1`,
    [buyer.user.id],
  );
  (await shop.checkout(buyer)).reply();
  const [newestCalculation, ...older] = await buyer.calculations();
  expect(older).toHaveLength(1);
  expect(await findOrder(buyer)).toEqual({ tax: tax, tax_calculation_id: newestCalculation });
});

test("a tax that has changed since it was shown is shown again before it is paid", async () => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct({ tax_code: "txcd_00000000" })];
  await shop.fillCart(buyer, [device]);
  // Texas taxes goods and shipping at 8.25 %, each rounded on its own; the first tax code is not taxable.
  const [goodsTax, shippingTax] = [8_25, 1_24];
  expect(await calculateTax(buyer)).toBe(shippingTax);
  await query("update products set tax_code = null where id = $1", [device.id]);
  const refusal = await shop.checkout(buyer);
  expect([refusal.status, refusal.errcode]).toEqual([422, "CART_OUTDATED"]);
  expect([await shop.charges(buyer.customer), await findOrder(buyer)]).toEqual([[], undefined]);
  expect(await calculateTax(buyer)).toBe(goodsTax + shippingTax);
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  expect(await findOrder(buyer)).toMatchObject({ tax: goodsTax + shippingTax });
  expect(await shop.sum(buyer.customer)).toBe(100_00 + 15_00 + goodsTax + shippingTax);
});

test("a changed tax is not paid unseen by who chose a card and typed a PO number after the tax was shown", async () => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct({ tax_code: "txcd_00000000" })];
  await shop.fillCart(buyer, [device]);
  const shownTax = await calculateTax(buyer);
  await shop.choose(buyer, cards.good);
  (await buyer.client.call(updateCart, { body: { po_number: "PO-1", note: "Ring twice" } })).reply();
  expect((await buyer.client.call(getCart)).reply().tax_amount).toBe(shownTax);
  await query("update products set tax_code = null where id = $1", [device.id]);
  const refusal = await shop.checkout(buyer);
  expect([refusal.status, refusal.errcode]).toEqual([422, "CART_OUTDATED"]);
  expect(await shop.charges(buyer.customer)).toEqual([]);
});
