/** What the account's owner sets in the provider's Dashboard. A fresh account there has none of it; this one is ready until a control says otherwise. */
export interface AccountSettings {
  id: "settings";
  tax: "active" | "inactive" | "no-head-office";
  /** Where tax is collected; without any of them it is silently 0. */
  registrations: "present" | "none";
  portal: "saved" | "unsaved";
  /** US bank accounts as a way to pay. */
  bank_accounts: "on" | "off";
}
