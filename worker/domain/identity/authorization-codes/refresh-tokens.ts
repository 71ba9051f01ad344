import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { newToken, refundStatement, tokenHash } from "../../platform/index.ts";
import { renewSession } from "../sessions/renew-session.ts";
import { maybeOne } from "../../sql.ts";
import { endReusedSession } from "./end-reused-session.ts";
import type { TokenPair } from "./exchange-code.ts";

/**
 * Renews a session of the desktop app. A refresh token works once, even if the renewal fails; reuse ends the session,
 * because the app and a thief cannot be told apart (RFC 9700 section 4.14.2). One statement uses the token and renews
 * the session, so that only one of concurrent uses succeeds and the others count as reuse. Unknown, expired, used and
 * ended tokens get the same error.
 */
export async function refreshTokens(ctx: Ctx, token: string, refunds: string[]): Promise<TokenPair> {
  const hash = await tokenHash(token);
  const session = await renewSession("u");
  const refreshToken = newToken();
  const row = await maybeOne(
    ctx,
    () => z.object({ expires_at: z.nullable(z.string()), refresh_expires_at: z.nullable(z.string()) }),
    sql`
    with used as (
      update refresh_tokens set used_at = now()
      where token_hash = decode(${hash}, 'hex') and used_at is null returning session_id
    ),
    u as (
      select used.session_id, users.session_epoch as user_epoch
      from used
      join sessions s on s.id = used.session_id
      join users on users.id = s.user_id
      where s.user_epoch = users.session_epoch and users.is_active and users.agreed_at is not null
      for share of users
    ),
    s as (${session.update}),
    r as (
      insert into refresh_tokens (token_hash, session_id)
      select decode(${await tokenHash(refreshToken)}, 'hex'), s.id from s
    ),
    refunded as (${refundStatement(refunds)} and exists (select 1 from s))
    select s.expires_at, s.refresh_expires_at from used left join s on true`,
  );
  if (!row) await endReusedSession(ctx, hash);
  if (!row?.expires_at || !row.refresh_expires_at) throw unprocessable("INVALID_VERIFICATION_CODE");
  const { expires_at, refresh_expires_at } = row;
  return { access_token: session.token, expires_at, refresh_token: refreshToken, refresh_expires_at };
}
