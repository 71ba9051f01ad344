import { uniqueEmail } from "../../support/factories.ts";
import { type Row, type Rows, adminOnly, anyone, session, sessionThemselves } from "./row.ts";

/** Any session of a browser, not while an administrator impersonates the user (T13). */
const inOwnBrowser = { access: "session", may: "S++++ IAJJ RR" } satisfies Row;
const attestation = { clientDataJSON: "e30", attestationObject: "oA" };
const assertion = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" },
};
const person = { first_name: "Ada", last_name: "Lovelace" };

/** Signing in and out, links by mail, the desktop app (O-022, O-026, O-035). */
export const sso: Rows = {
  "POST /v1/sso/account-request": {
    ...anyone,
    captcha: "requestAccount",
    fields: "first_name, last_name, org_name, email, serial",
    valid: () => ({ ...person, org_name: "Engines", email: uniqueEmail(), serial: null }),
  },
  "GET /v1/sso/license-agreement": anyone,
  "POST /v1/sso/license-agreement": {
    ...sessionThemselves,
    fields: "agreement_version",
    valid: () => ({ agreement_version: "2026-01" }),
  },
  // A browser navigation: without a session it leads to the sign-in page (O-026), without a client to the storefront
  // (O-022).
  "GET /v1/sso/authorize": { access: "navigation", may: "L++++ LLLL ++" },
  "GET /v1/sso/authorize/{client}": { access: "navigation", may: "L++++ LLLL ++" },
  "POST /v1/sso/impersonate-session": {
    ...adminOnly,
    fields: "user_id, reason",
    valid: ({ user_id }) => ({ user_id }),
  },
  // Permission is checked for the impersonating administrator, not for the impersonated user (O-035).
  "DELETE /v1/sso/impersonate-session": { access: "admin-behind-session", may: "SRRR+ IAJJ +R" },
  "POST /v1/sso/password-reset": {
    ...anyone,
    captcha: "recoverPassword",
    fields: "email",
    valid: () => ({ email: uniqueEmail() }),
  },
  // Verification cookies guard password reset, set-up and email change; none of the callers has one.
  "PUT /v1/sso/password-reset": {
    access: "verify:email-password-reset",
    may: "MMMMM MMMM MM",
    fields: "new_password",
    valid: () => ({ new_password: "Changed-1234!" }),
  },
  "GET /v1/sso/session": session,
  "POST /v1/sso/session": {
    ...anyone,
    captcha: "signIn",
    fields: "username, password, code",
    valid: () => ({ username: uniqueEmail(), password: "Wrong-1234!" }),
  },
  // The email one-time code replaces an unavailable bot check, so this call needs none.
  "POST /v1/sso/session/code": {
    ...anyone,
    fields: "username, password",
    valid: () => ({ username: uniqueEmail(), password: "Wrong-1234!" }),
  },
  // Second step and passkeys: an unknown challenge is refused only after the input is validated.
  "POST /v1/sso/session/second-factor/options": {
    ...anyone,
    fields: "challenge",
    valid: () => ({ challenge: "none" }),
  },
  "POST /v1/sso/session/second-factor": {
    ...anyone,
    fields: "challenge, code, response, trust_browser",
    valid: () => ({ challenge: "none", code: "123456" }),
  },
  "POST /v1/sso/session/passkey/options": anyone,
  "POST /v1/sso/session/passkey": { ...anyone, fields: "response", valid: () => ({ response: assertion }) },
  // These calls work only in the signed-in browser, because a bearer token's holder could not get the new session
  // cookie.
  "POST /v1/sso/session/refresh/options": inOwnBrowser,
  "POST /v1/sso/session/refresh": {
    ...inOwnBrowser,
    fields: "code, response, password",
    valid: () => ({ password: "Wrong-1234!" }),
  },
  "DELETE /v1/sso/session": session,
  // Only the users themselves see and change their sign-in methods, and add or remove one only in a browser.
  "GET /v1/sso/user/security": sessionThemselves,
  "POST /v1/sso/user/passkeys/options": inOwnBrowser,
  "POST /v1/sso/user/passkeys": {
    ...sessionThemselves,
    fields: "name, response",
    valid: () => ({ name: "Laptop", response: { ...assertion, response: attestation } }),
  },
  "PUT /v1/sso/user/passkeys/{id}": {
    ...sessionThemselves,
    fields: "name",
    valid: () => ({ name: "Laptop" }),
    stranger: "404 PASSKEY_NOT_FOUND",
    own: "404 PASSKEY_NOT_FOUND",
  },
  "DELETE /v1/sso/user/passkeys/{id}": {
    ...inOwnBrowser,
    stranger: "404 PASSKEY_NOT_FOUND",
    own: "404 PASSKEY_NOT_FOUND",
  },
  "POST /v1/sso/user/totp": inOwnBrowser,
  "PUT /v1/sso/user/totp": { ...sessionThemselves, fields: "code", valid: () => ({ code: "123456" }) },
  "DELETE /v1/sso/user/totp": inOwnBrowser,
  "POST /v1/sso/user/backup-codes": inOwnBrowser,
  "PUT /v1/sso/user/setup": {
    access: "verify:user-setup",
    may: "MMMMM MMMM MM",
    fields: "password, agreement_version",
    valid: () => ({ password: "Changed-1234!", agreement_version: "none" }),
  },
  "GET /v1/sso/user": session,
  // Only the owner of an account sees its security events (T13).
  "GET /v1/sso/user/security-events": sessionThemselves,
  // Only users themselves decide which number gets their text messages (T13).
  "GET /v1/sso/user/phone": sessionThemselves,
  "POST /v1/sso/user/phone": { ...sessionThemselves, fields: "number", valid: () => ({ number: "+1 512 555 0143" }) },
  "PUT /v1/sso/user/phone": { ...sessionThemselves, fields: "code", valid: () => ({ code: "000000" }) },
  "DELETE /v1/sso/user/phone": sessionThemselves,
  "PUT /v1/sso/user/phone/types": {
    ...sessionThemselves,
    fields: "types",
    valid: () => ({ types: ["orderShipped"] }),
  },
  "PUT /v1/sso/user": {
    ...session,
    fields: "first_name, last_name, phone, notification_settings",
    valid: () => ({ ...person, phone: "+1 555 0100", notification_settings: { is_subscribed: false } }),
  },
  "POST /v1/sso/user/email-change": {
    ...sessionThemselves,
    fields: "new_email",
    valid: () => ({ new_email: uniqueEmail() }),
  },
  "PUT /v1/sso/user/email-change": { access: "verify:email-change", may: "MMMMM MMMM MM" },
  "POST /v1/sso/verification": {
    ...anyone,
    fields: "scope, user_id, code",
    valid: ({ user_id }) => ({ scope: "verify:user-setup", user_id, code: "AAAAAA" }),
  },
  "POST /v1/sso/token": {
    ...anyone,
    fields: "grant_type, code, code_verifier, refresh_token",
    valid: () => ({ code: "none" }),
  },
};
