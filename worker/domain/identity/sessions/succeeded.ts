import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { roles, staffPresets } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";
import { tokenHash } from "../../platform/index.ts";
import { presetColumn } from "../../permissions.ts";
import { maybeOne, exists } from "../../sql.ts";
import { signOut } from "./sessions.ts";
import { isUsable } from "./usable.ts";

/** Requests of another tab may carry an exchanged token for this long. */
const exchangeGrace = "30 seconds";

const isSuccessor = (hash: SQL): SQL =>
  sql`s.former_token_hash = ${hash} and s.exchanged_at > now() - ${exchangeGrace}::interval`;

const hashSql = async (token: string): Promise<SQL> => sql`decode(${await tokenHash(token)}, 'hex')`;

/**
 * Whether the browser has, or can get, a token that replaces this invalid one: another tab just exchanged the token, or
 * it belongs to an expired impersonation from which the administrator has not returned.
 */
export const hasSuccessor = async (ctx: Ctx, token: string): Promise<boolean> => {
  const hash = await hashSql(token);
  return exists(
    ctx,
    sql`
    select 1 from sessions s where ${isSuccessor(hash)}
    union all
    select 1 from sessions
    where token_hash = ${hash} and actor_id is not null and expires_at <= now()
      and (revoked_at is null or revoked_at = expires_at)`,
  );
};

/**
 * Signs out a tab whose token was just exchanged in another tab: such a token can end its successor session and nothing
 * else. Returns whether a successor session was found.
 */
export async function signOutSuccessor(ctx: Ctx, token: string): Promise<boolean> {
  const actor = await maybeOne(
    ctx,
    () =>
      z.object({
        user_id: z.string(),
        org_id: z.string(),
        roles: z.array(z.enum(roles)),
        preset: z.nullable(z.enum(staffPresets)),
        session_id: z.string(),
        session_kind: z.enum(["cookie", "bearer"]),
        impersonator_id: z.nullable(z.string()),
      }),
    sql`
    select s.user_id, u.org_id, u.roles, ${presetColumn("u")} as preset,
      s.id as session_id, s.kind as session_kind, s.actor_id as impersonator_id
    from sessions s join users u on u.id = s.user_id left join users a on a.id = s.actor_id
    where ${isSuccessor(await hashSql(token))} and ${isUsable}`,
  );
  if (actor) await signOut({ ...ctx, actor: { kind: "user", ...actor } }, actor.session_id);
  return actor !== undefined;
}
