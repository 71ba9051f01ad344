import { Stripe } from "stripe";

/** `refused` only if the provider clearly refused; any other error may hide a success (F4, F5). */
export type Fault = { kind: "refused"; message: string; code: string | undefined } | { kind: "unknown" };

export function toFault(error: unknown): Fault {
  if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError) {
    const isBusy = error.statusCode === 409 || error.statusCode === 429 || error.code === "lock_timeout";
    if (!isBusy) return { kind: "refused", message: error.message, code: error.code };
  }
  return { kind: "unknown" };
}

/** The bank's reason, else the provider's code (https://docs.stripe.com/declines/codes). */
export const toDeclineCode = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError
    ? (error.decline_code ?? error.code ?? "generic_decline")
    : "generic_decline";

export const isKeyTaken = (error: unknown): boolean => error instanceof Stripe.errors.StripeIdempotencyError;

/** Whether the response repeats an earlier one with the same key, so that its state may be outdated. */
export const isReplayed = ({ lastResponse }: Stripe.Response<object>): boolean =>
  lastResponse.headers["idempotent-replayed"] === "true";

export async function undefinedIfMissing<T>(call: Promise<T>): Promise<T | undefined> {
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

/** The missing setup in the Dashboard, as an instruction; undefined if the error has another cause. */
export function findMissingSetup(error: unknown): string | undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined;
  if (error.code === "stripe_tax_inactive" || /head office|origin address/i.test(error.message))
    return "activate Stripe Tax and set its head office at https://dashboard.stripe.com/settings/tax";
  if (/portal settings|portal configuration/i.test(error.message))
    return "save the customer portal's settings at https://dashboard.stripe.com/settings/billing/portal";
  return undefined;
}
