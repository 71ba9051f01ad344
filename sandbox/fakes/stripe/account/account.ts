/** Dashboard settings. A new account at the provider has none; this one is complete unless a control changes it. */
export interface AccountSettings {
  id: "settings";
  tax: "active" | "inactive" | "no-head-office";
  /** Tax registrations; without any, tax is silently 0. */
  registrations: "present" | "none";
  portal: "saved" | "unsaved";
  /** US bank accounts as a payment method. */
  bank_accounts: "on" | "off";
  /** Currency of payouts; charges in others are converted. */
  default_currency: string;
}
