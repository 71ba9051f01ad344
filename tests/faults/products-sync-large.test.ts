import { afterEach, expect, test } from "vitest";
import { getProductsTask } from "../../worker/contract/v1/admin/net-suite.ts";
import { type AccountingApp, startAccountingApp } from "../support/accounting/app.ts";
import { generateItems, findDiscrepancies, noDiscrepancies, startSync, syncThroughKill } from "./products-sync.ts";

let shop: AccountingApp | undefined;
afterEach(async () => {
  await shop?.stop();
  shop = undefined;
});

test(
  "10,000 products come through an accounting system that fails at every tenth call, and through a kill: none is missing or twice",
  { timeout: 400_000 },
  async () => {
    shop = await startAccountingApp();
    const { run, faults, foundBefore, callsBehind } = await syncThroughKill(shop, 10_000, 300_000);
    const { max_in_flight } = await shop.stats();
    console.log(JSON.stringify({ ...run, faults, foundBefore, callsBehind, max_in_flight }));
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(run.found).toBe(run.processed);
    expect(run.found).toBeGreaterThanOrEqual(10_000);
    expect(faults).toBeGreaterThan(10);
    expect(await findDiscrepancies(shop)).toEqual(noDiscrepancies);
    expect(max_in_flight).toBeLessThanOrEqual(4);
    // Completed work is not repeated after the kill: 200 items take three calls, and one call in ten is retried.
    expect(callsBehind).toBeLessThan(((10_000 - foundBefore) / 200 + 2) * 3 * 1.5);
  },
);

test("5,000 products take at most 60 s with an accounting system that answers in 20 ms", async () => {
  shop = await startAccountingApp({ fakesDelayMs: 20 });
  await generateItems(shop, 5000);
  const startedAt = Date.now();
  await startSync(shop);
  const run = await shop.ended(getProductsTask, 90_000);
  const durationMs = Date.now() - startedAt;
  console.log(`5,000 products: ${(durationMs / 1000).toFixed(1)} s`);
  expect(run).toMatchObject({ status: "completed", error: null });
  expect(run.found).toBeGreaterThanOrEqual(5000);
  expect(durationMs).toBeLessThan(60_000);
  expect(await findDiscrepancies(shop)).toEqual(noDiscrepancies);
});
