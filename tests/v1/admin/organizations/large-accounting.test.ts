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

/** SuiteQL rejects a query that matches more rows than this. */
const maxRows = 100_000;

test("more items than NetSuite tells of at once are read, and customers on both sides of a gap in the ids that wide", async () => {
  const [nameBefore, nameAfter] = [unique("Before"), unique("After")];
  await shop.enter("customer", { companyName: nameBefore, isInactive: false });
  const generation = await shop.sandbox.post("/net-suite/generate", { type: "item", count: maxRows + 1 });
  expect(generation.status).toBe(201);
  await shop.enter("customer", { companyName: nameAfter, isInactive: false });

  (await shop.admin.client.call(startOrganizationsTask)).reply();
  expect(await shop.ended(getOrganizationsTask)).toMatchObject({ status: "completed", error: null });
  const names = await shop.query("select name from organizations where name = any($1) order by name desc", [
    [nameBefore, nameAfter],
  ]);
  expect(names).toEqual([{ name: nameBefore }, { name: nameAfter }]);

  (await shop.admin.client.call(startProductsTask)).reply();
  const readProductsTask = () => shop.readTask(getProductsTask);
  await expect.poll(async () => (await readProductsTask()).found).toBeGreaterThan(200);
  expect(await readProductsTask()).toMatchObject({ status: "processing", error: null });
});
