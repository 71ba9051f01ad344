/** Settings of the account. Unlike a new one at Stripe, the account is set up completely until a control changes it. */
export interface AccountSettings {
  id: "settings";
  /** A live account accepts only the live key. */
  mode: "test" | "live";
  tax: "active" | "inactive" | "no-head-office";
  /** Tax registrations; without any, the provider silently calculates 0. */
  registrations: "present" | "none";
  portal: "saved" | "unsaved";
  bank_accounts: "on" | "off";
  /** The currency of payouts; charges in other currencies are converted. */
  default_currency: string;
  /** Whether the key has the permission "Balance: read". */
  balance: "readable" | "refused";
}
