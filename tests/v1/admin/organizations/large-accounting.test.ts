import { afterAll, beforeAll, expect, test } from "vitest";
import {
  getOrganizationsTask,
  getProductsTask,
  startOrganizationsTask,
  startProductsTask,
} from "../../../../worker/contract/v1/admin/net-suite.ts";
import { type AccountingApp, startAccountingApp } from "../../../support/accounting/app.ts";
import { unique } from "../../../support/factories.ts";

let shop: AccountingApp;
beforeAll(async () => {
  shop = await startAccountingApp();
});
afterAll(() => shop?.stop());

/** SuiteQL reports when a query matches too many rows. */
const rowsMax = 100_000;

test("more items than NetSuite tells of at once are read, and customers on both sides of a gap in the ids that wide", async () => {
  const [before, after] = [unique("Before"), unique("After")];
  await shop.enter("customer", { companyName: before, isInactive: false });
  const made = await shop.sandbox.post("/net-suite/generate", { type: "item", count: rowsMax + 1 });
  expect(made.status).toBe(201);
  await shop.enter("customer", { companyName: after, isInactive: false });

  (await shop.admin.client.call(startOrganizationsTask)).reply();
  expect(await shop.ended(getOrganizationsTask)).toMatchObject({ status: "completed", error: null });
  const names = await shop.query("select name from organizations where name = any($1) order by name desc", [
    [before, after],
  ]);
  expect(names).toEqual([{ name: before }, { name: after }]);

  (await shop.admin.client.call(startProductsTask)).reply();
  const read = () => shop.readTask(getProductsTask);
  await expect.poll(async () => (await read()).found).toBeGreaterThan(200);
  expect(await read()).toMatchObject({ status: "processing", error: null });
});
