import { StripeFailure } from "../wire/failure.ts";

/** What to tell the person when `work` was refused; nothing when it was done. */
export function tell(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StripeFailure) return error.message;
    throw error;
  }
}
