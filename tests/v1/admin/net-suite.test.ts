import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/admin/net-suite.ts";
import { getOrganization } from "../../../worker/contract/v1/admin/organizations.ts";
import { getAdminProduct, archiveProduct } from "../../../worker/contract/v1/admin/products.ts";
import { listTaskRuns, retryTaskRecord } from "../../../worker/contract/v1/admin/tasks.ts";
import { unique, uniqueEmail } from "../../support/factories.ts";
import { readWords } from "../../http/pages/words.ts";
import { type AccountingApp, startAccountingApp } from "../../support/accounting/app.ts";

let shop: AccountingApp;
beforeAll(async () => {
  shop = await startAccountingApp();
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => shop?.stop());

const { startOrganizationsTask, getOrganizationsTask, startProductsTask, getProductsTask } = contract;
const call = <E extends Parameters<typeof shop.admin.client.call>[0]>(spec: E, params: Record<string, string> = {}) =>
  shop.admin.client.call(spec, { params });
const syncOrganizations = async () => {
  (await call(startOrganizationsTask)).reply();
  return shop.ended(getOrganizationsTask);
};
const syncProducts = async () => {
  (await call(startProductsTask)).reply();
  return shop.ended(getProductsTask);
};
const organizationOf = async (customer: string) => {
  const [row] = await shop.query<{ id: string }>("select id from organizations where net_suite_id = $1", [customer]);
  return row && (await call(getOrganization, { org_id: row.id })).reply();
};
const productOf = async (item: string) => {
  const [row] = await shop.query<{ id: string }>("select id from products where net_suite_id = $1", [item]);
  return row && (await call(getAdminProduct, { product_id: row.id })).reply();
};
const audited = (action: string, subject: string | undefined) =>
  shop.query<{ data: { fields: string[] }; actor_kind: string }>(
    "select actor_kind, data from audit_log where action = $1 and subject_id = $2 order by created_at",
    [action, subject],
  );
const failuresOf = (task: string) =>
  shop.query<{ record_id: string; reason: string }>(
    `select f.record_id, f.reason from task_failures f join task_runs r on r.id = f.run_id
     where r.task = $1 and r.id = (select id from task_runs where task = $1 order by started_at desc limit 1)`,
    [task],
  );

const address = { addr1: "1 Main St", city: "Austin", state: "TX", zip: "78701", country: "US" };
const customer = (more: Record<string, unknown> = {}) => ({
  companyName: unique("Customer"),
  email: uniqueEmail(),
  priceLevel: { refName: "Reseller" },
  defaultAddress: address,
  isInactive: false,
  ...more,
});
const item = (more: Record<string, unknown> = {}) => ({
  itemId: unique("SKU"),
  displayName: unique("Item"),
  isInactive: false,
  prices: { "Base Price": "19.99", Reseller: "15.5" },
  ...more,
});

test("a task that never ran has no state", async () => {
  expect((await call(getOrganizationsTask)).errcode).toBe("SYNC_ORGANIZATIONS_NOT_RUNNING");
  expect((await call(getProductsTask)).errcode).toBe("SYNC_PRODUCTS_NOT_RUNNING");
});

test("customers become organizations, and later changes follow; what is ours stays, what NetSuite lacks too", async () => {
  const told = customer();
  const bare = { companyName: unique("Bare"), isInactive: false };
  const [id, bareId, gone] = [
    await shop.enter("customer", told),
    await shop.enter("customer", bare),
    await shop.enter("customer", customer({ isInactive: true })),
  ];
  expect(await syncOrganizations()).toMatchObject({ status: "completed", error: null });
  const made = await organizationOf(id);
  expect(made).toMatchObject({
    name: told.companyName,
    billing_email: told.email,
    price_level_name: "Reseller",
    address: { line1: "1 Main St", line2: null, city: "Austin", state: "TX", postal_code: "78701", country: "US" },
    synchronized_at: expect.any(String),
  });
  expect(await audited("syncOrganization", made?.id)).toMatchObject([{ actor_kind: "system" }]);
  // one that is inactive and unknown here is nobody's customer
  expect(await organizationOf(gone)).toBeUndefined();

  await shop.query(
    `update organizations set notes = 'ours', industry = 'Mining', billing_email = 'ours@example.test',
       contacts = '[{"name": "Ada", "email": null, "phone": null, "role": null}]'
     where net_suite_id = any($1)`,
    [[id, bareId]],
  );
  const name = unique("Renamed");
  await shop.enter("customer", { ...told, companyName: name, priceLevel: { refName: "Base Price" } }, id);
  expect(await syncOrganizations()).toMatchObject({ status: "completed" });
  const ours = { notes: "ours", industry: "Mining", contacts: [{ name: "Ada" }] };
  expect(await organizationOf(id)).toMatchObject({
    ...ours,
    id: made?.id,
    name,
    price_level_name: "Base Price",
    billing_email: told.email,
  });
  expect(await organizationOf(bareId)).toMatchObject({ ...ours, billing_email: "ours@example.test", address: null });
  expect((await audited("syncOrganization", made?.id)).at(-1)?.data.fields.toSorted()).toEqual([
    "billing_email",
    "name",
    "price_level_name",
  ]);

  // nothing changed: nothing is written of it but the time
  const before = await organizationOf(id);
  await syncOrganizations();
  const after = await organizationOf(id);
  expect(after?.updated_at).toBe(before?.updated_at);
  expect(after?.synchronized_at).not.toBe(before?.synchronized_at);
  expect(await audited("syncOrganization", made?.id)).toHaveLength(2);

  // an organization whose customer is gone stays
  await shop.remove("customer", id);
  await syncOrganizations();
  expect((await organizationOf(id))?.id).toBe(made?.id);
});

test("a name that another organization has is a failure with its reason, and overwrites nothing; the rest goes on", async () => {
  const { name, id: taken } = await shop.factories.createOrganization();
  const clash = await shop.enter("customer", customer({ companyName: ` ${name.toUpperCase()} ` }));
  const nameless = await shop.enter("customer", customer({ companyName: "" }));
  const wrong = await shop.enter("customer", customer({ email: "nobody" }));
  const good = await shop.enter("customer", customer());
  const run = await syncOrganizations();
  expect(run.status).toBe("completed");
  expect(await organizationOf(good)).toBeDefined();
  expect(await organizationOf(clash)).toBeUndefined();
  const [kept] = await shop.query("select name, net_suite_id from organizations where id = $1", [taken]);
  expect(kept).toEqual({ name, net_suite_id: null });
  const failures = new Map((await failuresOf("organizations")).map((each) => [each.record_id, each.reason]));
  expect([...failures.keys()].toSorted()).toEqual([clash, nameless, wrong].toSorted());
  expect(failures.get(clash)).toContain(`Give it the NetSuite id ${clash}`);
  expect(run.found).toBe(run.processed + failures.size);
});

test("a failed record that was mended is done again by itself, and told why while it is not", async () => {
  const { name } = await shop.factories.createOrganization();
  const told = customer({ companyName: name });
  const id = await shop.enter("customer", told);
  await syncOrganizations();
  const runs = (await shop.admin.client.call(listTaskRuns, { params: { name: "organizations" } })).reply();
  const run = runs.data[0];
  expect(run?.failures.map((each) => each.record_id)).toContain(id);
  const retry = () =>
    shop.admin.client.call(retryTaskRecord, {
      params: { name: "organizations", id: run?.id ?? "" },
      body: { record_id: id },
    });
  expect((await retry()).errcode).toBe("TASK_RETRY_FAILED");
  const mended = unique("Mended");
  await shop.enter("customer", { ...told, companyName: mended }, id);
  expect((await retry()).reply()).toMatchObject({ processed: (run?.processed ?? 0) + 1 });
  expect(await organizationOf(id)).toMatchObject({ name: mended });
});

test("another price level outdates the open carts of the organization", async () => {
  const told = customer();
  const id = await shop.enter("customer", told);
  await syncOrganizations();
  const org_id = (await organizationOf(id))?.id ?? "";
  const user = await shop.factories.createUser({ org_id, roles: ["buyer", "user"] });
  await shop.query("insert into carts (user_id, org_id) values ($1, $2)", [user.id, org_id]);
  await shop.enter("customer", { ...told, priceLevel: { refName: "Base Price" } }, id);
  await syncOrganizations();
  const carts = await shop.query("select version from carts where org_id = $1", [org_id]);
  expect(carts).toEqual([{ version: 2 }]);
});

test("items become products with their prices to the cent, inactive and gone ones are archived, and come back", async () => {
  const told = item({ prices: { "Base Price": "1234.565", Reseller: "0.005" } });
  const [id, inactive, leaving] = [
    await shop.enter("item", told),
    await shop.enter("item", item({ isInactive: true })),
    await shop.enter("item", item()),
  ];
  expect(await syncProducts()).toMatchObject({ status: "completed", error: null });
  const made = await productOf(id);
  expect(made).toMatchObject({
    sku: told.itemId,
    name: told.displayName,
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
  await shop.enter("item", { ...told, prices: { "Base Price": "20" } }, id);
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  expect(await productOf(leaving)).toMatchObject({ is_archived: true });
  expect(await productOf(inactive)).toMatchObject({ is_archived: false });
  expect(await productOf(id)).toMatchObject({ id: made?.id, price_levels: { "Base Price": 2000 } });
  // what was archived by hand does not come back by itself
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
});

test("a product that has none yet is found by its SKU; a SKU of another item, of two products, or a price that is none, fails", async () => {
  const [mine, twice] = [unique("SKU"), unique("SKU")];
  const [own] = await shop.query<{ id: string }>("insert into products (name, sku) values ('Ours', $1) returning id", [
    mine,
  ]);
  await shop.query("insert into products (name, sku) values ('One', $1), ('Two', $1)", [twice]);
  const linked = await shop.enter("item", item({ itemId: mine }));
  const ambiguous = await shop.enter("item", item({ itemId: twice }));
  const first = await shop.enter("item", item());
  await syncProducts();
  expect(await productOf(linked)).toMatchObject({ id: own?.id, sku: mine });
  const sku = (await productOf(first))?.sku;
  const second = await shop.enter("item", item({ itemId: sku }));
  const priceless = await shop.enter("item", item({ prices: { "Base Price": "-1" } }));
  const run = await syncProducts();
  const failures = new Map((await failuresOf("products")).map((each) => [each.record_id, each.reason]));
  expect([...failures.keys()].toSorted()).toEqual([ambiguous, second, priceless].toSorted());
  expect(failures.get(ambiguous)).toBe(`Several products have the SKU “${twice}”.`);
  expect(failures.get(second)).toBe(`The product with the SKU “${sku}” belongs to another item.`);
  expect(failures.get(priceless)).toBe("The price “-1” of level “Base Price” is no amount in dollars.");
  expect(run.found).toBe(run.processed + failures.size);
});

test("one organization and one product are synchronized by themselves, and answered", async () => {
  const [told, sold] = [customer(), item()];
  const [customerId, itemId] = [await shop.enter("customer", told), await shop.enter("item", sold)];
  await syncOrganizations();
  await syncProducts();
  const [org, product] = [await organizationOf(customerId), await productOf(itemId)];
  const name = unique("Renamed");
  await shop.enter("customer", { ...told, companyName: name }, customerId);
  await shop.enter("item", { ...sold, prices: { "Base Price": "7" } }, itemId);
  const params = { org_id: org?.id ?? "", product_id: product?.id ?? "" };
  expect((await call(contract.syncOrganization, params)).reply()).toMatchObject({ id: org?.id, name });
  expect((await call(contract.syncProduct, params)).reply()).toMatchObject({ price_levels: { "Base Price": 700 } });
  const { first_name, last_name } = shop.admin.user;
  expect(await readWords(shop.admin.client, `/admin/products/${params.product_id}`)).toContain(
    `from the accounting system, asked for by ${first_name} ${last_name}`,
  );
  expect((await audited("syncOrganization", org?.id)).at(-1)?.actor_kind).toBe("user");

  const { name: taken, id: unlinked } = await shop.factories.createOrganization();
  await shop.enter("customer", { ...told, companyName: taken }, customerId);
  expect((await call(contract.syncOrganization, params)).errcode).toBe("ORG_NAME_EXISTS");
  expect((await call(contract.syncOrganization, { org_id: unlinked })).problems).toEqual([
    "org_id: It has no NetSuite id.",
  ]);
  const nobody = "01900000-0000-7000-8000-00000000dead";
  expect((await call(contract.syncOrganization, { org_id: nobody })).errcode).toBe("ORG_NOT_FOUND");
  expect((await call(contract.syncProduct, { product_id: nobody })).errcode).toBe("PRODUCT_NOT_FOUND");
  await shop.remove("item", itemId);
  expect((await call(contract.syncProduct, params)).problems).toEqual([`product_id: NetSuite has no item ${itemId}.`]);
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
    error: "NetSuite showed no item at all, so nothing was archived. May its role see items?",
  });
  const [{ n: left } = { n: 0 }] = await shop.query<{ n: number }>(
    "select count(*)::int as n from products where not is_archived",
  );
  expect([left, (await productOf(id))?.is_archived]).toEqual([sold, false]);
});
