import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/authorize.ts";
import { forbidden } from "../../../contract/errors.ts";
import { adminClient, desktopClient, type SsoClientId } from "../../../contract/paths.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { newToken, tokenHash } from "../../platform/index.ts";
import { requireBrowser } from "../sessions/require-browser.ts";
import { resolveRedirectTarget } from "./redirect-target.ts";
import { can } from "../../../contract/people/permissions.ts";

/** O-010. A Postgres interval, because the database's clock decides. */
const codeLifetime = "60 seconds";

export type AuthorizeInput = InputOf<typeof contract.authorizeClient>["query"] & { client: SsoClientId };

/**
 * Returns the redirect target after sign-in, which never carries a session token (O-036). The desktop app's target
 * carries a one-time code that works only with the verifier of the PKCE challenge. @throws BadRequest for a foreign
 * address, USR_NOT_AUTHORIZED for the console without its permission, and for the desktop app in an impersonation or
 * with a desktop token
 */
export async function authorizeClient(ctx: Ctx, input: AuthorizeInput): Promise<{ location: string }> {
  const actor = requireUser(ctx);
  const { code_challenge } = input;
  const target = resolveRedirectTarget(ctx, input.client, input.redirect_uri);
  if (input.client === adminClient && !can(actor, "use_console")) throw forbidden("USR_NOT_AUTHORIZED");
  if (input.client !== desktopClient) return { location: target };
  // Refused in an impersonation, because the app would keep its session after the impersonation ends.
  if (requireBrowser(ctx).impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
  const withQuery = (query: Record<string, string>) => ({
    location: `${target}${target.includes("?") ? "&" : "?"}${new URLSearchParams({ ...query, ...(input.state && { state: input.state }) })}`,
  });
  // RFC 7636 section 4.4.1.
  if (code_challenge === undefined)
    return withQuery({ error: "invalid_request", error_description: "code challenge required" });
  const code = newToken();
  await ctx.db.execute(sql`
    insert into hand_off_codes (
      code_hash, user_id, user_epoch, from_session_id, client, redirect_uri, code_challenge,
      expires_at
    )
    select
      decode(${await tokenHash(code)}, 'hex'), u.id, u.session_epoch, ${actor.session_id},
      ${input.client}, ${target}, ${code_challenge}, now() + ${codeLifetime}::interval
    from users u where u.id = ${actor.user_id}`);
  return withQuery({ code });
}
