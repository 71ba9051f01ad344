import { StripeFailure } from "../wire/failure.ts";

/** Returns the message of the refusal that `work` throws; undefined if it succeeds. */
export function catchMessage(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StripeFailure) return error.message;
    throw error;
  }
}
