import { StripeFailure } from "../wire/failure.ts";

/** The message of a refusal by `work`; undefined if it succeeded. */
export function catchMessage(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StripeFailure) return error.message;
    throw error;
  }
}
