import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { tokenHash } from "../secrets/index.ts";
import { hasRow } from "../sql.ts";

/** In which a request of another tab may still be on its way with a token that was exchanged. */
const onItsWay = "30 seconds";

/**
 * Whether a browser that shows this token, which opens nothing any more, has another one by now or can still get it: it was
 * just exchanged in another tab, or is that of an impersonation which ran out and from which nobody has returned.
 */
export const isSucceeded = async (ctx: Ctx, token: string): Promise<boolean> => {
  const shown = sql`decode(${await tokenHash(token)}, 'hex')`;
  return hasRow(
    ctx,
    sql`
    select 1 from sessions
    where former_token_hash = ${shown} and exchanged_at > now() - ${onItsWay}::interval
    union all
    select 1 from sessions
    where token_hash = ${shown} and actor_id is not null and expires_at <= now()
      and (revoked_at is null or revoked_at = expires_at)`,
  );
};
