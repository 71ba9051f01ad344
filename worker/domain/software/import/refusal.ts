import { GatewayError } from "../../../gateways/gateway-error.ts";
import { CannotRun } from "../../platform/index.ts";

/** Why one build is not imported, as a sentence for who runs the shop. The others are. */
export class ImportRefusal extends CannotRun {}

/**
 * What is wrong with one build; undefined for what is wrong with the registry as a whole, or with us: every other build would
 * fail as well.
 */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ImportRefusal ? error.message : undefined;

/** An asset that cannot be read fails alone; that the registry has had enough of us or refuses our token is general. */
export const toRefusal = (error: unknown, what: string): unknown =>
  !(error instanceof GatewayError) || error.retry_after_s !== null || error.status === 401
    ? error
    : new ImportRefusal(`${what}: ${error.message}.`);
