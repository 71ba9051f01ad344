import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/net-suite.ts";
import { listTaskRuns, retryTaskRecord } from "../../../../worker/contract/v1/admin/tasks.ts";
import { unique } from "../../../support/factories.ts";
import { readWords } from "../../../http/pages/words.ts";
import { type AccountingApp, startAccountingApp } from "../../../support/accounting/app.ts";
import { shopOn } from "../../../support/store.ts";
import { newCustomer, newItem, syncHelpers } from "./syncs.ts";

let shop: AccountingApp;
beforeAll(async () => {
  shop = await startAccountingApp();
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => shop?.stop());

const { audited, call, failuresOf, organizationOf, productOf, syncOrganizations, syncProducts } = syncHelpers(
  () => shop,
);

test("a task that never ran has no state", async () => {
  expect((await call(contract.getOrganizationsTask)).errcode).toBe("SYNC_ORGANIZATIONS_NOT_RUNNING");
  expect((await call(contract.getProductsTask)).errcode).toBe("SYNC_PRODUCTS_NOT_RUNNING");
});

test("customers become organizations, and later changes follow; what is ours stays, what NetSuite lacks too", async () => {
  const accountingCustomer = newCustomer();
  const bareCustomer = { companyName: unique("Bare"), isInactive: false };
  const [id, bareId, inactiveId] = [
    await shop.enter("customer", accountingCustomer),
    await shop.enter("customer", bareCustomer),
    await shop.enter("customer", newCustomer({ isInactive: true })),
  ];
  expect(await syncOrganizations()).toMatchObject({ status: "completed", error: null });
  const made = await organizationOf(id);
  expect(made).toMatchObject({
    name: accountingCustomer.companyName,
    billing_email: accountingCustomer.email,
    price_level_name: "Reseller",
    address: { line1: "1 Main St", line2: null, city: "Austin", state: "TX", postal_code: "78701", country: "US" },
    synchronized_at: expect.any(String),
  });
  expect(await audited("syncOrganization", made?.id)).toMatchObject([{ actor_kind: "system" }]);
  // The sync does not import an inactive customer that the shop does not have yet.
  expect(await organizationOf(inactiveId)).toBeUndefined();

  await shop.query(
    `update organizations set notes = 'ours', industry = 'Mining', billing_email = 'ours@example.test',
       contacts = '[{"name": "Ada", "email": null, "phone": null, "role": null}]'
     where net_suite_id = any($1)`,
    [[id, bareId]],
  );
  const name = unique("Renamed");
  await shop.enter("customer", { ...accountingCustomer, companyName: name, priceLevel: { refName: "Base Price" } }, id);
  expect(await syncOrganizations()).toMatchObject({ status: "completed" });
  const ownFields = { notes: "ours", industry: "Mining", contacts: [{ name: "Ada" }] };
  expect(await organizationOf(id)).toMatchObject({
    ...ownFields,
    id: made?.id,
    name,
    price_level_name: "Base Price",
    billing_email: accountingCustomer.email,
  });
  expect(await organizationOf(bareId)).toMatchObject({
    ...ownFields,
    billing_email: "ours@example.test",
    address: null,
  });
  expect((await audited("syncOrganization", made?.id)).at(-1)?.data.fields.toSorted()).toEqual([
    "billing_email",
    "name",
    "price_level_name",
  ]);

  // A sync without changes writes only `synchronized_at`.
  const organizationBefore = await organizationOf(id);
  await syncOrganizations();
  const organizationAfter = await organizationOf(id);
  expect(organizationAfter?.updated_at).toBe(organizationBefore?.updated_at);
  expect(organizationAfter?.synchronized_at).not.toBe(organizationBefore?.synchronized_at);
  expect(await audited("syncOrganization", made?.id)).toHaveLength(2);

  // The sync keeps an organization whose customer was deleted in accounting.
  await shop.remove("customer", id);
  await syncOrganizations();
  expect((await organizationOf(id))?.id).toBe(made?.id);
});

test("a name that another organization has is a failure with its reason, and overwrites nothing; the rest goes on", async () => {
  const { name, id: taken } = await shop.factories.createOrganization();
  const clashId = await shop.enter("customer", newCustomer({ companyName: ` ${name.toUpperCase()} ` }));
  const namelessId = await shop.enter("customer", newCustomer({ companyName: "" }));
  const invalidId = await shop.enter("customer", newCustomer({ email: "nobody" }));
  const goodId = await shop.enter("customer", newCustomer());
  const run = await syncOrganizations();
  expect(run.status).toBe("completed");
  expect(await organizationOf(goodId)).toBeDefined();
  expect(await organizationOf(clashId)).toBeUndefined();
  const [kept] = await shop.query("select name, net_suite_id from organizations where id = $1", [taken]);
  expect(kept).toEqual({ name, net_suite_id: null });
  const failures = new Map((await failuresOf("organizations")).map((each) => [each.record_id, each.reason]));
  expect([...failures.keys()].toSorted()).toEqual([clashId, namelessId, invalidId].toSorted());
  expect(failures.get(clashId)).toContain(`Give it the NetSuite id ${clashId}`);
  expect(run.found).toBe(run.processed + failures.size);
});

test("a customer's new name and address reach the payment provider", async () => {
  const { query, factories, sandbox, app } = shop;
  const store = shopOn({ query, factories, sandbox, url: app.worker.url });
  const { org_id, customer } = await store.buyer();
  const accountingCustomer = newCustomer();
  const id = await shop.enter("customer", accountingCustomer);
  await query("update organizations set net_suite_id = $2 where id = $1", [org_id, id]);
  (await call(contract.syncOrganization, { org_id })).reply();
  const { companyName: name, email } = accountingCustomer;
  await expect.poll(async () => (await store.objects("customer", { id: customer }))[0]).toMatchObject({ name, email });
});

test("a customer whose new name another organization has keeps its name and address at the payment provider", async () => {
  const { name: taken } = await shop.factories.createOrganization();
  const { query, factories, sandbox, app } = shop;
  const store = shopOn({ query, factories, sandbox, url: app.worker.url });
  const { org_id, customer } = await store.buyer();
  const id = await shop.enter("customer", newCustomer({ companyName: taken }));
  const [organization] = await query<{ name: string; email: string }>(
    "update organizations set net_suite_id = $2 where id = $1 returning name, billing_email as email",
    [org_id, id],
  );
  expect((await call(contract.syncOrganization, { org_id })).errcode).toBe("ORG_NAME_EXISTS");
  const [providerCustomer] = await store.objects("customer", { id: customer });
  expect(providerCustomer).toMatchObject({ name: organization?.name, email: organization?.email });
});

test("leads, prospects and individuals are left out without a failure, until they are customers", async () => {
  const lead = newCustomer({ stage: "LEAD" });
  const [leadId, prospect, person] = [
    await shop.enter("customer", lead),
    await shop.enter("customer", newCustomer({ stage: "PROSPECT" })),
    await shop.enter("customer", newCustomer({ companyName: "", isPerson: true })),
  ];
  await syncOrganizations();
  const failedIds = (await failuresOf("organizations")).map(({ record_id }) => record_id);
  for (const id of [leadId, prospect, person]) {
    expect(await organizationOf(id)).toBeUndefined();
    expect(failedIds).not.toContain(id);
  }
  await shop.enter("customer", { ...lead, stage: "CUSTOMER" }, leadId);
  await syncOrganizations();
  expect((await organizationOf(leadId))?.name).toBe(lead.companyName);
});

test("a failed record that was mended is done again by itself, and told why while it is not", async () => {
  const { name } = await shop.factories.createOrganization();
  const accountingCustomer = newCustomer({ companyName: name });
  const id = await shop.enter("customer", accountingCustomer);
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
  const correctedName = unique("Mended");
  await shop.enter("customer", { ...accountingCustomer, companyName: correctedName }, id);
  expect((await retry()).reply()).toMatchObject({ processed: (run?.processed ?? 0) + 1 });
  expect(await organizationOf(id)).toMatchObject({ name: correctedName });
});

test("another price level outdates the open carts of the organization", async () => {
  const accountingCustomer = newCustomer();
  const id = await shop.enter("customer", accountingCustomer);
  await syncOrganizations();
  const org_id = (await organizationOf(id))?.id ?? "";
  const user = await shop.factories.createUser({ org_id, roles: ["buyer", "user"] });
  await shop.query("insert into carts (user_id, org_id) values ($1, $2)", [user.id, org_id]);
  await shop.enter("customer", { ...accountingCustomer, priceLevel: { refName: "Base Price" } }, id);
  await syncOrganizations();
  const carts = await shop.query("select version from carts where org_id = $1", [org_id]);
  expect(carts).toEqual([{ version: 2 }]);
});

test("one organization and one product are synchronized by themselves, and answered", async () => {
  const [firstCustomer, firstItem] = [newCustomer(), newItem()];
  const [customerId, itemId] = [await shop.enter("customer", firstCustomer), await shop.enter("item", firstItem)];
  await syncOrganizations();
  await syncProducts();
  const [org, product] = [await organizationOf(customerId), await productOf(itemId)];
  const name = unique("Renamed");
  await shop.enter("customer", { ...firstCustomer, companyName: name }, customerId);
  await shop.enter("item", { ...firstItem, prices: { "Base Price": "7" } }, itemId);
  const params = { org_id: org?.id ?? "", product_id: product?.id ?? "" };
  expect((await call(contract.syncOrganization, params)).reply()).toMatchObject({ id: org?.id, name });
  expect((await call(contract.syncProduct, params)).reply()).toMatchObject({ price_levels: { "Base Price": 700 } });
  const { first_name, last_name } = shop.admin.user;
  expect(await readWords(shop.admin.client, `/admin/products/${params.product_id}`)).toContain(
    `from the accounting system, asked for by ${first_name} ${last_name}`,
  );
  expect((await audited("syncOrganization", org?.id)).at(-1)?.actor_kind).toBe("user");

  const { name: taken, id: unlinked } = await shop.factories.createOrganization();
  await shop.enter("customer", { ...firstCustomer, companyName: taken }, customerId);
  expect((await call(contract.syncOrganization, params)).errcode).toBe("ORG_NAME_EXISTS");
  expect((await call(contract.syncOrganization, { org_id: unlinked })).problems).toEqual([
    "org_id: The record has no NetSuite id.",
  ]);
  const unknownId = "01900000-0000-7000-8000-00000000dead";
  expect((await call(contract.syncOrganization, { org_id: unknownId })).errcode).toBe("ORG_NOT_FOUND");
  expect((await call(contract.syncProduct, { product_id: unknownId })).errcode).toBe("PRODUCT_NOT_FOUND");
  await shop.remove("item", itemId);
  expect((await call(contract.syncProduct, params)).problems).toEqual([`product_id: NetSuite has no item ${itemId}.`]);
});
