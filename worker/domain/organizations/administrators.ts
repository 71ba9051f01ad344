import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { exists } from "../sql.ts";

/**
 * Whether people of an organization may have these roles: only the shop's own people are made administrators (O-032). A part
 * of the statement that gives the roles, so that nobody is moved in between.
 */
export const mayHaveRoles = (roles: SQL, org_id: SQL): SQL => sql`(
  not 'admin' = any(${roles})
  or exists (select 1 from organizations house where house.id = ${org_id} and house.is_house)
)`;

/** Whether a form offers the role of administrators for this person, by the same rule. */
export const mayBeAdministrator = (ctx: Ctx, user_id: string): Promise<boolean> =>
  exists(
    ctx,
    sql`select 1 from users where id = ${user_id} and ${mayHaveRoles(sql`'{admin}'::text[]`, sql`users.org_id`)}`,
  );
