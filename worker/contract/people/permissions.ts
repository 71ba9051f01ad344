import { type Role, roles, type StaffPreset, staffPresets } from "../../../db/enums.ts";

/** Permissions of each role, complete: no role inherits those of another (O-033, ADR-056). */
const permissionsByRole = {
  admin: ["use_console"],
  user: [],
  org: ["buy", "approve", "see_billing", "manage_devices", "manage_people", "manage_organization"],
  buyer: ["buy", "approve", "see_billing", "manage_devices"],
  "beta-tester": ["get_prereleases"],
} as const satisfies Record<Role, readonly string[]>;

export type RolePermission = (typeof permissionsByRole)[Role][number];

/**
 * Parts of the console. Each call and page of the console names a part and whether it reads or acts, or `use_console`.
 */
const areas = [
  "people",
  "organizations",
  "requests",
  "orders",
  "quotes",
  "shipping",
  "devices",
  "subscriptions",
  "invoices",
  "refunds",
  "finance",
  "reconciliation",
  "products",
  "prices",
  "shipping_rates",
  "software",
  "releases",
  "notifications",
  "news",
  "impersonation",
  "audit",
  "integrations",
  "settings",
  "staff",
] as const;
export type Area = (typeof areas)[number];
export type StaffPermission = `${Area}:${"read" | "act"}`;
export type Permission = RolePermission | StaffPermission;
/** `use_console` is for calls and pages that show each preset its own part. */
export type ConsoleAccess = "use_console" | StaffPermission;

/** Acting includes reading. */
type Areas = { act: readonly Area[]; read?: readonly Area[] };

/** Permissions of administrators by their preset (ADR-062). */
const areasByPreset: Record<StaffPreset, Areas> = {
  owner: { act: areas },
  support: {
    act: ["people", "organizations", "requests", "orders", "quotes", "devices", "subscriptions", "impersonation"],
    // Permission to read refunds includes requesting a refund, which a second person approves.
    read: ["invoices", "refunds", "software", "notifications", "audit", "integrations"],
  },
  warehouse: { act: ["orders", "shipping"], read: ["products"] },
  finance: {
    act: ["quotes", "invoices", "refunds", "finance", "reconciliation"],
    read: ["orders", "subscriptions", "organizations", "audit", "integrations"],
  },
  catalogue: {
    act: ["products", "prices", "shipping_rates", "software", "releases", "news"],
    read: ["orders", "notifications"],
  },
};

export function presetCan(preset: StaffPreset, permission: StaffPermission): boolean {
  const { act, read = [] } = areasByPreset[preset];
  const isIn = (list: readonly Area[], kind: "read" | "act") => list.some((area) => `${area}:${kind}` === permission);
  return isIn(act, "act") || isIn(act, "read") || isIn(read, "read");
}

const rolePermissions: readonly RolePermission[] = [...new Set(Object.values(permissionsByRole).flat())];

export const isStaffPermission = (candidate: string): candidate is StaffPermission =>
  areas.some((area) => candidate === `${area}:read` || candidate === `${area}:act`);

export const isPermission = (candidate: string): candidate is Permission =>
  isStaffPermission(candidate) || rolePermissions.some((permission) => permission === candidate);

export const isConsoleAccess = (candidate: string): candidate is ConsoleAccess =>
  candidate === ("use_console" satisfies RolePermission) || isStaffPermission(candidate);

/** `preset` is null for all users but administrators. */
type Holder = { roles: readonly Role[]; preset: StaffPreset | null };

/** `null` is an anonymous visitor. */
export function can(holder: Pick<Holder, "roles"> | null, permission: RolePermission): boolean;
export function can(holder: Holder | null, permission: Permission): boolean;
export function can(holder: { roles: readonly Role[]; preset?: StaffPreset | null } | null, permission: Permission) {
  if (!holder) return false;
  if (isStaffPermission(permission)) return Boolean(holder.preset && presetCan(holder.preset, permission));
  return holder.roles.some((role) => (permissionsByRole[role] as readonly RolePermission[]).includes(permission));
}

export const presetsWith = (permission: StaffPermission): StaffPreset[] =>
  staffPresets.filter((preset) => presetCan(preset, permission));

export const rolesWith = (permission: RolePermission): Role[] =>
  roles.filter((role) => can({ roles: [role] }, permission));

/** The role with the fewest permissions among those that include this permission. */
export const leastRoleWith = (permission: RolePermission): Role =>
  rolesWith(permission).reduce((one, other) =>
    permissionsByRole[other].length < permissionsByRole[one].length ? other : one,
  );

export const defaultPreset = "owner" satisfies StaffPreset;

/** Role of all users except those who are only administrators. */
export const basicRole = "user" satisfies Role;

/** Proposed for the first user of a new organization, who manages it and buys. */
export const firstUserRoles: readonly Role[] = [basicRole, ...rolesWith("buy")];

export const areRolesSufficient = (granted: readonly Role[]): boolean =>
  granted.includes(basicRole) || can({ roles: granted }, "use_console");

export const rolesByManagers = roles.filter((role) => role !== basicRole && !can({ roles: [role] }, "use_console"));
