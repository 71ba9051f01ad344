import * as contract from "../../../../worker/contract/v1/admin/net-suite.ts";
import { getOrganization } from "../../../../worker/contract/v1/admin/organizations.ts";
import { getAdminProduct } from "../../../../worker/contract/v1/admin/products.ts";
import { unique, uniqueEmail } from "../../../support/factories.ts";
import type { AccountingApp } from "../../../support/accounting/app.ts";

/**
 * An administrator's actions on a shop's accounting system; `shop` is called when an action runs, so the shop may start
 * later.
 */
export function syncHelpers(shop: () => AccountingApp) {
  const call = <E extends Parameters<AccountingApp["admin"]["client"]["call"]>[0]>(
    spec: E,
    params: Record<string, string> = {},
  ) => shop().admin.client.call(spec, { params });
  const syncOrganizations = async () => {
    (await call(contract.startOrganizationsTask)).reply();
    return shop().ended(contract.getOrganizationsTask);
  };
  const syncProducts = async () => {
    (await call(contract.startProductsTask)).reply();
    return shop().ended(contract.getProductsTask);
  };
  const organizationOf = async (customer: string) => {
    const [row] = await shop().query<{ id: string }>("select id from organizations where net_suite_id = $1", [
      customer,
    ]);
    return row && (await call(getOrganization, { org_id: row.id })).reply();
  };
  const productOf = async (item: string) => {
    const [row] = await shop().query<{ id: string }>("select id from products where net_suite_id = $1", [item]);
    return row && (await call(getAdminProduct, { product_id: row.id })).reply();
  };
  const audited = (action: string, subject: string | undefined) =>
    shop().query<{ data: { fields: string[] }; actor_kind: string }>(
      "select actor_kind, data from audit_log where action = $1 and subject_id = $2 order by created_at",
      [action, subject],
    );
  const failuresOf = (task: string) =>
    shop().query<{ record_id: string; reason: string }>(
      `select f.record_id, f.reason from task_failures f join task_runs r on r.id = f.run_id
       where r.task = $1 and r.id = (select id from task_runs where task = $1 order by started_at desc limit 1)`,
      [task],
    );
  return { call, syncOrganizations, syncProducts, organizationOf, productOf, audited, failuresOf };
}

const address = { addr1: "1 Main St", city: "Austin", state: "TX", zip: "78701", country: "US" };
export const newCustomer = (more: Record<string, unknown> = {}) => ({
  companyName: unique("Customer"),
  email: uniqueEmail(),
  priceLevel: { refName: "Reseller" },
  defaultAddress: address,
  isInactive: false,
  ...more,
});
export const newItem = (more: Record<string, unknown> = {}) => ({
  itemId: unique("SKU"),
  displayName: unique("Item"),
  isInactive: false,
  prices: { "Base Price": "19.99", Reseller: "15.5" },
  ...more,
});
