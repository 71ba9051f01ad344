import * as contract from "../../../worker/contract/v1/sso/impersonate-session.ts";
import { endImpersonation, startImpersonation } from "../../../worker/domain/identity/index.ts";
import { writeSessionCookie } from "../../../worker/http/cookies.ts";
import { serveAll } from "../../../worker/http/serve.ts";
import { loadSession } from "../../../worker/http/session.ts";

export const routes = serveAll(contract, {
  startImpersonation: async (ctx, { body }, c) => {
    const started = await startImpersonation(ctx, await loadSession(c), body);
    writeSessionCookie(c, started.token, started.own_expires_at);
    return started;
  },
  endImpersonation: async (ctx, _input, c) => {
    const own = await endImpersonation(ctx, await loadSession(c));
    writeSessionCookie(c, own.token, own.expires_at);
  },
});
