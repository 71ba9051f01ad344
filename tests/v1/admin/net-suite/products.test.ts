import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { archiveProduct, createProduct, unarchiveProduct } from "../../../../worker/contract/v1/admin/products.ts";
import { unique } from "../../../support/factories.ts";
import { readWords } from "../../../http/pages/words.ts";
import { type AccountingApp, startAccountingApp } from "../../../support/accounting/app.ts";
import { newItem, syncHelpers } from "./syncs.ts";

let shop: AccountingApp;
beforeAll(async () => {
  shop = await startAccountingApp();
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => shop?.stop());

const { audited, call, failuresOf, productOf, syncProducts } = syncHelpers(() => shop);

test("items become products with their prices to the cent, inactive and gone ones are archived, and come back", async () => {
  const accountingItem = newItem({ prices: { "Base Price": "1234.565", Reseller: "0.005" } });
  const [id, inactiveId, leavingId] = [
    await shop.enter("item", accountingItem),
    await shop.enter("item", newItem({ isInactive: true })),
    await shop.enter("item", newItem()),
  ];
  expect(await syncProducts()).toMatchObject({ status: "completed", error: null });
  const made = await productOf(id);
  expect(made).toMatchObject({
    sku: accountingItem.itemId,
    name: accountingItem.displayName,
    is_published: false,
    is_archived: false,
    // Half a cent rounds up to a cent (O-099).
    price_levels: { "Base Price": 123_457, Reseller: 1 },
    synchronized_at: expect.any(String),
  });
  expect(await audited("syncProduct", made?.id)).toMatchObject([{ actor_kind: "system" }]);
  expect(await productOf(inactiveId)).toMatchObject({ is_archived: true });
  expect(await productOf(leavingId)).toMatchObject({ is_archived: false });

  const archivedId = await shop.enter("item", newItem());
  await syncProducts();
  (await call(archiveProduct, { product_id: (await productOf(archivedId))?.id ?? "" })).reply();
  await shop.remove("item", leavingId);
  await shop.enter("item", newItem({ isInactive: false }), inactiveId);
  await shop.enter("item", { ...accountingItem, prices: { "Base Price": "20" } }, id);
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  expect(await productOf(leavingId)).toMatchObject({ is_archived: true });
  expect(await productOf(inactiveId)).toMatchObject({ is_archived: false });
  expect(await productOf(id)).toMatchObject({ id: made?.id, price_levels: { "Base Price": 2000 } });
  // A product that was archived by hand is not restored.
  expect(await productOf(archivedId)).toMatchObject({ is_archived: true });
  expect((await audited("syncProduct", made?.id)).map((each) => each.data.fields)).toEqual([
    expect.anything(),
    ["price_levels"],
  ]);
  // The history names the source of each price, newest first; a level that the item lost has no price.
  const pageText = await readWords(shop.admin.client, `/admin/products/${made?.id}?level=Base+Price`);
  expect(pageText).toMatch(
    /Prices of Base Price so far \$20\.00 [\w ]+ from the accounting system \$1,234\.57 [\w ]+ from the accounting system/,
  );
  expect(
    await shop.query(
      "select level, price::int, source, actor_id from price_changes where product_id = $1 order by id desc limit 2",
      [made?.id],
    ),
  ).toEqual(expect.arrayContaining([{ level: "Reseller", price: null, source: "accounting", actor_id: null }]));
  // The new level belongs to the accounting system; the base level never does.
  expect(
    await shop.query(
      "select name, synchronized_at is not null as is_theirs from price_levels where name = any($1) order by name",
      [["Base Price", "Reseller"]],
    ),
  ).toEqual([
    { name: "Base Price", is_theirs: false },
    { name: "Reseller", is_theirs: true },
  ]);
});

test("a product that NetSuite archived and an administrator unarchived stays archived when it is archived by hand", async () => {
  const fields = newItem();
  const [id, goneId] = [await shop.enter("item", fields), await shop.enter("item", newItem())];
  await syncProducts();
  await shop.enter("item", { ...fields, isInactive: true }, id);
  await shop.remove("item", goneId);
  await syncProducts();
  for (const item of [id, goneId]) {
    const product = await productOf(item);
    expect(product).toMatchObject({ is_archived: true });
    (await call(unarchiveProduct, { product_id: product?.id ?? "" })).reply();
  }
  (await call(archiveProduct, { product_id: (await productOf(id))?.id ?? "" })).reply();
  await shop.enter("item", fields, id);
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  expect(await productOf(id)).toMatchObject({ is_archived: true });
  // The shop still sells what an administrator unarchived, although its item is gone.
  expect(await productOf(goneId)).toMatchObject({ is_archived: false });
});

test("prices are those for one piece in US dollars; two for one level fail and change nothing", async () => {
  const reseller = (quantity: number, price: string) => ({ level: "Reseller", currency: "USD", quantity, price });
  const [breakItem, doubledItem] = [newItem({ priceRows: [reseller(1, "14.25")] }), newItem()];
  const [id, doubledId] = [await shop.enter("item", breakItem), await shop.enter("item", doubledItem)];
  expect(await syncProducts()).toMatchObject({ status: "completed", error: null });
  // A quantity break that starts at one piece gives the price of one piece.
  expect((await productOf(id))?.price_levels).toEqual({ "Base Price": 1999, Reseller: 1425 });
  expect((await productOf(doubledId))?.price_levels).toEqual({ "Base Price": 1999, Reseller: 1550 });

  await shop.enter("item", { ...doubledItem, priceRows: [reseller(0, "15.49")] }, doubledId);
  await syncProducts();
  expect(await failuresOf("products")).toEqual([
    { record_id: doubledId, reason: "NetSuite has two prices in US dollars for level “Reseller”." },
  ]);
  expect((await productOf(doubledId))?.price_levels).toEqual({ "Base Price": 1999, Reseller: 1550 });
  await shop.enter("item", { ...doubledItem, priceRows: [reseller(0, "15.5")] }, doubledId);
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  expect(await failuresOf("products")).toEqual([]);
});

test("a product that has none yet is found by its SKU in any case; a SKU of another product, or a price that is none, fails", async () => {
  const ownSku = unique("SKU");
  const patterns = ["CGX-9-\\d{5}"];
  const [ownProduct] = await shop.query<{ id: string }>(
    `insert into products (name, sku, patterns, tax_code, is_active, notes, main_image)
     values ('Ours', lower($1), $2, 'txcd_99999999', false, 'Ours', '/ours.png') returning id`,
    [ownSku, patterns],
  );
  const linkedId = await shop.enter("item", newItem({ itemId: ownSku }));
  const first = await shop.enter("item", newItem());
  await syncProducts();
  // The sync does not change the fields that only the shop fills.
  const ours = { patterns, tax_code: "txcd_99999999", is_active: false, notes: "Ours", main_image: "/ours.png" };
  expect(await productOf(linkedId)).toMatchObject({ id: ownProduct?.id, sku: ownSku, ...ours });
  const sku = (await productOf(first))?.sku ?? "";
  const second = await shop.enter("item", newItem({ itemId: sku.toLowerCase() }));
  // An item may also take the SKU of another product later.
  const renamedId = await shop.enter("item", newItem());
  await syncProducts();
  const productBefore = await productOf(renamedId);
  await shop.enter("item", newItem({ itemId: ownSku }), renamedId);
  const pricelessId = await shop.enter("item", newItem({ prices: { "Base Price": "-1" } }));
  const run = await syncProducts();
  const failures = new Map((await failuresOf("products")).map((each) => [each.record_id, each.reason]));
  expect([...failures.keys()].toSorted()).toEqual([renamedId, second, pricelessId].toSorted());
  expect(failures.get(second)).toBe(`Another product has the SKU “${sku.toLowerCase()}”. Change one of the two.`);
  expect(failures.get(renamedId)).toBe(`Another product has the SKU “${ownSku}”. Change one of the two.`);
  expect(failures.get(pricelessId)).toBe("The price “-1” of level “Base Price” is no amount in dollars.");
  expect((await productOf(renamedId))?.sku).toBe(productBefore?.sku);
  expect(run.found).toBe(run.processed + failures.size);
});

test("items arrive while an administrator creates products with the same SKUs: each SKU is one product", async () => {
  const skus = Array.from({ length: 12 }, () => unique("SKU"));
  for (const itemId of skus) await shop.enter("item", newItem({ itemId }));
  const creations = skus.map((sku) =>
    shop.admin.client.call(createProduct, { body: { name: unique("Ours"), type: "hardware", sku: sku.toLowerCase() } }),
  );
  const [run, ...answers] = await Promise.all([syncProducts(), ...creations]);
  expect(run).toMatchObject({ status: "completed", error: null });
  for (const answer of answers) expect([201, 422]).toContain(answer.status);
  await syncProducts();
  const rows = await shop.query<{ n: number; synchronized: number }>(
    `select count(*)::int as n, count(net_suite_id)::int as synchronized from products
     where lower(sku) in (select lower(each) from unnest($1::text[]) each) group by lower(sku)`,
    [skus],
  );
  expect(rows).toEqual(skus.map(() => ({ n: 1, synchronized: 1 })));
});

test("a refused token is renewed, limits and cut answers pass, and rows that come twice or go are neither doubled nor lost", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await shop.enter("item", newItem()));
  await fetch(`${shop.sandbox.url}/net-suite/tokens`, { method: "DELETE" });
  const service = "net-suite" as const;
  await shop.sandbox.addFault({ service, kind: "status", value: 503 });
  await shop.sandbox.addFault({ service, kind: "limit" });
  await shop.sandbox.addFault({ service, kind: "limit", value: 400 });
  await shop.sandbox.addFault({ service, kind: "cut", when: "after" });
  await shop.sandbox.addFault({ service, kind: "short", times: 4 });
  await shop.sandbox.addFault({ service, kind: "repeat", times: 3 });
  await shop.sandbox.addFault({ service, kind: "shift", times: 2 });
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  const rows = await shop.query<{ net_suite_id: string; price_levels: unknown }>(
    "select net_suite_id, price_levels from products where net_suite_id = any($1)",
    [ids],
  );
  expect(rows.map((row) => row.net_suite_id).toSorted()).toEqual(ids.toSorted());
  for (const row of rows) expect(row.price_levels).toEqual({ "Base Price": 1999, Reseller: 1550 });
  expect((await shop.stats()).max_in_flight).toBeLessThanOrEqual(4);
});

