import * as contract from "../../../worker/contract/v1/sso/session.ts";
import { signIn, signOut } from "../../../worker/domain/accounts/index.ts";
import { requireUser } from "../../../worker/domain/context.ts";
import { dropCookie, readCookie, writeBrowserCookie, writeSessionCookie } from "../../../worker/http/cookies.ts";
import { serve } from "../../../worker/http/serve.ts";
import { loadSession } from "../../../worker/http/session.ts";

export const sessionRoutes = [
  serve(contract.getSession, (_ctx, _input, c) => loadSession(c)),
  serve(contract.createSession, async (ctx, { body }, c) => {
    const signedIn = await signIn(ctx, { ...body, browser_token: readCookie(c, "browser") });
    writeSessionCookie(c, signedIn.token, signedIn.expires_at);
    writeBrowserCookie(c, signedIn.browser_token);
    return signedIn;
  }),
  serve(contract.deleteSession, async (ctx, _input, c) => {
    await signOut(ctx, requireUser(ctx).session_id);
    dropCookie(c, "session");
  }),
];
