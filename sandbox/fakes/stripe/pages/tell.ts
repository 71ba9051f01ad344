import { StripeFailure } from "../wire/failure.ts";

/** Undefined on success. */
export function messageOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StripeFailure) return error.message;
    throw error;
  }
}
