import { expect } from "vitest";
import { getProductsTask, startProductsTask } from "../../worker/contract/v1/admin/net-suite.ts";
import { until } from "../../sandbox/process/deadline.ts";
import type { AccountingApp } from "../support/accounting/app.ts";

/** Gives the accounting system this many items. */
export const generateItems = async ({ sandbox }: AccountingApp, count: number): Promise<void> =>
  expect((await sandbox.post("/net-suite/generate", { type: "item", count })).ok).toBe(true);

export const startSync = async ({ admin }: AccountingApp) => (await admin.client.call(startProductsTask)).reply();

type Item = { id: string; fields: { itemType?: string } };
type Product = { net_suite_id: string; sku: string; has_price: boolean };

/**
 * Discrepancies of the products after a whole run: items without a product, duplicate SKUs, products without a price.
 */
export async function findMistakes({ query, sandbox }: AccountingApp) {
  const items: Item[] = await (await fetch(`${sandbox.url}/net-suite/records.json?type=item`)).json();
  const rows = await query<Product>(
    "select net_suite_id, sku, price_levels ? 'Base Price' as has_price from products where net_suite_id is not null",
  );
  const known = new Set(rows.map((row) => row.net_suite_id));
  return {
    // the items for tax and shipping are no products
    missing: items.filter(({ id, fields }) => !known.has(id) && fields.itemType !== "OthCharge").length,
    doubled: rows.length - new Set(rows.map((row) => row.sku)).size,
    unpriced: rows.filter((row) => !row.has_price).length,
  };
}
export const noMistakes = { missing: 0, doubled: 0, unpriced: 0 };

const kinds = ["status", "limit", "cut", "short", "repeat", "delay"] as const;

/** Disturbs one call in ten from now on, each kind in its turn, until it is ended. */
export function disturbTenth({ sandbox, stats }: AccountingApp): { end(): Promise<number> } {
  const over = new AbortController();
  let callCount = 0;
  const work = (async () => {
    const before = (await stats()).calls;
    while (!over.signal.aborted) {
      for (const calls = (await stats()).calls - before; callCount < calls / 10; callCount += 1) {
        const kind = kinds[callCount % kinds.length] ?? "status";
        const value = kind === "status" ? { value: 503 } : kind === "delay" ? { value: 300 } : {};
        await sandbox.addFault({ service: "net-suite", kind, ...value });
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    async end() {
      over.abort();
      await work;
      await sandbox.clearFaults();
      return callCount;
    },
  };
}

/**
 * A whole run into a shop without these products, with an unreliable integration and a worker killed half way: answers
 * the run and the number of calls after the kill. A killed worker's lease ends at once here.
 */
export async function syncThroughKill(shop: AccountingApp, count: number, withinMs: number) {
  await generateItems(shop, count);
  const disturbance = disturbTenth(shop);
  try {
    await startSync(shop);
    await until(withinMs / 2, async () => (await shop.readTask(getProductsTask)).processed > count / 3);
    await shop.app.killWorker();
    const [killedRun] = await shop.query<{ status: string; found: number }>(
      "select r.status, r.found from task_runs r join tasks t on t.run_id = r.id where t.name = 'products'",
    );
    expect(killedRun).toMatchObject({ status: "processing" });
    expect(killedRun?.found).toBeLessThan(count);
    await shop.query("update tasks set lease_until = now() where name = 'products'");
    await shop.app.startWorker();
    const before = (await shop.stats()).calls;
    await shop.sandbox.runJob("continue-tasks");
    const run = await shop.ended(getProductsTask, withinMs);
    return {
      run,
      foundBefore: killedRun?.found ?? 0,
      callsBehind: (await shop.stats()).calls - before,
      faults: await disturbance.end(),
    };
  } finally {
    await disturbance.end();
  }
}
