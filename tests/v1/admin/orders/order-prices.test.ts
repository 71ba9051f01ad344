import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getProductsTask, startProductsTask, syncProduct } from "../../../../worker/contract/v1/admin/net-suite.ts";
import { getOrderPrices } from "../../../../worker/contract/v1/admin/orders.ts";
import { updateOrganization } from "../../../../worker/contract/v1/admin/organizations.ts";
import { orderByLink } from "../../../../worker/contract/v1/client/orders.ts";
import { type AccountingApp, startAccountingApp } from "../../../support/accounting/app.ts";
import { unique } from "../../../support/factories.ts";
import { address, type Shop, openShop } from "../../../support/store.ts";

let accounting: AccountingApp;
let shop: Shop;
beforeAll(async () => {
  accounting = await startAccountingApp();
  shop = openShop(accounting.app);
});
afterAll(() => accounting?.stop());

test("why a customer paid that: the level and who gave it, its price and where it came from, not today's", async () => {
  const { admin, query } = accounting;
  const item = { itemId: unique("SKU"), displayName: unique("Item"), isInactive: false };
  const id = await accounting.enter("item", { ...item, prices: { "Base Price": "120", Reseller: "90" } });
  (await admin.client.call(startProductsTask)).reply();
  await accounting.ended(getProductsTask);
  const [product] = await query<{ id: string; name: string }>(
    "update products set is_published = true, type = 'hardware' where net_suite_id = $1 returning id, name",
    [id],
  );
  if (!product) throw new Error("no product");
  const buyer = await shop.buyer();
  const params = { org_id: buyer.org_id };
  (await admin.client.call(updateOrganization, { params, body: { price_level_name: "Reseller" } })).reply();
  await shop.fillCart(buyer, [product]);
  const order_id = (await shop.checkout(buyer)).reply().order_id ?? "";

  await accounting.enter("item", { ...item, prices: { "Base Price": "130", Reseller: "95" } }, id);
  (await admin.client.call(syncProduct, { params: { product_id: product.id } })).reply();
  (await admin.client.call(updateOrganization, { params, body: { price_level_name: "Base Price" } })).reply();

  const orderPrices = (await admin.client.call(getOrderPrices, { params: { order_id } })).reply();
  const [{ name } = { name: "" }] = await query<{ name: string }>(
    "select first_name || ' ' || last_name as name from users where id = $1",
    [admin.user.id],
  );
  expect(orderPrices.level).toMatchObject({ name: "Reseller", is_noted: true, assigned: { by: name, from: null } });
  expect(orderPrices.level_today).toBe("Base Price");
  expect(orderPrices.lines).toMatchObject([
    {
      product_id: product.id,
      name: product.name,
      quantity: 1,
      paid: 90_00,
      in_cart: 90_00,
      base_at_order: 120_00,
      at_order: { price: 90_00, source: "accounting" },
      today: { price: 130_00, source: "accounting", by: name },
    },
  ]);
  const page = await (await admin.client.fetch(`/admin/orders/${order_id}`)).text();
  for (const text of [
    "$90.00 was the price at Reseller when it was ordered.",
    `set by ${name}`,
    "at Base Price, which they have now",
  ])
    expect(page).toContain(text);
  const products = [{ product_id: product.id, quantity: 2 }];
  const { id: linked } = (await buyer.client.call(orderByLink, { body: { products, address } })).reply();
  const byLink = (await admin.client.call(getOrderPrices, { params: { order_id: linked } })).reply();
  expect(byLink.level).toMatchObject({ name: "Base Price", is_noted: true });
  // An order by link has no cart.
  expect(byLink.lines).toMatchObject([{ quantity: 2, paid: 130_00, in_cart: null }]);
  expect((await buyer.client.call(getOrderPrices, { params: { order_id } })).status).toBe(403);
  const unknown = await admin.client.call(getOrderPrices, { params: { order_id: randomUUID() } });
  expect(unknown.errcode).toBe("ORDER_NOT_FOUND");
});
