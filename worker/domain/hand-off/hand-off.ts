import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { forbidden, unprocessable } from "../../contract/errors.ts";
import { adminClient, desktopClient, type SsoClientId } from "../../contract/paths.ts";
import { audited } from "../audit/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { consume, strictBudgets } from "../limits/index.ts";
import { newToken, sha256, tokenHash } from "../secrets/index.ts";
import { redirectTarget } from "./redirect-target.ts";
import { newSession } from "../sessions/index.ts";
import { first } from "../sql.ts";

/** O-010; a Postgres interval, because the database's clock decides. */
const handOffCode = "60 seconds";

export type AuthorizeInput = {
  client: SsoClientId;
  redirect_uri?: string | undefined;
  state?: string | undefined;
  code_challenge?: string | undefined;
};

/**
 * The address on which a signed-in person lands. For the desktop app it carries a one-time code that lives 60 seconds,
 * bound to the client, the address and the PKCE challenge; never a session token (O-036).
 * Throws USR_NOT_AUTHORIZED for the admin client without the role; BadRequest on redirect_uri.
 */
export async function authorizeClient(ctx: Ctx, input: AuthorizeInput): Promise<{ location: string }> {
  const actor = requireUser(ctx);
  const target = redirectTarget(ctx, input.client, input.redirect_uri);
  if (input.client === adminClient && !actor.roles.includes("admin")) throw forbidden("USR_NOT_AUTHORIZED");
  if (input.client !== desktopClient) return { location: target };
  // The app would keep its session after the impersonation ended.
  if (actor.impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
  const code = newToken();
  await ctx.db.execute(sql`
    insert into hand_off_codes (
      code_hash, user_id, user_epoch, from_session_id, client, redirect_uri, code_challenge,
      expires_at
    )
    select
      decode(${await tokenHash(code)}, 'hex'), u.id, u.session_epoch, ${actor.session_id},
      ${input.client}, ${target}, ${input.code_challenge ?? null}, now() + ${handOffCode}::interval
    from users u where u.id = ${actor.user_id}`);
  const query = new URLSearchParams({ code, ...(input.state ? { state: input.state } : {}) });
  return { location: `${target}${target.includes("?") ? "&" : "?"}${query}` };
}

export type TokenInput = { code: string; code_verifier?: string | null | undefined };

/**
 * Exchanges a hand-off code for a bearer session. A code works once, whatever the outcome, while the session that made it is
 * live; using it again ends the session that it made. Use and session are one statement, so that a second use always finds
 * the session of the first. Throws INVALID_VERIFICATION_CODE, TooManyRequests.
 */
export async function exchangeCode(ctx: Ctx, input: TokenInput): Promise<{ access_token: string; expires_at: string }> {
  await consume(ctx, strictBudgets(ctx, "token"));
  const hash = await tokenHash(input.code);
  // RFC 7636 section 4.6. A verifier without a challenge is refused too, against a downgrade (RFC 9700 section 2.1.1).
  const challenge = input.code_verifier ? await sha256(input.code_verifier, "base64url") : null;
  const sessionId = crypto.randomUUID();
  const session = await newSession(ctx, "bearer", sql`u`, { id: sessionId });
  const row = await first(
    ctx,
    () => z.object({ expires_at: z.nullable(z.string()) }),
    sql`
    with used as (
      update hand_off_codes set used_at = now(), session_id = ${sessionId}
      where code_hash = decode(${hash}, 'hex') and used_at is null returning *
    ),
    u as (
      select users.* from users join used on used.user_id = users.id and used.user_epoch = users.session_epoch
        join sessions origin on origin.id = used.from_session_id
          and origin.revoked_at is null
          and origin.user_epoch = users.session_epoch
      where used.expires_at > now()
        and used.code_challenge is not distinct from ${challenge}
        and users.is_active
        and users.agreed_at is not null
      for share of users
    ),
    s as (${session.insert}),
    ${audited(ctx, "exchangeCode", "user", "u")}
    select s.expires_at from used left join s on true`,
  );
  if (!row) await endStolen(ctx, hash);
  if (!row?.expires_at) throw unprocessable("INVALID_VERIFICATION_CODE");
  return { access_token: session.token, expires_at: row.expires_at };
}

const endStolen = (ctx: Ctx, hash: string) =>
  ctx.db.execute(sql`
    update sessions set revoked_at = now()
    where revoked_at is null
      and id = (select session_id from hand_off_codes where code_hash = decode(${hash}, 'hex'))`);
