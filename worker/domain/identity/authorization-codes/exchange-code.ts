import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import { audited, newToken, refundStatement, sha256, tokenHash } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { newSession } from "../sessions/sessions.ts";
import { maybeOne } from "../../sql.ts";

export type TokenPair = { access_token: string; expires_at: string; refresh_token: string; refresh_expires_at: string };

/**
 * Exchanges an authorization code for a session of the desktop app. A code works once, even if the exchange fails, and
 * only if the session that issued it has not been ended; reuse ends the session that the first use started. One
 * statement uses the code and starts the session, so that a second use always finds the session of the first.
 * `refunds`: rate limits that a successful exchange does not count against.
 */
export async function exchangeCode(
  ctx: Ctx,
  { code, verifier }: { code: string; verifier: string | undefined },
  refunds: string[],
): Promise<TokenPair> {
  const hash = await tokenHash(code);
  // Without a verifier, null matches no stored challenge (RFC 7636 section 4.6).
  const challenge = verifier ? await sha256(verifier, "base64url") : null;
  const sessionId = crypto.randomUUID();
  const session = await newSession(ctx, "bearer", sql`u`, {
    id: sessionId,
    authenticated_at: sql`u.authenticated_at`,
  });
  const refreshToken = newToken();
  const row = await maybeOne(
    ctx,
    () => z.object({ expires_at: z.nullable(z.string()), refresh_expires_at: z.nullable(z.string()) }),
    sql`
    with used as (
      update hand_off_codes set used_at = now(), session_id = ${sessionId}
      where code_hash = decode(${hash}, 'hex') and used_at is null returning *
    ),
    u as (
      select users.*, origin.authenticated_at
      from users
        join used on used.user_id = users.id and used.user_epoch = users.session_epoch
        join sessions origin on origin.id = used.from_session_id
          and origin.kind = 'cookie'
          and origin.actor_id is null
          and origin.revoked_at is null
          and origin.user_epoch = users.session_epoch
      where used.expires_at > now()
        and used.code_challenge = ${challenge}::text
        and users.is_active
        and users.agreed_at is not null
      for share of users
    ),
    s as (${session.insert}),
    r as (
      insert into refresh_tokens (token_hash, session_id)
      select decode(${await tokenHash(refreshToken)}, 'hex'), s.id from s
    ),
    refunded as (${refundStatement(refunds)} and exists (select 1 from s)),
    ${audited(ctx, "exchangeCode", "user", "u")}
    select s.expires_at, s.refresh_expires_at from used left join s on true`,
  );
  if (!row) await endSessionOfCode(ctx, hash);
  if (!row?.expires_at || !row.refresh_expires_at) throw unprocessable("INVALID_VERIFICATION_CODE");
  const { expires_at, refresh_expires_at } = row;
  return { access_token: session.token, expires_at, refresh_token: refreshToken, refresh_expires_at };
}

const endSessionOfCode = (ctx: Ctx, hash: string) =>
  ctx.db.execute(sql`
    update sessions set revoked_at = now()
    where revoked_at is null
      and id = (select session_id from hand_off_codes where code_hash = decode(${hash}, 'hex'))`);
