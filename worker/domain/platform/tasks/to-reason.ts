import { Failure } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";

/** Maximum characters of a stored reason, about a sentence; replies of integrations may be pages long. */
export const reasonMax = 500;

export class CannotRunError extends Error {}

const isExpectedError = (error: unknown): error is Error =>
  error instanceof GatewayError || error instanceof Failure || error instanceof CannotRunError;

/**
 * The reason of a failure for administrators. Our own errors contain no key and no address; messages of other errors
 * may contain user input and stay in the log (T19).
 */
export function toReason(error: unknown): string {
  if (!isExpectedError(error)) return "It failed for a reason that only the log says.";
  if (error instanceof GatewayError && error.reason !== null) return error.reason.slice(0, reasonMax);
  const status = error instanceof GatewayError ? error.status : null;
  const hasStatus = status === null || error.message.includes(String(status));
  return (hasStatus ? error.message : `${error.message} (${status})`).slice(0, reasonMax);
}

export const toStack = (error: unknown): { error?: string } =>
  isExpectedError(error) ? {} : { error: error instanceof Error ? (error.stack ?? error.name) : "unknown" };
