import { pages } from "../pages.ts";

/**
 * Calls and pages that stay available to users who must set up a second factor: the set-up, a fresh sign-in, the user's
 * own data, and the ways out. Everything else answers SECOND_FACTOR_SETUP_REQUIRED (ADR-084).
 */
const setUpCalls: readonly string[] = [
  "GET /v1/sso/session",
  "DELETE /v1/sso/session",
  "POST /v1/sso/session/refresh/options",
  "POST /v1/sso/session/refresh",
  "DELETE /v1/sso/impersonate-session",
  "GET /v1/sso/user",
  "GET /v1/sso/user/security",
  "POST /v1/sso/user/passkeys/options",
  "POST /v1/sso/user/passkeys",
  "POST /v1/sso/user/totp",
  "PUT /v1/sso/user/totp",
  `GET ${pages.security}`,
  `POST ${pages.startTotp}`,
  `GET ${pages.totp}`,
  `POST ${pages.enableTotp}`,
  `POST ${pages.freshSignIn}`,
  `POST ${pages.signOut}`,
  `POST ${pages.signOutEverywhere}`,
  `POST ${pages.endImpersonation}`,
];

export const isSetUpCall = (method: string, path: string): boolean =>
  setUpCalls.includes(`${method === "HEAD" ? "GET" : method} ${path}`);
