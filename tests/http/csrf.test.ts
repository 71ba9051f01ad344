import { expect, test } from "vitest";
import { finishPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { getSession } from "../../worker/contract/v1/sso/session.ts";
import { updateProfile } from "../../worker/contract/v1/sso/user.ts";
import { impersonating, signedIn, signedInAdmin, visitor } from "../support/actors.ts";
import type { Client } from "../support/client.ts";
import { createUser, password } from "../support/factories.ts";
import { createLink, openLink } from "../support/inbox.ts";

type Headers = Record<string, string | null>;
const evilOrigin = "https://evil.example";

/** Headers about a request's origin (O-133), as browsers and programs send them; null omits a header. */
const origins: [what: string, isOurs: boolean, headers: (own: string) => Headers][] = [
  ["our own page", true, (own) => ({ "sec-fetch-site": "same-origin", origin: own })],
  ["our own page without an Origin", true, () => ({ "sec-fetch-site": "same-origin" })],
  ["the address bar", true, () => ({ "sec-fetch-site": "none" })],
  ["our own page in an old browser", true, (own) => ({ "sec-fetch-site": null, origin: own })],
  ["another site", false, () => ({ "sec-fetch-site": "cross-site", origin: evilOrigin })],
  ["another site that hides its Origin", false, () => ({ "sec-fetch-site": "cross-site" })],
  ["another site with the Origin null", false, () => ({ "sec-fetch-site": "cross-site", origin: "null" })],
  ["another host of the same site", false, () => ({ "sec-fetch-site": "same-site", origin: "http://other.localhost" })],
  ["another site in an old browser", false, () => ({ "sec-fetch-site": null, origin: evilOrigin })],
  ["a sandboxed frame in an old browser", false, () => ({ "sec-fetch-site": null, origin: "null" })],
  ["an Origin that only begins like ours", false, (own) => ({ "sec-fetch-site": null, origin: `${own}.evil.example` })],
  ["our host by another scheme", false, (own) => ({ "sec-fetch-site": null, origin: own.replace("http:", "https:") })],
  ["our host on another port", false, (own) => ({ "sec-fetch-site": null, origin: `${own.replace(/:\d+$/, "")}:1` })],
  ["a browser that says a word nobody knows", false, () => ({ "sec-fetch-site": "sideways" })],
  ["a program that says nothing but sends the cookie", false, () => ({ "sec-fetch-site": null })],
];

const outcome = (answer: { status: number; errcode: string | undefined }) =>
  answer.errcode === "SECURITY_CHECK_FAILED" ? `${answer.status} refused` : "passes";

test.each(origins)("a write with a session cookie from %s: accepted is %s", async (_what, isOurs, headers) => {
  const { client, user } = await signedIn();
  const answer = await client.call(updateProfile, { body: { last_name: "Changed" }, headers: headers(client.url) });
  expect(outcome(answer)).toBe(isOurs ? "passes" : "401 refused");
  const { reply } = await client.call(getSession);
  expect(reply().user.last_name).toBe(isOurs ? "Changed" : user.last_name);
});

test.each(origins)("signing out from %s: accepted is %s", async (_what, isOurs, headers) => {
  const { client } = await signedIn();
  const requestHeaders = headers(client.url);
  const response = await client.fetch("/v1/sso/session", {
    method: "DELETE",
    // The client omits headers that are null.
    headers: requestHeaders as Record<string, string>,
  });
  expect(response.status).toBe(isOurs ? 200 : 401);
  expect((await client.call(getSession)).status).toBe(isOurs ? 401 : 200);
});

test.each(origins.filter(([what]) => !what.startsWith("a program")))(
  "signing in from %s: accepted is %s",
  async (_what, isOurs, headers) => {
    const user = await createUser();
    const response = await signIn(visitor(), user.email, headers);
    expect(response.status).toBe(isOurs ? 201 : 401);
    expect(response.headers.getSetCookie().some((line) => line.startsWith("__Host-session="))).toBe(isOurs);
  },
);

test("a program without a browser signs in without saying where it comes from", async () => {
  const user = await createUser();
  expect((await signIn(visitor(), user.email, () => ({ "sec-fetch-site": null }))).status).toBe(201);
});

const signIn = (client: Client, username: string, headers: (own: string) => Headers) =>
  client.fetch("/v1/sso/session", {
    method: "POST",
    body: JSON.stringify({ username, password }),
    // The client omits headers that are null.
    headers: { "content-type": "application/json", "x-captcha-token": "passes", ...headers(client.url) } as Record<
      string,
      string
    >,
  });

test.each(origins)("a bearer token is believed whatever the browser says: %s", async (_what, _isOurs, headers) => {
  const { client } = await signedIn({ kind: "bearer" });
  const answer = await client.call(updateProfile, { body: { last_name: "Changed" }, headers: headers(client.url) });
  expect(outcome(answer)).toBe("passes");
});

test.each(origins)("a write with a verification cookie from %s: accepted is %s", async (_what, isOurs, headers) => {
  const admin = (await signedInAdmin()).client;
  const browser = visitor();
  await openLink(browser, await createLink(admin, (await createUser()).id, "verify:email-password-reset"));
  const requestHeaders = { "content-type": "application/json", ...headers(browser.url) };
  const response = await browser.fetch("/v1/sso/password-reset", {
    method: "PUT",
    body: "{}",
    // The client omits headers that are null.
    headers: requestHeaders as Record<string, string>,
  });
  expect(response.status).toBe(isOurs ? 400 : 401);
});

test("a token in a header does not make another site's write with a verification cookie ours", async () => {
  const admin = (await signedInAdmin()).client;
  const browser = visitor();
  await openLink(browser, await createLink(admin, (await createUser()).id, "verify:email-password-reset"));
  const answer = await browser.call(finishPasswordReset, {
    body: { new_password: "Newer-5678!" },
    headers: { "sec-fetch-site": "cross-site", origin: evilOrigin, authorization: `Bearer ${"A".repeat(43)}` },
  });
  expect(outcome(answer)).toBe("401 refused");
});

test.each(origins)("the plain sign-out form from %s: accepted is %s", async (_what, isOurs, headers) => {
  const { client } = await signedIn();
  const requestHeaders = { "content-type": "application/x-www-form-urlencoded", ...headers(client.url) };
  const response = await client.fetch("/sign-out", {
    method: "POST",
    body: "",
    // The client omits headers that are null.
    headers: requestHeaders as Record<string, string>,
  });
  expect(response.status).toBe(isOurs ? 303 : 403);
  expect((await client.call(getSession)).status).toBe(isOurs ? 401 : 200);
});

test("another site can end no impersonation and confirm no address by a form", async () => {
  const { client, customer } = await impersonating();
  const foreignHeaders = { "sec-fetch-site": "cross-site", origin: evilOrigin };
  expect((await client.fetch("/end-impersonation", { method: "POST", headers: foreignHeaders })).status).toBe(403);
  expect((await client.call(getSession)).reply().user_id).toBe(customer.id);
  expect(
    (await client.fetch(`/verify-email/${customer.id}/AAAAAA`, { method: "POST", headers: foreignHeaders })).status,
  ).toBe(403);
});

test("reading is not a write, so a link from another site works", async () => {
  const { client } = await signedIn();
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect((await client.fetch("/store", { headers })).status).toBe(200);
  expect((await client.fetch("/v1/sso/authorize/crunchbox?redirect_uri=%2Fstore", { headers })).status).toBe(302);
});

test("no GET changes anything: sign-out and the end of an impersonation have no link", async () => {
  const { client, customer } = await impersonating();
  for (const path of ["/sign-out", "/end-impersonation"]) expect((await client.fetch(path)).status).toBe(404);
  expect((await client.call(getSession)).reply().user_id).toBe(customer.id);
});
