import { Stripe } from "stripe";

/** What a failed call means for money: only a clear refusal is one; everything else leaves it unknown (F4, F5). */
export type Fault = { kind: "refused"; message: string; code: string | undefined } | { kind: "unknown" };

export function faultOf(error: unknown): Fault {
  if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError) {
    const isBusy = error.statusCode === 409 || error.statusCode === 429 || error.code === "lock_timeout";
    if (!isBusy) return { kind: "refused", message: error.message, code: error.code };
  }
  return { kind: "unknown" };
}

/** Whether other parameters came first with the same idempotency key. */
export const isKeyTaken = (error: unknown): boolean => error instanceof Stripe.errors.StripeIdempotencyError;

/** undefined when the provider does not know the object. */
export async function orMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      (error.statusCode === 404 || error.code === "resource_missing")
    )
      return undefined;
    throw error;
  }
}
