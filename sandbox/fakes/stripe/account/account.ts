/** A new account at the provider has none; this one is complete unless a control changes it. */
export interface AccountSettings {
  id: "settings";
  /** A live account answers to the live key alone. */
  mode: "test" | "live";
  tax: "active" | "inactive" | "no-head-office";
  /** Tax registrations; without any, the provider silently calculates 0. */
  registrations: "present" | "none";
  portal: "saved" | "unsaved";
  /** Whether bank accounts are offered as a payment method. */
  bank_accounts: "on" | "off";
  /** Currency of payouts; charges in other currencies are converted. */
  default_currency: string;
  /** Whether the key has the permission "Balance: read". */
  balance: "readable" | "refused";
}
