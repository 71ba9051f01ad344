import { Failure } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";

/** A reason is a sentence; what a partner answered may be pages. */
export const reasonMax = 500;

/** A task that cannot be done, in words that say why. */
export class CannotRun extends Error {}

const isOurs = (error: unknown): error is Error =>
  error instanceof GatewayError || error instanceof Failure || error instanceof CannotRun;

/**
 * Why something failed, in words for administrators. What we throw ourselves says it and holds no key and no address; what
 * others throw may hold what a person typed, and stays in the log (T19).
 */
export function toReason(error: unknown): string {
  if (!isOurs(error)) return "It failed for a reason that stands in the log.";
  if (error instanceof GatewayError && error.reason !== null) return error.reason.slice(0, reasonMax);
  const status = error instanceof GatewayError ? error.status : null;
  const isTold = status === null || error.message.includes(String(status));
  return (isTold ? error.message : `${error.message} (${status})`).slice(0, reasonMax);
}

/** What the log keeps besides the reason: the stack of what nobody expected. */
export const stackOf = (error: unknown): { error?: string } =>
  isOurs(error) ? {} : { error: error instanceof Error ? (error.stack ?? error.name) : "unknown" };
