import { expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/sso/security.ts";
import { getSession, signIn } from "../../../worker/contract/v1/sso/session.ts";
import { impersonating, signedIn, visitor } from "../../support/actors.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { totpCode, addPasskey, addTotp, wrongTotpCode } from "../../support/factors.ts";
import { createSession, password } from "../../support/factories.ts";

const post = (client: Client, path: string, fields: Record<string, string> = {}) =>
  client.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
const read = async (client: Client, path: string) => (await client.fetch(path)).text();
const secondStepPath = "/sign-in/crunchbox/second-step?redirect_uri=%2Fportal%2Forders";

test("the second step takes a code without script, keeps what was chosen, and leads where the sign-in was going", async () => {
  const { client: ownClient, user } = await signedIn();
  const { secret } = await addTotp(ownClient, user.id);
  const client = visitor();
  await client.call(signIn, { body: { username: user.email, password } });
  const html = await read(client, secondStepPath);
  expect(html).toContain("One more step");
  expect(html).toContain(user.email);
  const refusal = await post(client, secondStepPath, { code: wrongTotpCode(secret), trust_browser: "true" });
  expect(refusal.status).toBe(422);
  const redrawnHtml = await refusal.text();
  expect(redrawnHtml).toContain("Invalid verification code");
  expect(redrawnHtml).toMatch(/<input[^>]*name="trust_browser"[^>]*checked/);
  const confirmAnswer = await post(client, secondStepPath, { code: totpCode(secret), trust_browser: "true" });
  expect([confirmAnswer.status, confirmAnswer.headers.get("location")]).toEqual([
    303,
    "/sign-in/crunchbox?redirect_uri=%2Fportal%2Forders",
  ]);
  expect((await client.call(getSession)).reply().user_id).toBe(user.id);
  expect((await client.call(signIn, { body: { username: user.email, password } })).status).toBe(201);
});

test("the second step without an open question leads back to the sign-in page with its query", async () => {
  const answer = await visitor().fetch(secondStepPath);
  expect([answer.status, answer.headers.get("location")]).toEqual([
    302,
    "/sign-in/crunchbox?redirect_uri=%2Fportal%2Forders",
  ]);
});

test("an authenticator app is set up, its codes are made again and it is turned off without script", async () => {
  const { client, user } = await signedIn();
  expect(await read(client, "/portal/security")).toContain("Set up an authenticator app");
  expect((await client.fetch("/portal/security/app")).headers.get("location")).toBe("/portal/security");
  expect((await post(client, "/portal/security/app/start")).headers.get("location")).toBe("/portal/security/app");
  const html = await read(client, "/portal/security/app");
  expect(html).toContain("data:image/svg+xml;base64,");
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]?.replaceAll(" ", "") ?? "";
  const refusalHtml = await (await post(client, "/portal/security/app/on", { code: wrongTotpCode(secret) })).text();
  expect(refusalHtml).toContain("Invalid verification code");
  expect(refusalHtml.replaceAll(" ", "")).toContain(secret);
  const codesHtml = await (await post(client, "/portal/security/app/on", { code: totpCode(secret) })).text();
  expect(codesHtml.match(/<code>[A-Z2-9]{5}-[A-Z2-9]{5}<\/code>/g)).toHaveLength(10);
  expect(await read(client, "/portal/security")).toContain("10 codes are left.");
  const newCodesHtml = await (await post(client, "/portal/security/backup-codes")).text();
  expect(newCodesHtml.match(/<code>[A-Z2-9]{5}-[A-Z2-9]{5}<\/code>/g)).toHaveLength(10);
  expect((await post(client, "/portal/security/app/off")).status).toBe(303);
  expect(await query("select 1 from totp_secrets where user_id = $1", [user.id])).toEqual([]);
});

