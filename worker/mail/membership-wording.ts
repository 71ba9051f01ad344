import type { NotificationPayload } from "../contract/notification-types.ts";

type Membership = NotificationPayload<"userRoleAdded">;
type Role = NonNullable<Membership["roles"]>[number];

const roleNames: Record<Role, string> = {
  admin: "Administrator",
  user: "User",
  org: "Organization manager",
  buyer: "Buyer",
  "beta-tester": "Beta tester",
};
const listed = (names: string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

/** "the role Buyer" or "the roles Buyer and User" with the names emphasised; `none` when no role is named. */
export const nameRoles = (roles: Membership["roles"] = [], none: string): (string | { strong: string })[] =>
  roles.length === 0
    ? [none]
    : [roles.length === 1 ? "the role " : "the roles ", { strong: listed(roles.map((role) => roleNames[role])) }];
