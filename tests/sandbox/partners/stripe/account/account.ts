/** What the account's owner sets in the provider's Dashboard. A fresh account there has neither; this one is ready until a control says otherwise. */
export interface AccountSettings {
  id: "settings";
  tax: "active" | "inactive" | "no-head-office";
  portal: "saved" | "unsaved";
}
