import { expect } from "vitest";
import { getProductsTask, startProductsTask } from "../../worker/contract/v1/admin/net-suite.ts";
import { until } from "../../sandbox/process/deadline.ts";
import type { AccountingApp } from "../support/accounting/app.ts";

export const generateItems = async ({ sandbox }: AccountingApp, count: number): Promise<void> =>
  expect((await sandbox.post("/net-suite/generate", { type: "item", count })).ok).toBe(true);

export const startSync = async ({ admin }: AccountingApp) => (await admin.client.call(startProductsTask)).reply();

type Item = { id: string; fields: { itemType?: string } };
type Product = { net_suite_id: string; sku: string; has_price: boolean };

export async function findDiscrepancies({ query, sandbox }: AccountingApp) {
  const items: Item[] = await (await fetch(`${sandbox.url}/net-suite/records.json?type=item`)).json();
  const rows = await query<Product>(
    "select net_suite_id, sku, price_levels ? 'Base Price' as has_price from products where net_suite_id is not null",
  );
  const syncedIds = new Set(rows.map((row) => row.net_suite_id));
  return {
    // The items for tax and shipping are not products.
    missing: items.filter(({ id, fields }) => !syncedIds.has(id) && fields.itemType !== "OthCharge").length,
    doubled: rows.length - new Set(rows.map((row) => row.sku)).size,
    unpriced: rows.filter((row) => !row.has_price).length,
  };
}
export const noDiscrepancies = { missing: 0, doubled: 0, unpriced: 0 };

const faultKinds = ["status", "limit", "cut", "short", "repeat", "delay"] as const;

/** Adds a fault to one call in ten from now on, each kind in turn, until `end` is called. */
export function startFaults({ sandbox, stats }: AccountingApp): { end(): Promise<number> } {
  const stopper = new AbortController();
  let callCount = 0;
  const work = (async () => {
    const callsBefore = (await stats()).calls;
    while (!stopper.signal.aborted) {
      for (const calls = (await stats()).calls - callsBefore; callCount < calls / 10; callCount += 1) {
        const kind = faultKinds[callCount % faultKinds.length] ?? "status";
        const value = kind === "status" ? { value: 503 } : kind === "delay" ? { value: 300 } : {};
        await sandbox.addFault({ service: "net-suite", kind, ...value });
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    async end() {
      stopper.abort();
      await work;
      await sandbox.clearFaults();
      return callCount;
    },
  };
}

/**
 * Runs a complete sync of `count` new products with faults of the accounting system, and kills the worker on the way.
 * The killed worker's lease is ended at once.
 */
export async function syncThroughKill(shop: AccountingApp, count: number, withinMs: number) {
  await generateItems(shop, count);
  const disturbance = startFaults(shop);
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
    const callsBefore = (await shop.stats()).calls;
    await shop.sandbox.runJob("continue-tasks");
    const run = await shop.ended(getProductsTask, withinMs);
    return {
      run,
      foundBefore: killedRun?.found ?? 0,
      callsBehind: (await shop.stats()).calls - callsBefore,
      faults: await disturbance.end(),
    };
  } finally {
    await disturbance.end();
  }
}
