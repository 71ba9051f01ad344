import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { roles } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";
import { tokenHash } from "../../platform/index.ts";
import { maybeOne, exists } from "../../sql.ts";
import { signOut } from "./sessions.ts";
import { isUsable } from "./usable.ts";

/** In which a request of another tab may still be on its way with a token that was exchanged. */
const onItsWay = "30 seconds";

/** Session s has the token for which this one was just exchanged. */
const isSuccessor = (shown: SQL): SQL =>
  sql`s.former_token_hash = ${shown} and s.exchanged_at > now() - ${onItsWay}::interval`;

const hashOf = async (token: string): Promise<SQL> => sql`decode(${await tokenHash(token)}, 'hex')`;

/**
 * Whether a browser that shows this token, which opens nothing any more, has another one by now or can still get it: it was
 * just exchanged in another tab, or is that of an impersonation which ran out and from which nobody has returned.
 */
export const isSucceeded = async (ctx: Ctx, token: string): Promise<boolean> => {
  const shown = await hashOf(token);
  return exists(
    ctx,
    sql`
    select 1 from sessions s where ${isSuccessor(shown)}
    union all
    select 1 from sessions
    where token_hash = ${shown} and actor_id is not null and expires_at <= now()
      and (revoked_at is null or revoked_at = expires_at)`,
  );
};

/**
 * Signs out who pressed that in a tab whose token was just exchanged in another: of such a token the session that followed it
 * can be ended, and nothing else. Answers whether there was one.
 */
export async function signOutSuccessor(ctx: Ctx, token: string): Promise<boolean> {
  const actor = await maybeOne(
    ctx,
    () =>
      z.object({
        user_id: z.string(),
        org_id: z.string(),
        roles: z.array(z.enum(roles)),
        session_id: z.string(),
        impersonator_id: z.nullable(z.string()),
      }),
    sql`
    select s.user_id, u.org_id, u.roles, s.id as session_id, s.actor_id as impersonator_id
    from sessions s join users u on u.id = s.user_id left join users a on a.id = s.actor_id
    where ${isSuccessor(await hashOf(token))} and ${isUsable}`,
  );
  if (actor) await signOut({ ...ctx, actor: { kind: "user", ...actor } }, actor.session_id);
  return actor !== undefined;
}
