import { notFound, unauthorized } from "../../contract/errors.ts";
import { GatewayError } from "../../gateways/gateway-error.ts";
import type { Ctx } from "../context.ts";
import { isEqual, sha256 } from "../platform/index.ts";
import { requireConnected } from "./call-net-suite.ts";
import { syncCustomer } from "./sync-customer.ts";
import { recordCustomerWebhook } from "./customer-webhooks.ts";

/** Milliseconds in which the request starts calls of NetSuite; afterwards the import is retried in the background. */
const answerWithinMs = 5000;

/**
 * Imports a customer that NetSuite reports as changed, authenticated by a token (O-116, T14). Only the id is trusted.
 * If NetSuite does not answer, the webhook is stored and retried. @throws SECURITY_CHECK_FAILED, the error of
 * `requireConnected`, and the errors of `syncCustomer`: ORG_NOT_FOUND also for an inactive customer never imported
 */
export async function receiveCustomer(ctx: Ctx, customerId: string, token: string): Promise<void> {
  const expectedToken = ctx.settings.NETSUITE_CALLBACK_TOKEN;
  const isTokenValid = isEqual(await sha256(token, "hex"), await sha256(expectedToken, "hex"));
  if (expectedToken === "" || !isTokenValid) throw unauthorized("SECURITY_CHECK_FAILED");
  requireConnected(ctx, "organizations");
  if (!/^\d{1,18}$/.test(customerId)) throw notFound("ORG_NOT_FOUND");
  try {
    await syncCustomer(ctx, customerId, Date.now() + answerWithinMs);
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.retryable) throw error;
    await recordCustomerWebhook(ctx, customerId);
  }
}
