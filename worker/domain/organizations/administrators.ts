import { type SQL, sql } from "drizzle-orm";
import type { ReadCtx } from "../context.ts";
import { hasPermission } from "../permissions.ts";
import { exists } from "../sql.ts";

/** Only the shop's own staff become administrators (O-032). */
const mayRunShop = (org_id: SQL): SQL =>
  sql`exists (select 1 from organizations house where house.id = ${org_id} and house.is_house)`;

/** Part of the statement that grants the roles, so that no concurrent move slips in. */
export const mayHaveRoles = (roles: SQL, org_id: SQL): SQL =>
  sql`(not ${hasPermission(roles, "use_console")} or ${mayRunShop(org_id)})`;

export const mayBeAdministrator = (ctx: ReadCtx, user_id: string): Promise<boolean> =>
  exists(ctx, sql`select 1 from users where id = ${user_id} and ${mayRunShop(sql`users.org_id`)}`);
