import { type SQL, sql } from "drizzle-orm";
import { audited, newToken, tokenHash } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { trustLife } from "./lifetimes.ts";

/** Whether user u trusts the browser with this cookie and so needs no second factor there. */
export const hasTrust = (trustHash: string): SQL => sql`exists (
  select 1 from trusted_browsers tb
  where tb.token_hash = decode(${trustHash}, 'hex') and tb.user_id = u.id and tb.expires_at > now())`;

/** The insert that trusts this browser for one user of `from` (alias u); the token is returned, never stored. */
export async function startTrust(ctx: Ctx, from: SQL): Promise<{ token: string; insert: SQL }> {
  const token = newToken();
  const insert = sql`
    insert into trusted_browsers (token_hash, user_id, user_agent, expires_at)
    select decode(${await tokenHash(token)}, 'hex'), u.id, ${ctx.user_agent}, now() + ${trustLife}::interval
    from ${from}`;
  return { token, insert };
}

export const recordTrustUse = (trustHash: string): SQL => sql`
  update trusted_browsers set last_used_at = now()
  where token_hash = decode(${trustHash}, 'hex') and user_id in (select id from u)`;

/** Ignores browsers of other users. */
export async function endTrust(ctx: Ctx, id: string): Promise<void> {
  const { user_id, org_id } = requireUser(ctx);
  await ctx.db.execute(sql`
    with gone as (delete from trusted_browsers where id = ${id} and user_id = ${user_id} returning user_id),
    ${audited(ctx, "endTrust", "user", "gone", { subject_id: user_id, org_id })}
    select 1 from gone`);
}
