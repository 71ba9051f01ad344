import { afterAll, beforeAll, expect, test } from "vitest";
import { getCart, updateCart } from "../../../../worker/contract/v1/store/cart.ts";
import { pages } from "../../../../worker/contract/pages.ts";
import { startOwnApp } from "../../../support/app.ts";
import { postForm } from "../../../support/forms.ts";
import { type Shop, openShop } from "../../../support/store.ts";

// An own app, because a provider outage affects the whole shop.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

test("while the payment provider is down, the checkout says so in its payment part alone, and keeps what was typed", async () => {
  const buyer = await shop.buyer();
  const product = await shop.createProduct();
  await shop.fillCart(buyer, [product]);
  (await buyer.client.call(updateCart, { body: { po_number: "4500099887" } })).reply();
  await shop.sandbox.addFault({ service: "stripe", path: "/v1/", kind: "status", value: 503, times: 1000 });
  const answer = await buyer.client.fetch(pages.checkout);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain("Our payment provider is not responding, so you cannot pay right now.");
  expect(html).toMatch(/href="\/store\/checkout"[^>]*>\s*Retry/);
  expect(html).toContain(product.name);
  expect(html).toMatch(/name="po_number"[^>]*value="4500099887"|value="4500099887"[^>]*name="po_number"/);
  const addAnswer = await buyer.client.fetch(pages.checkoutPaymentMethod, {
    headers: { "sec-fetch-dest": "document" },
  });
  expect([addAnswer.status, addAnswer.headers.get("location")]).toEqual([
    302,
    `${pages.checkout}?problem=CHECKOUT_URL_NOT_FOUND`,
  ]);
  await shop.sandbox.clearFaults();
  expect(await (await buyer.client.fetch(pages.checkout)).text()).not.toContain("is not responding");
});

test("without script, “Add payment method” saves the PO number and the note first, and a link leads on", async () => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  const typedFields = { po_number: "4500099887", note: "Dock 4" };
  const answer = await postForm(buyer.client, pages.checkoutPaymentMethod, typedFields);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, pages.checkout]);
  expect((await buyer.client.call(getCart)).reply()).toMatchObject(typedFields);
  const html = await (await buyer.client.fetch(pages.checkout)).text();
  expect(html).toContain("Your PO number and note are saved.");
  expect(html).toContain(`href="${pages.checkoutPaymentMethod}"`);
  await postForm(buyer.client, pages.checkoutPaymentMethod, { po_number: "", note: "" });
  expect((await buyer.client.call(getCart)).reply()).toMatchObject({ po_number: null, note: null });
  const longAnswer = await postForm(buyer.client, pages.checkoutPaymentMethod, { po_number: "4".repeat(65), note: "" });
  expect(longAnswer.status).toBe(303);
  expect(await (await buyer.client.fetch(pages.checkout)).text()).toContain("at most 64");
});
