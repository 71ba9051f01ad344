import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { archiveProduct, createProduct } from "../../../../worker/contract/v1/admin/products.ts";
import { unique } from "../../../support/factories.ts";
import { readWords } from "../../../http/pages/words.ts";
import { type AccountingApp, startAccountingApp } from "../../../support/accounting/app.ts";
import { item, syncsOf } from "./syncs.ts";

let shop: AccountingApp;
beforeAll(async () => {
  shop = await startAccountingApp();
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => shop?.stop());

const { audited, call, failuresOf, productOf, syncProducts } = syncsOf(() => shop);

test("items become products with their prices to the cent, inactive and gone ones are archived, and come back", async () => {
  const accountingItem = item({ prices: { "Base Price": "1234.565", Reseller: "0.005" } });
  const [id, inactive, leaving] = [
    await shop.enter("item", accountingItem),
    await shop.enter("item", item({ isInactive: true })),
    await shop.enter("item", item()),
  ];
  expect(await syncProducts()).toMatchObject({ status: "completed", error: null });
  const made = await productOf(id);
  expect(made).toMatchObject({
    sku: accountingItem.itemId,
    name: accountingItem.displayName,
    is_published: false,
    is_archived: false,
    // half a cent is a cent (M9)
    price_levels: { "Base Price": 123_457, Reseller: 1 },
    synchronized_at: expect.any(String),
  });
  expect(await audited("syncProduct", made?.id)).toMatchObject([{ actor_kind: "system" }]);
  expect(await productOf(inactive)).toMatchObject({ is_archived: true });
  expect(await productOf(leaving)).toMatchObject({ is_archived: false });

  const byHand = await shop.enter("item", item());
  await syncProducts();
  (await call(archiveProduct, { product_id: (await productOf(byHand))?.id ?? "" })).reply();
  await shop.remove("item", leaving);
  await shop.enter("item", item({ isInactive: false }), inactive);
  await shop.enter("item", { ...accountingItem, prices: { "Base Price": "20" } }, id);
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  expect(await productOf(leaving)).toMatchObject({ is_archived: true });
  expect(await productOf(inactive)).toMatchObject({ is_archived: false });
  expect(await productOf(id)).toMatchObject({ id: made?.id, price_levels: { "Base Price": 2000 } });
  // a product archived by hand is not restored
  expect(await productOf(byHand)).toMatchObject({ is_archived: true });
  expect((await audited("syncProduct", made?.id)).map((each) => each.data.fields)).toEqual([
    expect.anything(),
    ["price_levels"],
  ]);
  // each price is written down with where it came from, newest first; a level that is left out has none any more
  const words = await readWords(shop.admin.client, `/admin/products/${made?.id}?level=Base+Price`);
  expect(words).toMatch(
    /Prices of Base Price so far \$20\.00 [\w ]+ from the accounting system \$1,234\.57 [\w ]+ from the accounting system/,
  );
  expect(
    await shop.query(
      "select level, price::int, source, actor_id from price_changes where product_id = $1 order by id desc limit 2",
      [made?.id],
    ),
  ).toEqual(expect.arrayContaining([{ level: "Reseller", price: null, source: "accounting", actor_id: null }]));
  // the level that came with it is the accounting system's, the base level never
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

test("prices are those for one piece in US dollars; two for one level fail and change nothing", async () => {
  const reseller = (quantity: number, price: string) => ({ level: "Reseller", currency: "USD", quantity, price });
  const [broken, doubled] = [item({ priceRows: [reseller(1, "14.25")] }), item()];
  const [id, twice] = [await shop.enter("item", broken), await shop.enter("item", doubled)];
  expect(await syncProducts()).toMatchObject({ status: "completed", error: null });
  // a break at one piece applies to one piece
  expect((await productOf(id))?.price_levels).toEqual({ "Base Price": 1999, Reseller: 1425 });
  expect((await productOf(twice))?.price_levels).toEqual({ "Base Price": 1999, Reseller: 1550 });

  await shop.enter("item", { ...doubled, priceRows: [reseller(0, "15.49")] }, twice);
  await syncProducts();
  expect(await failuresOf("products")).toEqual([
    { record_id: twice, reason: "NetSuite has two prices in US dollars for level “Reseller”." },
  ]);
  expect((await productOf(twice))?.price_levels).toEqual({ "Base Price": 1999, Reseller: 1550 });
  await shop.enter("item", { ...doubled, priceRows: [reseller(0, "15.5")] }, twice);
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  expect(await failuresOf("products")).toEqual([]);
});

test("a product that has none yet is found by its SKU in any case; a SKU of another product, or a price that is none, fails", async () => {
  const mine = unique("SKU");
  const patterns = ["CGX-9-\\d{5}"];
  const [own] = await shop.query<{ id: string }>(
    `insert into products (name, sku, patterns, tax_code, is_active, notes, main_image)
     values ('Ours', lower($1), $2, 'txcd_99999999', false, 'Ours', '/ours.png') returning id`,
    [mine, patterns],
  );
  const linked = await shop.enter("item", item({ itemId: mine }));
  const first = await shop.enter("item", item());
  await syncProducts();
  // our own fields stay unchanged
  const ours = { patterns, tax_code: "txcd_99999999", is_active: false, notes: "Ours", main_image: "/ours.png" };
  expect(await productOf(linked)).toMatchObject({ id: own?.id, sku: mine, ...ours });
  const sku = (await productOf(first))?.sku ?? "";
  const second = await shop.enter("item", item({ itemId: sku.toLowerCase() }));
  // also if one item takes the name of another
  const renamed = await shop.enter("item", item());
  await syncProducts();
  const before = await productOf(renamed);
  await shop.enter("item", item({ itemId: mine }), renamed);
  const priceless = await shop.enter("item", item({ prices: { "Base Price": "-1" } }));
  const run = await syncProducts();
  const failures = new Map((await failuresOf("products")).map((each) => [each.record_id, each.reason]));
  expect([...failures.keys()].toSorted()).toEqual([renamed, second, priceless].toSorted());
  expect(failures.get(second)).toBe(`Another product has the SKU “${sku.toLowerCase()}”. Change one of the two.`);
  expect(failures.get(renamed)).toBe(`Another product has the SKU “${mine}”. Change one of the two.`);
  expect(failures.get(priceless)).toBe("The price “-1” of level “Base Price” is no amount in dollars.");
  expect((await productOf(renamed))?.sku).toBe(before?.sku);
  expect(run.found).toBe(run.processed + failures.size);
});

test("items arrive while an administrator creates products with the same SKUs: each SKU is one product", async () => {
  const skus = Array.from({ length: 12 }, () => unique("SKU"));
  for (const itemId of skus) await shop.enter("item", item({ itemId }));
  const creating = skus.map((sku) =>
    shop.admin.client.call(createProduct, { body: { name: unique("Ours"), type: "hardware", sku: sku.toLowerCase() } }),
  );
  const [run, ...answers] = await Promise.all([syncProducts(), ...creating]);
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
  for (let n = 0; n < 6; n += 1) ids.push(await shop.enter("item", item()));
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
  const fields = item();
  const [leftOut, last] = [await shop.enter("item", item()), await shop.enter("item", fields)];
  await syncProducts();
  const row = { links: [], id: last, itemid: fields.itemId, displayname: fields.displayName, itemtype: "InvtPart" };
  const page = {
    links: [],
    count: 1,
    hasMore: false,
    items: [{ ...row, isinactive: "F" }],
    offset: 0,
    totalResults: 1,
  };
  await shop.sandbox.addFault({ service: "net-suite", text: "item.id > 0 ", kind: "status", value: 200, body: page });
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  expect(await (await fetch(`${shop.sandbox.url}/faults`)).json()).toEqual([]);
  expect([await productOf(leftOut), await productOf(last)]).toMatchObject([
    { is_archived: false },
    { is_archived: false },
  ]);
});

test("when NetSuite shows no item at all, nothing is archived", async () => {
  const id = await shop.enter("item", item());
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
