import { findDataErrorCode } from "../../../../db/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import { CannotRunError } from "../../platform/index.ts";

export class ImportRefusal extends CannotRunError {}

/**
 * Why a build is refused; undefined if the registry, the database's availability or our code is at fault, since every
 * other build would fail as well. A row that the database refuses is the build's own fault.
 */
export function toRefusalReason(error: unknown): string | undefined {
  if (error instanceof ImportRefusal) return error.message;
  const refused = findDataErrorCode(error);
  return refused && `It could not be saved: the database refuses one of its values (${refused}).`;
}

/** Makes an unreadable asset the failure of its release alone; rate limits and refused tokens concern all releases. */
export const toRefusal = (error: unknown, subject: string): unknown =>
  !(error instanceof GatewayError) || error.retry_after_s !== null || error.status === 401
    ? error
    : new ImportRefusal(`${subject}: ${error.message}.`);

/**
 * A repository that moved (301), is blocked (403, 451) or returns nonsense fails alone. Rate limits, refused tokens and
 * outages are rethrown, because they concern every repository.
 */
export function refuseRepository(repository: string, error: unknown): never {
  const isGeneral = !(error instanceof GatewayError) || error.retryable || error.retry_after_s !== null;
  if (isGeneral) throw error;
  const hint = error.status === 301 ? "it was renamed or moved: correct its name" : error.message;
  throw new ImportRefusal(`The releases of ${repository} could not be listed: ${hint}.`);
}
