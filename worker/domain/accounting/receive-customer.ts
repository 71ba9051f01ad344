import { notFound, unauthorized, unprocessable } from "../../contract/errors.ts";
import { GatewayError } from "../../gateways/gateway-error.ts";
import type { Ctx } from "../context.ts";
import { isEqual, sha256 } from "../platform/index.ts";
import { unavailable } from "./call-net-suite.ts";
import { takeOver } from "./sync-customer.ts";
import { recordCustomerWebhook } from "./customer-webhooks.ts";

/** Who tells does not wait longer; then it is tried again without them. */
const answerWithinMs = 5000;

/**
 * Takes over a customer of whom the accounting system says, with its token, that something changed: makes the organization, or
 * changes it (O-116, T14). Nothing of what was sent is believed but the id. Where the accounting system does not answer, it is
 * kept and tried again.
 * Throws SECURITY_CHECK_FAILED; ORG_NOT_FOUND for a customer that neither it nor we know, or that is inactive and none of ours;
 * ORG_NAME_EXISTS; SYNC_ORGANIZATIONS_NOT_RUNNING without an accounting system; BadRequest for one that cannot be taken over;
 * GatewayError for what does not pass.
 */
export async function receiveCustomer(ctx: Ctx, customerId: string, token: string): Promise<void> {
  const wanted = ctx.settings.NETSUITE_CALLBACK_TOKEN;
  const isRight = isEqual(await sha256(token, "hex"), await sha256(wanted, "hex"));
  if (wanted === "" || !isRight) throw unauthorized("SECURITY_CHECK_FAILED");
  if (unavailable(ctx)) throw unprocessable("SYNC_ORGANIZATIONS_NOT_RUNNING");
  if (!/^\d{1,18}$/.test(customerId)) throw notFound("ORG_NOT_FOUND");
  try {
    await takeOver(ctx, customerId, Date.now() + answerWithinMs);
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.retryable) throw error;
    await recordCustomerWebhook(ctx, customerId);
  }
}
