import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { BadRequest, notFound, unprocessable } from "../../contract/errors.ts";
import { type AdminProduct, getAdminProduct } from "../catalog/index.ts";
import type { Ctx } from "../context.ts";
import { getOrganization, type ListedOrganization } from "../organizations/index.ts";
import { one } from "../sql.ts";
import { callNetSuite, requireConnected } from "./call-net-suite.ts";
import { importCustomers } from "./import-customers.ts";
import { importItem } from "./import-items.ts";

const invalidField = (path: string, message: string) => new BadRequest([{ code: "custom", path: [path], message }]);

const netSuiteLink = () => z.object({ net_suite_id: z.nullable(z.string()) });

export async function syncOrganization(ctx: Ctx, id: string): Promise<ListedOrganization> {
  const { net_suite_id } = await one(
    ctx,
    netSuiteLink,
    sql`select net_suite_id from organizations where id = ${id}`,
    () => notFound("ORG_NOT_FOUND"),
  );
  requireConnected(ctx, "organizations");
  const customerId = requireNetSuiteId("org_id", net_suite_id);
  const customer = await callNetSuite(ctx, (netSuite) => netSuite.findCustomer(customerId));
  if (!customer)
    throw invalidField(
      "org_id",
      `NetSuite has no customer ${customerId}, or it is a lead, a prospect or an individual.`,
    );
  const { failures, taken } = await importCustomers(ctx, [customer]);
  if (taken.length > 0) throw unprocessable("ORG_NAME_EXISTS");
  if (failures[0]) throw invalidField("org_id", failures[0].reason);
  return getOrganization(ctx, id);
}

export async function syncProduct(ctx: Ctx, id: string): Promise<AdminProduct> {
  const { net_suite_id } = await getAdminProduct(ctx, id);
  requireConnected(ctx, "products");
  const itemId = requireNetSuiteId("product_id", net_suite_id);
  const { found, failures } = await importItem(ctx, itemId);
  if (found === 0) throw invalidField("product_id", `NetSuite has no item ${itemId}.`);
  if (failures[0]) throw invalidField("product_id", failures[0].reason);
  return getAdminProduct(ctx, id);
}

function requireNetSuiteId(path: string, id: string | null): string {
  if (id === null) throw invalidField(path, "The record has no NetSuite id.");
  if (!/^\d{1,18}$/.test(id)) throw invalidField(path, `“${id}” is not a NetSuite id, which has digits only.`);
  return id;
}
