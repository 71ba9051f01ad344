import { Failure, forbidden } from "../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { desktopClient, type SsoClientId, storefrontClient, versionHeader } from "../../worker/contract/paths.ts";
import * as contract from "../../worker/contract/v1/sso/index.ts";
import { requireUser } from "../../worker/domain/context.ts";
import * as identity from "../../worker/domain/identity/index.ts";
import * as notifications from "../../worker/domain/notifications/index.ts";
import { requestAccount, updateProfile } from "../../worker/domain/people/index.ts";
import { agreeToLicense, getLicenseAgreement } from "../../worker/domain/platform/index.ts";
import type { AppContext } from "../../worker/http/app-env.ts";
import {
  dropCookie,
  readCookie,
  writeBrowserCookie,
  writeChallengeCookie,
  writeSessionCookie,
  writeVerifyCookie,
} from "../../worker/http/cookies.ts";
import { send } from "../../worker/http/middleware/headers.ts";
import { httpHandler, serveAll } from "../../worker/http/serve.ts";
import { loadSession, readCredentials } from "../../worker/http/session.ts";
import {
  readChallengeTokens,
  bindBrowser,
  readBrowserTokens,
  writeSignInCookies,
} from "../../worker/http/sign-in-cookies.ts";

export const accountRequest = serveAll(contract.accountRequest, { requestAccount });

type Query = { redirect_uri?: string | undefined; state?: string | undefined; code_challenge?: string | undefined };

/**
 * Whether a navigation to the desktop app's authorization started elsewhere than on this site, so that no code is
 * issued yet. The navigation leads to /flowpoint, which shows the signed-in user, cannot be framed, and needs a click
 * or the browser's consent to open the app (O-079, T8, T9). A code goes only to the app's registered scheme, works once
 * within 60 seconds, and is bound to redirect_uri and PKCE challenge, so an app refuses a code that it did not request.
 * A browser without Sec-Fetch-Site, older than March 2023, gets its code at once, because /flowpoint would redirect the
 * browser here again and again.
 */
const isStartedElsewhere = (c: AppContext): boolean => {
  const site = c.req.header("sec-fetch-site");
  return site !== undefined && site !== "same-origin";
};

async function redirectToClient(client: SsoClientId, query: Query, c: AppContext): Promise<Response> {
  const carriedQuery = new URLSearchParams(new URL(c.req.url).search);
  identity.resolveRedirectTarget(c.get("ctx"), client, query.redirect_uri);
  const currentSession = readCredentials(c) ? await loadSession(c).catch(ignoreEndedSession) : null;
  if (!currentSession) {
    const client_id = client === "crunchbox-sso" ? storefrontClient : client;
    return c.redirect(`${hrefOf(pages.signIn, { client_id })}?${carriedQuery}`);
  }
  if (client === desktopClient && isStartedElsewhere(c)) return c.redirect(`${pages.flowpoint}?${carriedQuery}`);
  const { location } = await identity.authorizeClient(c.get("ctx"), { client, ...query });
  return c.redirect(location);
}

/** Null for an ended session, so that the user signs in; all other errors are rethrown. */
const ignoreEndedSession = (error: unknown) => {
  if (error instanceof Failure && (error.status === 401 || error.status === 403)) return null;
  throw error;
};

export const authorize = serveAll(contract.authorize, {
  authorize: httpHandler((_ctx, { query }, c) => redirectToClient("crunchbox-sso", query, c)),
  authorizeClient: httpHandler((_ctx, { params, query }, c) => redirectToClient(params.client, query, c)),
});

export const impersonateSession = serveAll(contract.impersonateSession, {
  startImpersonation: httpHandler(async (ctx, { body }, c) => {
    const started = await identity.startImpersonation(ctx, await loadSession(c), body);
    writeSessionCookie(c, started.token, started.own_expires_at);
    return started;
  }),
  endImpersonation: httpHandler(async (ctx, _input, c) => {
    const own = await identity.endImpersonation(ctx, await loadSession(c));
    writeSessionCookie(c, own.token, own.expires_at);
  }),
});

export const licenseAgreement = serveAll(contract.licenseAgreement, {
  agreeToLicense,
  getLicenseAgreement: httpHandler(async (ctx, _input, c) => {
    const { version, html } = await getLicenseAgreement(ctx);
    const reply = send(c, html, 200, { type: "text/html; charset=UTF-8" });
    // the header is set on the reply itself, because both are cached together
    reply.headers.set(versionHeader, version);
    return reply;
  }),
});

export const passwordReset = serveAll(contract.passwordReset, {
  ...identity,
  finishPasswordReset: httpHandler(async (ctx, { body }, c) => {
    const token = readCookie(c, "verify") ?? "";
    const { browser_token } = await identity.finishPasswordReset(ctx, { token, new_password: body.new_password });
    writeBrowserCookie(c, browser_token);
    dropCookie(c, "verify");
    dropCookie(c, "session");
  }),
});

