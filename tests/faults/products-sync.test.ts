import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountingApp, startAccountingApp } from "../support/accounting/app.ts";
import { patienceMs } from "../support/patience.ts";
import { findDiscrepancies, noDiscrepancies, syncThroughKill } from "./products-sync.ts";

let shop: AccountingApp;
beforeAll(async () => {
  shop = await startAccountingApp();
});
afterAll(() => shop?.stop());

test("a full sync that is killed half way goes on at its cursor: nothing is missing, nothing is there twice", async () => {
  const { run, faults } = await syncThroughKill(shop, 1500, 2 * patienceMs);
  expect(run).toMatchObject({ status: "completed", error: null });
  expect(run.found).toBe(run.processed);
  expect(faults).toBeGreaterThan(0);
  expect(await findDiscrepancies(shop)).toEqual(noDiscrepancies);
  expect((await shop.stats()).max_in_flight).toBeLessThanOrEqual(4);
});
