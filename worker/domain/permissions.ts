import { type SQL, sql } from "drizzle-orm";
import { type Role, roles } from "../../db/enums.ts";
import {
  isStaffPermission,
  type Permission,
  presetsWith,
  type RolePermission,
  rolesWith,
  type StaffPermission,
} from "../contract/people/permissions.ts";

/** The role is a literal, so that the partial index of administrators fits. */
export function hasRole(column: "u.roles", role: Role): SQL {
  if (!roles.includes(role)) throw new Error(`no role ${role}`);
  return sql.raw(`'${role}' = any(${column})`);
}

/** `can` of the contract as an expression over a column or list of roles. */
export function hasPermission(held: SQL | string, permission: RolePermission): SQL {
  const list = typeof held === "string" ? sql.raw(held) : held;
  const [role, ...others] = rolesWith(permission);
  if (others.length === 0) return sql`${sql.raw(`'${role}'`)} = any(${list})`;
  return sql`${list} && ${sql.raw(`'{${[role, ...others].join(",")}}'::text[]`)}`;
}

/** `can` of the contract for a permission of administrators, which their preset grants. */
export const hasStaffPermission = (user: "u" | "a" | "users" | "target", permission: StaffPermission): SQL =>
  sql`(${hasPermission(`${user}.roles`, "use_console")}
    and ${sql.raw(`${user}.preset = any('{${presetsWith(permission).join(",")}}'::text[])`)})`;

export const userHasPermission = (user: "u", permission: Permission): SQL =>
  isStaffPermission(permission) ? hasStaffPermission(user, permission) : hasPermission(`${user}.roles`, permission);

export const presetColumn = (user: "u"): SQL =>
  sql`case when ${hasPermission(`${user}.roles`, "use_console")} then ${sql.raw(user)}.preset end`;
