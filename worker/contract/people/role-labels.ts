import { type Role, roles as allRoles, type StaffPreset } from "../../../db/enums.ts";

export const roleNames: Record<Role, string> = {
  admin: "Administrator",
  user: "User",
  org: "Organization manager",
  buyer: "Buyer",
  "beta-tester": "Beta tester",
};

export const roleMessages: Record<Role, string> = {
  admin: "Runs the shop.",
  user: "Sees orders, subscriptions, devices and downloads.",
  org: "Manages the organization and its people; also buys and pays.",
  buyer: "Buys, pays, sees invoices, adds and removes devices.",
  "beta-tester": "Gets software before it is released.",
};

export const presetNames: Record<StaffPreset, string> = {
  owner: "Owner",
  support: "Support",
  warehouse: "Warehouse",
  finance: "Finance",
  catalogue: "Catalogue",
};

export const presetMessages: Record<StaffPreset, string> = {
  owner: "Everything, and alone the staff and the settings.",
  support:
    "People, organizations, requests, orders, quotes, devices and subscriptions; acts as a customer. Reads invoices, software, notifications, the audit log and integrations.",
  warehouse: "Orders and shipping. Reads products.",
  finance:
    "Quotes, invoices, refunds, finance and reconciliation. Reads orders, subscriptions, organizations, the audit log and integrations.",
  catalogue: "Products, prices, shipping rates, software, releases and news. Reads orders.",
};

export const approvalRoles = [
  ["user", "User"],
  ["org", "Manager"],
  ["buyer", "Buyer"],
] as const satisfies readonly (readonly [Role, string])[];

/** "Buyer and User" */
export const listRoles = (roles: readonly Role[]): string =>
  new Intl.ListFormat("en-US", { type: "conjunction" }).format(roles.map((role) => roleNames[role]));

export function roleName(value: string): string {
  const role = allRoles.find((each) => each === value);
  return role ? roleNames[role] : value;
}