export const phone = serveAll(contract.phone, {
  ...notifications,
  requestPhoneCode: httpHandler((ctx, { body }) => notifications.requestPhoneCode(ctx, body.number)),
  confirmPhone: httpHandler((ctx, { body }) => notifications.confirmPhone(ctx, body.code)),
  chooseTextTypes: httpHandler((ctx, { body }) => notifications.chooseTextTypes(ctx, body.types)),
});

export const securityEvents = serveAll(contract.securityEvents, identity);
export const security = serveAll(contract.security, {
  ...identity,
  requestPasskey: httpHandler((ctx, _input, c) => identity.requestPasskey(ctx, { challenge_browser: bindBrowser(c) })),
  createPasskey: httpHandler((ctx, { body }, c) =>
    identity.createPasskey(ctx, { ...body, challenge_browser: readCookie(c, "challenge") ?? "" }),
  ),
});

/**
 * Requires the session in a cookie, because a bearer client would not receive the session's next token. @throws
 * USR_NOT_AUTHORIZED
 */
function requireCookie(c: AppContext): void {
  if (readCookie(c, "session") === undefined) throw forbidden("USR_NOT_AUTHORIZED");
}

export const session = serveAll(contract.session, {
  ...identity,
  signIn: httpHandler(async (ctx, { body }, c) => {
    const challenge_browser = identity.newChallengeSecret();
    try {
      const is_checked = !c.get("is_unchecked");
      return writeSignInCookies(
        c,
        await identity.signIn(ctx, { ...body, ...readBrowserTokens(c), challenge_browser, is_checked }),
      );
    } catch (error) {
      const isFactorRequired = error instanceof Failure && error.errcode === "SECOND_FACTOR_REQUIRED";
      if (isFactorRequired) writeChallengeCookie(c, challenge_browser);
      throw error;
    }
  }),
  requestSecondFactor: httpHandler((ctx, { body }, c) =>
    identity.requestSecondFactor(ctx, {
      challenge: body.challenge || undefined,
      challenge_browser: readCookie(c, "challenge") ?? "",
    }),
  ),
  signInByFactor: httpHandler(async (ctx, { body }, c) =>
    writeSignInCookies(
      c,
      await identity.signInByFactor(ctx, {
        ...body,
        challenge: body.challenge || undefined,
        ...readChallengeTokens(c),
      }),
    ),
  ),
  requestPasskeySignIn: httpHandler((ctx, _input, c) =>
    identity.requestPasskeySignIn(ctx, { challenge_browser: bindBrowser(c) }),
  ),
  signInByPasskey: httpHandler(async (ctx, { body }, c) =>
    writeSignInCookies(c, await identity.signInByPasskey(ctx, { ...body, ...readChallengeTokens(c) })),
  ),
  requestRefresh: httpHandler((ctx, _input, c) => {
    requireCookie(c);
    return identity.requestRefresh(ctx, { challenge_browser: bindBrowser(c) });
  }),
  refreshSession: httpHandler(async (ctx, { body }, c) => {
    requireCookie(c);
    const current = await loadSession(c);
    const { token, expires_at, fresh_until } = await identity.refreshSession(
      ctx,
      current,
      body,
      readChallengeTokens(c),
    );
    writeSessionCookie(c, token, expires_at);
    return { fresh_until };
  }),
  signOut: httpHandler(async (ctx, _input, c) => {
    await identity.signOut(ctx, requireUser(ctx).session_id);
    dropCookie(c, "session");
  }),
});

export const token = serveAll(contract.token, {
  exchangeCode: async (ctx, body) => ({
    ...(await identity.createTokenPair(ctx, body)),
    token_type: "Bearer" as const,
  }),
});

export const user = serveAll(contract.user, {
  ...identity,
  updateProfile,
  finishSetUp: httpHandler(async (ctx, { body }, c) => {
    const { browser_token } = await identity.finishSetUp(ctx, { token: readCookie(c, "verify") ?? "", ...body });
    writeBrowserCookie(c, browser_token);
    dropCookie(c, "verify");
  }),
  confirmEmailChange: httpHandler(async (ctx, _input, c) => {
    const changed = await identity.confirmEmailChange(ctx, { token: readCookie(c, "verify") ?? "" });
    dropCookie(c, "verify");
    dropCookie(c, "session");
    return changed;
  }),
});

export const verification = serveAll(contract.verification, {
  verifyCode: httpHandler(async (ctx, { body }, c) => {
    const verified = await identity.verifyCode(ctx, body);
    writeVerifyCookie(c, verified.token);
  }),
});
