import { expect } from "vitest";
import {
  getInvoiceExportTask,
  startInvoiceExportTask,
} from "../../../../worker/contract/v1/admin/net-suite-exports.ts";
import { listTaskRuns } from "../../../../worker/contract/v1/admin/tasks.ts";
import { accountingOn } from "../../../support/accounting/records.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { openDatabase } from "../../../support/database.ts";
import { factoriesOn } from "../../../support/factories.ts";
import { sandboxAt } from "../../../support/sandbox.ts";
import { shopOn, type TestProduct } from "../../../support/store.ts";

export type ExportShop = Awaited<ReturnType<typeof startExportShop>>;

/** A separate shop with its accounting system, and an administrator. Stop its app in afterAll. */
export async function startExportShop(settings: Record<string, string> = {}) {
  const app = await startOwnApp(settings);
  const query = openDatabase(app.sandbox.databaseUrl);
  const sandbox = sandboxAt(app.sandbox.url);
  const place = { query, factories: factoriesOn(query), sandbox, url: app.worker.url };
  const admin = (await actorsOn(place).signedInAdmin()).client;
  return { app, query, admin, sandbox, shop: shopOn(place), accounting: accountingOn(place) };
}

type Bill = {
  id: string;
  reference_id: string;
  amount: number;
  tax: number;
  shipping: number;
  net_suite_id: number | null;
  is_net_suite_sync_needed: boolean;
};

/** Helpers for sales and exports of a shop; `place` is called when a helper runs, so the shop may start later. */
export function exportHelpers(place: () => Pick<ExportShop, "query" | "admin" | "shop" | "accounting">) {
  const listBills = (orgId: string) =>
    place().query<Bill>(
      `select id, reference_id, amount::int, tax::int, shipping::int, net_suite_id::int, is_net_suite_sync_needed
       from invoices where org_id = $1 order by created_at, id`,
      [orgId],
    );

  async function runExport() {
    (await place().admin.call(startInvoiceExportTask)).reply();
    const readTask = async () => (await place().admin.call(getInvoiceExportTask)).reply();
    await expect.poll(async () => (await readTask()).status).not.toBe("processing");
    const [run] = (await place().admin.call(listTaskRuns, { params: { name: "invoices" } })).reply().data;
    return { ...(await readTask()), id: run?.id ?? "", failures: run?.failures ?? [] };
  }

  /** Creates a paid purchase whose organization and product exist in the accounting system. */
  async function sell(product?: TestProduct) {
    const soldProduct = product ?? (await place().shop.createProduct({ price_levels: { "Base Price": 19_99 } }));
    const item = await place().accounting.knowProduct(soldProduct.id);
    const buyer = await place().shop.purchase([soldProduct]);
    const customer = await place().accounting.knowOrganization(buyer.org_id);
    const [bill] = await listBills(buyer.org_id);
    if (!bill) throw new Error("nothing was billed");
    return { buyer, bill, item, customer_id: customer, order_id: buyer.bought.order_id ?? "" };
  }

  return { listBills, runExport, sell };
}
