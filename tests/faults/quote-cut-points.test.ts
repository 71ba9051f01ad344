// The checkout of an accepted quote, cut off at every point between its claim and the paid order.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createQuote, sendQuote } from "../../worker/contract/v1/admin/quotes.ts";
import { acceptQuote, getQuote } from "../../worker/contract/v1/client/quotes.ts";
import { emptyCart, getCart } from "../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../worker/contract/v1/store/checkout.ts";
import { isWhole } from "../support/by-night.ts";
import type { Actor } from "../support/actors.ts";
import type { Buyer, TestProduct } from "../support/store.ts";
import { cutOff, cutPoints, chooseVictim } from "./cut-points.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";
import { isFull } from "./runs.ts";

let app: FaultApp;
let device: TestProduct;
let admin: Actor;
beforeAll(async () => {
  app = await startFaultApp();
  device = await app.shop.createProduct();
  admin = await app.shop.signedInAdmin();
});
afterAll(() => app?.stop());

type Case = { buyer: Buyer; id: string; updated_at: string };

async function prepare(): Promise<Case> {
  const { shop } = app;
  const buyer = await shop.buyer();
  // The addresses and the card stay when the cart is emptied.
  await shop.fillCart(buyer, [device]);
  (await buyer.client.call(emptyCart)).reply();
  const lines = [{ product_id: device.id, quantity: 3, price: 33_34 }];
  const { id } = (await admin.client.call(createQuote, { body: { user_id: buyer.user.id, lines } })).reply();
  (await admin.client.call(sendQuote, { params: { id } })).reply();
  (await buyer.client.call(acceptQuote, { params: { id }, body: { version: 1 } })).reply();
  const { updated_at } = (await buyer.client.call(getCart)).reply();
  return { buyer, id, updated_at };
}

// By day a third of the points is tested.
const runsByDay = (place: number) => place % 3 === 1;

for (const [place, point] of cutPoints.filter((one) => one.of === "checkout").entries()) {
  if (!isWhole && !isFull && !runsByDay(place)) continue;
  test(`a quote whose checkout is cut off ${point.name} is ordered once`, async () => {
    const { shop } = app;
    const { buyer, id, updated_at } = await prepare();
    const checkout = () => buyer.client.call(checkoutCart, { body: { updated_at } });
    await cutOff(app, point.arm, checkout, chooseVictim(point, place));
    await app.tick();
    await app.tick();
    await checkout();
    await shop.settled();
    const quote = (await buyer.client.call(getQuote, { params: { id } })).reply();
    const { orders, attempts } = await shop.books(buyer.org_id);
    expect([quote.status, orders.length, attempts]).toEqual(["ordered", 1, [{ status: "succeeded" }]]);
    const [orderRow] = await shop.query<{ net: number }>(
      "select (total - tax - shipping)::int as net from orders where org_id = $1",
      [buyer.org_id],
    );
    expect(orderRow?.net).toBe(100_02);
    expect(await shop.charges(buyer.customer)).toHaveLength(1);
    expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
  });
}
