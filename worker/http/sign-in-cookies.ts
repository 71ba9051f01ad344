import type { SignInResult } from "../domain/identity/index.ts";
import { newChallengeSecret } from "../domain/identity/index.ts";
import type { AppContext } from "./app-env.ts";
import {
  dropCookie,
  readCookie,
  writeBrowserCookie,
  writeChallengeCookie,
  writeSessionCookie,
  writeTrustCookie,
} from "./cookies.ts";

export const readBrowserTokens = (c: AppContext) => ({
  browser_token: readCookie(c, "browser"),
  session_token: readCookie(c, "session"),
  trust_token: readCookie(c, "trust"),
});

export const readChallengeTokens = (c: AppContext) => ({
  ...readBrowserTokens(c),
  challenge_browser: readCookie(c, "challenge") ?? "",
});

/** Returns the secret that binds sign-in challenges to this browser; all its tabs share the secret. */
export function bindBrowser(c: AppContext): string {
  const secret = readCookie(c, "challenge") ?? newChallengeSecret();
  writeChallengeCookie(c, secret);
  return secret;
}

export function writeSignInCookies(c: AppContext, signedIn: SignInResult): SignInResult {
  writeSessionCookie(c, signedIn.token, signedIn.expires_at);
  writeBrowserCookie(c, signedIn.browser_token);
  if (signedIn.trust_token !== undefined) writeTrustCookie(c, signedIn.trust_token);
  if (readCookie(c, "challenge") !== undefined) dropCookie(c, "challenge");
  return signedIn;
}
