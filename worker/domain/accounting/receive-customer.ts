import { sql } from "drizzle-orm";
import { BadRequest, notFound, unauthorized, unprocessable } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";
import { isEqual, sha256 } from "../secrets/index.ts";
import { hasRow } from "../sql.ts";
import { callNetSuite, unavailable } from "./call-net-suite.ts";
import { importCustomers } from "./import-customers.ts";

/**
 * Takes over a customer of whom the accounting system says, with its token, that something changed: makes the organization, or
 * changes it (O-116, T14). Nothing of what was sent is believed but the id.
 * Throws SECURITY_CHECK_FAILED; ORG_NOT_FOUND for a customer that neither it nor we know, or that is inactive and none of ours;
 * ORG_NAME_EXISTS; SYNC_ORGANIZATIONS_NOT_RUNNING without an accounting system; BadRequest for one that cannot be taken over;
 * GatewayError.
 */
export async function receiveCustomer(ctx: Ctx, customerId: string, token: string): Promise<void> {
  const wanted = ctx.settings.NETSUITE_CALLBACK_TOKEN;
  const isRight = isEqual(await sha256(token, "hex"), await sha256(wanted, "hex"));
  if (wanted === "" || !isRight) throw unauthorized("SECURITY_CHECK_FAILED");
  if (unavailable(ctx)) throw unprocessable("SYNC_ORGANIZATIONS_NOT_RUNNING");
  if (!/^\d{1,18}$/.test(customerId)) throw notFound("ORG_NOT_FOUND");
  const customer = await callNetSuite(ctx, (netSuite) => netSuite.findCustomer(customerId));
  if (!customer) {
    const isOurs = await hasRow(ctx, sql`select 1 from organizations where net_suite_id = ${customerId}`);
    if (isOurs) return;
    throw notFound("ORG_NOT_FOUND");
  }
  const asNetSuite: Ctx = { ...ctx, actor: { kind: "system", name: "net-suite" } };
  const { failures, org_ids, taken } = await importCustomers(asNetSuite, [customer]);
  if (taken.length > 0) throw unprocessable("ORG_NAME_EXISTS");
  if (failures[0]) throw new BadRequest([{ code: "custom", path: ["customer_id"], message: failures[0].reason }]);
  if (org_ids.length === 0) throw notFound("ORG_NOT_FOUND");
}
