import { expect, test } from "vitest";
import { calculateCartTax, setCartProduct, updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { address, type Buyer, shop } from "../../support/store.ts";

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
