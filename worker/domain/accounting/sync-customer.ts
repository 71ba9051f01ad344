import { sql } from "drizzle-orm";
import { BadRequest, notFound, unprocessable } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";
import { exists } from "../sql.ts";
import { defaultDeadline } from "../platform/index.ts";
import { callNetSuite } from "./call-net-suite.ts";
import { importCustomers } from "./import-customers.ts";

/** @throws ORG_NOT_FOUND, ORG_NAME_EXISTS, GatewayError, a BadRequest for a customer that cannot be imported */
export async function syncCustomer(ctx: Ctx, customerId: string, until = defaultDeadline()): Promise<void> {
  const customer = await callNetSuite(ctx, (netSuite) => netSuite.findCustomer(customerId), until);
  if (!customer) {
    const isKnownCustomer = await exists(ctx, sql`select 1 from organizations where net_suite_id = ${customerId}`);
    if (isKnownCustomer) return;
    throw notFound("ORG_NOT_FOUND");
  }
  const netSuiteCtx: Ctx = { ...ctx, actor: { kind: "system", name: "net-suite" } };
  const { failures, org_ids, taken } = await importCustomers(netSuiteCtx, [customer], until);
  if (taken.length > 0) throw unprocessable("ORG_NAME_EXISTS");
  if (failures[0]) throw new BadRequest([{ code: "custom", path: ["customer_id"], message: failures[0].reason }]);
  if (org_ids.length === 0) throw notFound("ORG_NOT_FOUND");
}
