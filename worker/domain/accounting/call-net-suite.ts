import { Failure, unprocessable } from "../../contract/errors.ts";
import { tasks } from "../../contract/tasks.ts";
import { GatewayError } from "../../gateways/gateway-error.ts";
import type { NetSuiteGateway } from "../../gateways/net-suite/index.ts";
import type { Ctx, ReadCtx } from "../context.ts";
import { defaultDeadline, withRetries } from "../platform/index.ts";
import { type CallKind, withSlot } from "./call-slots.ts";

/**
 * Calls NetSuite within one of the account's slots and retries as NetSuite recommends
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/bridgehead_1509974866.html). `call` must be
 * idempotent. No retry starts after `until` (Date.now()). @throws GatewayError
 */
export const callNetSuite = <T>(
  ctx: Ctx,
  call: (netSuite: NetSuiteGateway) => Promise<T>,
  until: number = defaultDeadline(),
  kind: CallKind = "read",
): Promise<T> => {
  const netSuite = requireNetSuite(ctx);
  return withRetries(() => withSlot(ctx, () => call(netSuite), until, kind), until);
};

const notConnectedMessage = "NetSuite is not connected.";

/** Shown to administrators; undefined if NetSuite is connected. */
export const unavailableReason = ({ gateways }: ReadCtx): string | undefined =>
  gateways.netSuite ? undefined : notConnectedMessage;

/** @throws the `not_running` error of the task in a shop without an accounting system */
export function requireConnected(ctx: ReadCtx, task: "organizations" | "products"): void {
  if (unavailableReason(ctx)) throw unprocessable(tasks[task].not_running);
}

function requireNetSuite({ gateways }: Ctx): NetSuiteGateway {
  if (gateways.netSuite) return gateways.netSuite;
  throw new GatewayError("net-suite", "not connected", { retryable: false, reason: notConnectedMessage });
}

export const importError = (reason: string): GatewayError =>
  new GatewayError("net-suite", "a record that cannot be imported", { retryable: false, reason });

/** Shown to administrators, so it never contains a message of the database (T19). */
export function failureReason(error: unknown): string {
  if (error instanceof GatewayError) return error.reason ?? error.message;
  return error instanceof Failure ? error.message : "An unexpected error occurred. See the log.";
}
