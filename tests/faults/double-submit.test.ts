import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCartProduct, getCart, setCartProduct } from "../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../worker/contract/v1/store/checkout.ts";
import { patienceMs } from "../support/patience.ts";
import type { Buyer } from "../support/store.ts";
import { inChunks, chooseCount } from "./runs.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";

// MONEY_RUNS=full takes the required numbers, otherwise a tenth of them or less.
const cartCount = chooseCount({ short: 4, full: 200 });
const submitCount = 20;
// With more concurrent submits, statements on a shared machine exceed their timeout.
const concurrency = chooseCount({ short: 2, full: 4 });

let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp();
});
afterAll(() => app?.stop());

const submitAll = (buyer: Buyer, updated_at: string) =>
  Promise.all(Array.from({ length: submitCount }, () => buyer.client.call(checkoutCart, { body: { updated_at } })));

test(
  `${cartCount} carts, each submitted ${submitCount} times at once, make ${cartCount} orders and ${cartCount} charges, and nothing fails`,
  { timeout: Math.max(4 * patienceMs, cartCount * 10_000) },
  async () => {
    const { shop } = app;
    const device = await shop.createProduct();
    const answers: { status: number; errcode: string | undefined }[] = [];
    const buyers = await inChunks(Array.from({ length: cartCount }), concurrency, async () => {
      const buyer = await shop.buyer();
      const { updated_at } = await shop.fillCart(buyer, [device]);
      answers.push(...(await submitAll(buyer, updated_at)));
      return buyer;
    });
    await shop.settled();
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const codes = new Set(answers.map(({ errcode }) => errcode ?? "success"));
    expect([...codes].filter((code) => !["success", "ORDER_ALREADY_PAID"].includes(code))).toEqual([]);
    const ids = buyers.map(({ org_id }) => org_id);
    const [counts] = await shop.query<{ orders: number; charges: number }>(
      `select (select count(*)::int from orders where org_id = any($1)) as orders,
         (select count(*)::int from payment_ledger where org_id = any($1) and kind = 'charge') as charges`,
      [ids],
    );
    expect(counts).toEqual({ orders: cartCount, charges: cartCount });
    const charges = await Promise.all(buyers.map(({ customer }) => shop.charges(customer)));
    expect(charges.map(({ length }) => length)).toEqual(charges.map(() => 1));
    expect(await findViolations(shop, ids)).toEqual([]);
  },
);

describe("while one tab pays and another one edits the cart", () => {
  test("only what was submitted is charged, whichever comes first", async () => {
    const { shop } = app;
    const [device, other] = [await shop.createProduct(), await shop.createProduct()];
    const roundCount = chooseCount({ short: 4, full: 60 });
    const orgs = await inChunks(Array.from({ length: roundCount }), concurrency, async () => {
      const buyer = await shop.buyer();
      const { updated_at } = await shop.fillCart(buyer, [device]);
      const [paid, ...edits] = await Promise.all([
        buyer.client.call(checkoutCart, { body: { updated_at } }),
        buyer.client.call(setCartProduct, { params: { id: device.id }, body: { quantity: 7 } }),
        buyer.client.call(addCartProduct, { params: { id: other.id }, body: { quantity: 1 } }),
      ]);
      const errorCodes = [paid, ...edits].map(({ errcode }) => errcode).filter((code) => code !== undefined);
      // A change after the purchase applies to the next cart, which does not contain the product.
      expect(
        errorCodes.filter((code) => !["CART_OUTDATED", "PRODUCT_NOT_FOUND", "CART_NOT_FOUND"].includes(code)),
      ).toEqual([]);
      await shop.settled();
      const boughtLines = await shop.query(
        "select l.product_id, l.quantity from order_lines l join orders o on o.id = l.order_id where o.org_id = $1",
        [buyer.org_id],
      );
      expect(boughtLines).toEqual(paid?.status === 200 ? [{ product_id: device.id, quantity: 1 }] : []);
      if (paid?.status !== 200) expect((await buyer.client.call(getCart)).reply().is_complete).toBe(false);
      return buyer.org_id;
    });
    expect(await findViolations(shop, orgs)).toEqual([]);
  });
});
