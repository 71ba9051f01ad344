import { type Role, roles } from "../../../db/enums.ts";

/** Permissions of each role; no role includes another (O-033, ADR-056). */
const permissionsOf = {
  admin: ["manage_shop"],
  user: [],
  org: ["buy", "see_billing", "manage_devices", "manage_people", "manage_organization"],
  buyer: ["buy", "see_billing", "manage_devices"],
  "beta-tester": ["get_prereleases"],
} as const satisfies Record<Role, readonly string[]>;

export type Permission = (typeof permissionsOf)[Role][number];

export const permissions: readonly Permission[] = [...new Set(Object.values(permissionsOf).flat())];

export const isPermission = (word: string): word is Permission => permissions.some((permission) => permission === word);

/** Whether a user has the permission by one of the roles; `null` is an anonymous visitor. */
export const can = (holder: { roles: readonly Role[] } | null, permission: Permission): boolean =>
  holder?.roles.some((role) => (permissionsOf[role] as readonly Permission[]).includes(permission)) ?? false;

/** Roles with the permission. */
export const rolesWith = (permission: Permission): Role[] => roles.filter((role) => can({ roles: [role] }, permission));

/** Role that every user has, except users who are only administrators. */
export const basicRole = "user" satisfies Role;

/** Whether the roles include the basic role or the permission to manage the shop, one of which each user needs. */
export const isEnough = (granted: readonly Role[]): boolean =>
  granted.includes(basicRole) || can({ roles: granted }, "manage_shop");

/** Roles that managers of an organization can grant, besides the basic one. */
export const rolesByManagers = roles.filter((role) => role !== basicRole && !can({ roles: [role] }, "manage_shop"));
