import { createInvalidRequest, StripeFailure } from "../wire/failure.ts";
import type { World } from "../state.ts";
import type { AccountSettings } from "./account.ts";

const defaultSettings: AccountSettings = {
  id: "settings",
  mode: "test",
  tax: "active",
  registrations: "present",
  portal: "saved",
  bank_accounts: "on",
  default_currency: "usd",
  balance: "readable",
};

export function getSettings(world: World): AccountSettings {
  return { ...defaultSettings, ...world.account.find("settings") };
}

/**
 * A replacer for `JSON.stringify`: "livemode" of every object is the mode of the account
 * (https://docs.stripe.com/keys#test-live-modes).
 */
export function createLivemodeReplacer(world: World): ((key: string, value: unknown) => unknown) | undefined {
  if (getSettings(world).mode === "test") return undefined;
  return (key, value) => (key === "livemode" ? true : value);
}

export function changeSettings(world: World, change: Partial<Omit<AccountSettings, "id">>): AccountSettings {
  return world.account.save({ ...getSettings(world), ...change });
}

/** Requires that tax is set up (https://docs.stripe.com/tax/settings-api). */
export function requireTaxReady(world: World): void {
  const { tax } = getSettings(world);
  if (tax === "inactive") {
    const message =
      "Stripe Tax has not been activated on your account. Please visit https://dashboard.stripe.com/settings/tax to get started.";
    throw createInvalidRequest(message, { code: "stripe_tax_inactive" });
  }
  if (tax === "no-head-office") {
    const message =
      "You must have a valid head office address to enable automatic tax calculation. Visit https://dashboard.stripe.com/settings/tax to update it.";
    throw createInvalidRequest(message);
  }
}

/**
 * Throws a 403 (https://docs.stripe.com/api/errors) if a restricted key may not read the balance. Expanding a balance
 * transaction needs that permission, too.
 */
export function requireBalanceReadable(world: World): void {
  if (getSettings(world).balance === "readable") return;
  const message = "The provided key does not have the required permissions for this endpoint.";
  throw new StripeFailure(403, { type: "invalid_request_error", message });
}

/** Requires that the portal's settings were saved; mozilla/fxa#13245 quotes the error. */
export function requirePortalSaved(world: World): void {
  if (getSettings(world).portal === "saved") return;
  const message =
    "You can’t create a portal session in test mode until you save your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.";
  throw createInvalidRequest(message);
}
