import { type Role, roles } from "../../../db/enums.ts";

/** Permissions of each role; roles do not imply each other (O-033). A new role is a row here (ADR-056). */
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

/** Whether one of the roles of a user allows it; nobody is signed in as `null`. */
export const can = (holder: { roles: readonly Role[] } | null, permission: Permission): boolean =>
  holder?.roles.some((role) => (permissionsOf[role] as readonly Permission[]).includes(permission)) ?? false;

/** The roles of which each allows it. */
export const rolesWith = (permission: Permission): Role[] => roles.filter((role) => can({ roles: [role] }, permission));

/** The role of everybody who is not an administrator alone. */
export const basicRole = "user" satisfies Role;

/** Whether roles are enough for an account: each user has the basic role or runs the shop. */
export const isEnough = (granted: readonly Role[]): boolean =>
  granted.includes(basicRole) || can({ roles: granted }, "manage_shop");

/** The roles that managers of an organization grant besides the basic one. */
export const rolesByManagers = roles.filter((role) => role !== basicRole && !can({ roles: [role] }, "manage_shop"));
