import { type SQL, sql } from "drizzle-orm";
import { type Role, roles } from "../../db/enums.ts";
import { type Permission, rolesWith } from "../contract/people/permissions.ts";

/** Whether a column of roles holds this one: a literal, so that the partial index of administrators fits. */
export function holdsRole(column: "u.roles", role: Role): SQL {
  if (!roles.includes(role)) throw new Error(`no role ${role}`);
  return sql.raw(`'${role}' = any(${column})`);
}

/** `can` of the contract as an expression over a column or list of roles. */
export function hasPermission(held: SQL | string, permission: Permission): SQL {
  const list = typeof held === "string" ? sql.raw(held) : held;
  const [role, ...others] = rolesWith(permission);
  if (others.length === 0) return sql`${sql.raw(`'${role}'`)} = any(${list})`;
  return sql`${list} && ${sql.raw(`'{${[role, ...others].join(",")}}'::text[]`)}`;
}
