import { type Role, roles } from "../../../db/enums.ts";

/** No role includes another (O-033, ADR-056). */
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

/** `null` is an anonymous visitor. */
export const can = (holder: { roles: readonly Role[] } | null, permission: Permission): boolean =>
  holder?.roles.some((role) => (permissionsOf[role] as readonly Permission[]).includes(permission)) ?? false;

export const rolesWith = (permission: Permission): Role[] => roles.filter((role) => can({ roles: [role] }, permission));

/** Only pure administrators lack it. */
export const basicRole = "user" satisfies Role;

/** Each user needs the basic role or permission to manage the shop. */
export const isEnough = (granted: readonly Role[]): boolean =>
  granted.includes(basicRole) || can({ roles: granted }, "manage_shop");

export const rolesByManagers = roles.filter((role) => role !== basicRole && !can({ roles: [role] }, "manage_shop"));