test("who was led to the set-up by a sign-in goes on where it was going once the app is on", async () => {
  const { client } = await signedIn();
  const pathIn = (html: string, attribute: string, path: string) =>
    new RegExp(`${attribute}="(${path}\\?[^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const security = "/portal/security?client_id=crunchbox&redirect_uri=%2Fportal%2Forders";
  const htmlBefore = await read(client, security);
  expect(htmlBefore).not.toContain("You have a second step now.");
  const start = pathIn(htmlBefore, "action", "/portal/security/app/start");
  const setupPath = (await post(client, start)).headers.get("location") ?? "";
  const html = await read(client, setupPath);
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]?.replaceAll(" ", "") ?? "";
  const confirmPath = pathIn(html, "action", "/portal/security/app/on");
  const refusalHtml = await (await post(client, confirmPath, { code: wrongTotpCode(secret) })).text();
  expect(pathIn(refusalHtml, "action", "/portal/security/app/on")).toBe(confirmPath);
  const codesHtml = await (await post(client, confirmPath, { code: totpCode(secret) })).text();
  const htmlAfter = await read(client, pathIn(codesHtml, "href", "/portal/security"));
  expect(pathIn(htmlAfter, "href", "/sign-in/crunchbox")).toContain("redirect_uri=%2Fportal%2Forders");
  expect(htmlAfter).toContain("You have a second step now.");
  expect(htmlAfter).toContain("Continue to CrunchBox");
});

test("a session that is not fresh does not read the secret of an app that its user sets up", async () => {
  const { client, user } = await signedIn();
  await post(client, "/portal/security/app/start");
  expect(await read(client, "/portal/security/app")).toContain("QR code");
  const staleClient = createClient({ session: await createSession(user.id) });
  await query(
    "update sessions set authenticated_at = now() - interval '15 minutes' where token_hash = sha256($1::bytea)",
    [staleClient.cookies.get("__Host-session")],
  );
  const refusal = await staleClient.fetch("/portal/security/app");
  expect([refusal.status, refusal.headers.get("location")]).toEqual([302, "/portal/security"]);
});

test("a passkey is renamed and removed without script, and a stranger's stays as it is", async () => {
  const { client } = await signedIn();
  const { passkey } = await addPasskey(client, "Old laptop");
  const stranger = await signedIn();
  await post(stranger.client, "/portal/security/passkeys/remove", { id: passkey.id });
  await post(stranger.client, "/portal/security/passkeys/rename", { id: passkey.id, name: "Mine" });
  expect(await read(client, "/portal/security")).toContain("<strong>Old laptop</strong>");
  await post(client, "/portal/security/passkeys/rename", { id: passkey.id, name: "New laptop" });
  expect(await read(client, "/portal/security")).toContain("<strong>New laptop</strong>");
  await post(client, "/portal/security/passkeys/remove", { id: passkey.id });
  expect((await client.call(contract.getSecurity)).reply().passkeys).toEqual([]);
});

test("a trusted browser is listed, and ended by its user alone", async () => {
  const { client: ownClient, user } = await signedIn();
  const { secret } = await addTotp(ownClient, user.id);
  const client = visitor();
  await client.call(signIn, { body: { username: user.email, password } });
  await post(client, secondStepPath, { code: totpCode(secret), trust_browser: "true" });
  expect(await read(ownClient, "/portal/sessions")).toContain("Trusted browsers");
  const [row] = await query<{ id: string }>("select id from trusted_browsers where user_id = $1", [user.id]);
  const stranger = await signedIn();
  await post(stranger.client, "/portal/security/trust/end", { id: row?.id ?? "" });
  expect((await client.call(signIn, { body: { username: user.email, password } })).status).toBe(201);
  await post(ownClient, "/portal/security/trust/end", { id: row?.id ?? "" });
  expect((await client.call(signIn, { body: { username: user.email, password } })).errcode).toBe(
    "SECOND_FACTOR_REQUIRED",
  );
});

test("a password reset does not go around the second factor, and ends the trust in every browser", async () => {
  const { client: ownClient, user } = await signedIn();
  const { secret } = await addTotp(ownClient, user.id);
  const client = visitor();
  await client.call(signIn, { body: { username: user.email, password } });
  await post(client, secondStepPath, { code: totpCode(secret), trust_browser: "true" });
  const token = "a".repeat(43);
  await query(
    `insert into verification_codes (user_id, scope, expires_at, token_hash, token_expires_at)
     values ($1, 'verify:email-password-reset', now() + interval '1 hour', sha256($2::bytea), now() + interval '1 hour')`,
    [user.id, token],
  );
  client.cookies.set("__Host-verify", token);
  const resetAnswer = await client.fetch("/v1/sso/password-reset", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ new_password: "Changed-1234!" }),
  });
  expect(resetAnswer.status).toBe(200);
  const answer = await client.call(signIn, { body: { username: user.email, password: "Changed-1234!" } });
  expect(answer.errcode).toBe("SECOND_FACTOR_REQUIRED");
});

test("an administrator who acts as somebody sees and changes none of it", async () => {
  const { client } = await impersonating();
  expect((await client.fetch("/portal/security")).status).toBe(403);
  expect((await post(client, "/portal/security/app/start")).status).toBe(403);
});
