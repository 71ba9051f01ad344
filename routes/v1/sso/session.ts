import * as contract from "../../../worker/contract/v1/sso/session.ts";
import { requestSignInCode, sessionDetails, signIn, signOut } from "../../../worker/domain/identity/index.ts";
import { requireUser } from "../../../worker/domain/context.ts";
import { dropCookie, readCookie, writeBrowserCookie, writeSessionCookie } from "../../../worker/http/cookies.ts";
import { serveAll, withPreload } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getSession: withPreload(
    sessionDetails,
    async (ctx, _input, _c, details) => details && { ...details, user_id: requireUser(ctx).user_id },
  ),
  signIn: async (ctx, { body }, c) => {
    const cookies = { browser_token: readCookie(c, "browser"), session_token: readCookie(c, "session") };
    const signedIn = await signIn(ctx, { ...body, ...cookies, is_checked: !c.get("is_unchecked") });
    writeSessionCookie(c, signedIn.token, signedIn.expires_at);
    writeBrowserCookie(c, signedIn.browser_token);
    return signedIn;
  },
  requestSignInCode: (ctx, { body }) => requestSignInCode(ctx, body),
  signOut: async (ctx, _input, c) => {
    await signOut(ctx, requireUser(ctx).session_id);
    dropCookie(c, "session");
  },
});
