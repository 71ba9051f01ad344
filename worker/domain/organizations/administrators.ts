import { type SQL, sql } from "drizzle-orm";
import type { Role } from "../../../db/enums.ts";
import { forbidden } from "../../contract/errors.ts";
import { can } from "../../contract/people/permissions.ts";
import { type Ctx, type ReadCtx, requireUser } from "../context.ts";
import { hasPermission } from "../permissions.ts";
import { exists, uuids } from "../sql.ts";

/** Only the shop's own staff become administrators (O-032). */
const mayRunShop = (org_id: SQL): SQL =>
  sql`exists (select 1 from organizations house where house.id = ${org_id} and house.is_house)`;

/** A condition of the statement that grants the roles, because the user's organization may change concurrently. */
export const mayHaveRoles = (roles: SQL, org_id: SQL): SQL =>
  sql`(not ${hasPermission(roles, "use_console")} or ${mayRunShop(org_id)})`;

export const mayBeAdministrator = (ctx: ReadCtx, user_id: string): Promise<boolean> =>
  exists(ctx, sql`select 1 from users where id = ${user_id} and ${mayRunShop(sql`users.org_id`)}`);

/** Only owners manage administrators (ADR-062). */
export const isManageable = (ctx: Ctx, user: "u" | "users"): SQL =>
  can(requireUser(ctx), "staff:act") ? sql`true` : sql`(not ${hasPermission(`${user}.roles`, "use_console")})`;

/** @throws USR_NOT_AUTHORIZED if one of the users is an administrator and the actor is no owner (ADR-062) */
export async function requireManageable(ctx: Ctx, ids: string[]): Promise<void> {
  if (can(requireUser(ctx), "staff:act")) return;
  const statement = sql`select 1 from users where id = any(${uuids(ids)}) and not ${isManageable(ctx, "users")}`;
  if (await exists(ctx, statement)) throw forbidden("USR_NOT_AUTHORIZED");
}

/** @throws USR_NOT_AUTHORIZED if the roles make an administrator and the actor is no owner (ADR-062) */
export function requireMayGrant(ctx: Ctx, roles: readonly Role[]): void {
  if (can({ roles }, "use_console") && !can(requireUser(ctx), "staff:act")) throw forbidden("USR_NOT_AUTHORIZED");
}