test("a product whose item a page left out is looked up, and not archived", async () => {
  const fields = newItem();
  const [skippedId, lastId] = [await shop.enter("item", newItem()), await shop.enter("item", fields)];
  await syncProducts();
  const row = { links: [], id: lastId, itemid: fields.itemId, displayname: fields.displayName, itemtype: "InvtPart" };
  const suiteQlPage = {
    links: [],
    count: 1,
    hasMore: false,
    items: [{ ...row, isinactive: "F" }],
    offset: 0,
    totalResults: 1,
  };
  await shop.sandbox.addFault({
    service: "net-suite",
    text: "item.id > 0 ",
    kind: "status",
    value: 200,
    body: suiteQlPage,
  });
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  expect(await (await fetch(`${shop.sandbox.url}/faults`)).json()).toEqual([]);
  expect([await productOf(skippedId), await productOf(lastId)]).toMatchObject([
    { is_archived: false },
    { is_archived: false },
  ]);
});

test("when NetSuite shows no item at all, nothing is archived", async () => {
  const id = await shop.enter("item", newItem());
  await syncProducts();
  const [{ n: sold } = { n: 0 }] = await shop.query<{ n: number }>(
    "select count(*)::int as n from products where not is_archived",
  );
  const records: { id: string }[] = await (await fetch(`${shop.sandbox.url}/net-suite/records.json?type=item`)).json();
  for (const each of records) await shop.remove("item", each.id);
  expect(await syncProducts()).toMatchObject({
    status: "failed",
    error: "NetSuite returned no items, so nothing was archived. Check that its role may view items.",
  });
  const [{ n: left } = { n: 0 }] = await shop.query<{ n: number }>(
    "select count(*)::int as n from products where not is_archived",
  );
  expect([left, (await productOf(id))?.is_archived]).toEqual([sold, false]);
});
