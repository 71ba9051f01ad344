import { expect } from "vitest";
import type { Discrepancy, ReconciliationRun } from "../../../worker/contract/entities/reconciliation.ts";
import {
  closeBookDifference,
  getBookDifference,
  getBookRun,
  listBookDifferences,
  startBookRun,
} from "../../../worker/contract/v1/admin/books.ts";
import { seedAccounting } from "../../../sandbox/seed/accounting.ts";
import { seedAccountingSales } from "../../../sandbox/seed/accounting-sales.ts";
import { seedProvider } from "../../../sandbox/seed/provider.ts";
import { startOwnApp } from "../app.ts";
import { openShop } from "../store.ts";

/**
 * Starts an app whose demo data is also at the payment provider and in accounting. Stop it in afterAll.
 */
export async function startReconciliationShop() {
  const app = await startOwnApp();
  const shop = openShop(app);
  const { databaseUrl, url } = app.sandbox;
  await seedProvider(databaseUrl, url);
  await seedAccounting(databaseUrl, url);
  await seedAccountingSales(databaseUrl, url);
  const admin = await shop.signedInAdmin();

  /** Runs a reconciliation and returns it when it has ended. */
  async function compare(): Promise<ReconciliationRun> {
    const { id } = (await admin.client.call(startBookRun)).reply();
    const fetchRun = async () => (await admin.client.call(getBookRun, { params: { id } })).reply();
    await expect.poll(async () => (await fetchRun()).status).not.toBe("processing");
    return fetchRun();
  }

  const list = async (query: Record<string, string> = {}) =>
    (await admin.client.call(listBookDifferences, { query: { limit: "100", ...query } })).reply().data;

  /** Sells a product and returns the paid order with its charge and invoice. */
  async function sell() {
    const { bought, customer, org_id } = await shop.purchase([await shop.createProduct()]);
    const [charge] = await shop.charges(customer);
    const [invoice] = await shop.query<{ id: string; amount: number }>(
      "select id, amount::int from invoices where reference_id = $1",
      [bought.order_id],
    );
    if (!charge || !invoice) throw new Error("nothing was sold");
    return { order_id: bought.order_id ?? "", customer, org_id, charge, invoice };
  }

  return {
    app,
    shop,
    admin,
    compare,
    list,
    sell,
    open: () => list({ is_open: "true" }),
    read: async (id: string) => (await admin.client.call(getBookDifference, { params: { id } })).reply(),
    close: (id: string, note: string) => admin.client.call(closeBookDifference, { params: { id }, body: { note } }),
    aboutOf: ({ kind, reference_type, reference_id, expected, found }: Discrepancy) =>
      [kind, reference_type, reference_id, expected, found].join(" "),
    stop: () => app.stop(),
  };
}

export type ReconciliationShop = Awaited<ReturnType<typeof startReconciliationShop>>;
