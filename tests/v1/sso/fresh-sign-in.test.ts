// A hand-written table of calls that need a fresh sign-in, and what each does without one.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Endpoint, listErrcodes } from "../../../worker/contract/endpoint.ts";
import { endpoints } from "../../../worker/contract/index.ts";
import { protectedFieldsByCall, protectedActs } from "../../../worker/contract/people/protected-acts.ts";
import { updateOrganization } from "../../../worker/contract/v1/admin/organizations.ts";
import { updateProduct } from "../../../worker/contract/v1/admin/products.ts";
import { updateUser } from "../../../worker/contract/v1/admin/users.ts";
import { refreshSession } from "../../../worker/contract/v1/sso/session.ts";
import { type Actor, impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { refreshTokens, signInWithDesktop } from "../../support/desktop.ts";
import { totpCode, addTotp, createLiveSession } from "../../support/factors.ts";
import { createOrganization, createProduct, createUser } from "../../support/factories.ts";
import { postForm } from "../../support/forms.ts";

const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;
const calls = new Map(endpoints.map((each) => [nameOf(each), each]));
const protectedCalls: string[] = Object.values(protectedActs).flat();
/** Refunds need a fresh sign-in above a sum: tests/v1/admin/orders/fresh-refunds.test.ts. */
const refundCalls: readonly string[] = protectedActs.refund_much;
// Factor changes need a fresh sign-in from every user; a test of their own covers them.
const testedCalls = protectedCalls
  .filter((name) => !refundCalls.includes(name))
  .filter((name) => !protectedActs.change_factors.some((each) => each === name));

/** Calls of the protected areas that need no fresh sign-in, each by a decision. */
const openCalls = [
  // Changes of a name, and confirmations of links that were mailed.
  "PUT /v1/sso/user",
  "PUT /v1/sso/user/setup",
  "PUT /v1/sso/user/email-change",
  // Text messages only notify and open no account.
  "POST /v1/sso/user/phone",
  "PUT /v1/sso/user/phone",
  "DELETE /v1/sso/user/phone",
  "PUT /v1/sso/user/phone/types",
  // Taking rights away, refusing a request and undoing a refusal never wait for a fresh sign-in.
  "DELETE /v1/sso/impersonate-session",
  "DELETE /v1/admin/users/{user_id}/sessions",
  "DELETE /v1/admin/users/{user_id}/sessions/{session_id}",
  "DELETE /v1/admin/users/{user_id}/second-factor/recovery",
  "POST /v1/admin/account-requests/{request_id}/reject",
  "POST /v1/admin/account-requests/reject",
  "POST /v1/admin/account-requests/reopen",
  "POST /v1/admin/refund-approvals/{id}/reject",
  // The refund was decided before the provider refused it, and an administrator has paid it back by other means.
  "POST /v1/admin/orders/{order_id}/refund/settled",
  // The product fixes the price of a plan.
  "POST /v1/client/subscriptions/{subscription_id}/cancel",
  "POST /v1/client/subscriptions/{subscription_id}/cancel-now",
  "POST /v1/client/subscriptions/{subscription_id}/resume",
  "POST /v1/client/subscriptions/{subscription_id}/switch-preview",
  "POST /v1/client/subscriptions/{subscription_id}/switch",
  "DELETE /v1/client/subscriptions/{subscription_id}/switch",
  // a draft binds no one before it is sent
  "POST /v1/admin/quotes",
  "PUT /v1/admin/quotes/{id}",
  "POST /v1/admin/quotes/{id}/decline",
  "POST /v1/admin/quotes/{id}/messages",
  // Changes that set no price; an import sets prices only when it is confirmed.
  "POST /v1/admin/product-imports",
  "POST /v1/admin/products/{product_id}/images",
  "PUT /v1/admin/products/{product_id}/images",
  "PUT /v1/admin/products/{product_id}/images/{image_id}",
  "DELETE /v1/admin/products/{product_id}/images/{image_id}",
  "POST /v1/admin/products/{product_id}/archive",
  "POST /v1/admin/products/archive",
  "PUT /v1/admin/products/{product_id}/publish-at",
  "POST /v1/admin/products/{product_id}/publish",
  "POST /v1/admin/products/publish",
  "POST /v1/admin/products/{product_id}/unarchive",
  "POST /v1/admin/products/{product_id}/unpublish",
  "POST /v1/admin/products/unpublish",
  "PUT /v1/admin/version/{id}",
  "POST /v1/admin/organizations/{org_id}/org-products",
  "DELETE /v1/admin/organizations/{org_id}/org-products/{id}",
];
const areas =
  /^\/v1\/(sso\/(user|impersonate-session)|org|client\/(billing|subscriptions)|admin\/(users|staff|account-requests|organizations|quotes|products|product-prices|product-imports|price-levels|versions?|refund-approvals|orders\/\{order_id\}\/(refund|cancel)))(\/|$)/;

test("somebody has decided about every call of the protected areas", () => {
  const areaCalls = endpoints.filter(({ method, path }) => method !== "GET" && areas.test(path)).map(nameOf);
  const decidedCalls = [...protectedCalls, ...openCalls];
  expect(areaCalls.filter((name) => !decidedCalls.includes(name))).toEqual([]);
  expect(decidedCalls.filter((name) => !calls.has(name))).toEqual([]);
  expect(new Set(decidedCalls).size).toBe(decidedCalls.length);
});

test("every protected call declares its refusal", () => {
  for (const name of protectedCalls) {
    const call = calls.get(name);
    expect(call && listErrcodes(call), name).toContain("FRESH_SIGN_IN_REQUIRED");
    // The page that asks for the sign-in repeats fields, but cannot carry a file.
    expect(call?.file, name).toBeUndefined();
  }
});

const addPasskey = (user_id: string) =>
  query(
    `insert into passkeys (user_id, credential_id, public_key, counter, name, is_synced)
     values ($1, gen_random_uuid()::text::bytea, '\\x00', 0, 'Key', false)`,
    [user_id],
  );
const makeStale = (user_id: string) =>
  query("update sessions set authenticated_at = now() - interval '15 minutes' where user_id = $1", [user_id]);

const attestation = { clientDataJSON: "e30", attestationObject: "oA" };
const bodies: Record<string, unknown> = {
  "PUT /v1/client/org": { require_second_factor_from: null },
  "POST /v1/sso/user/passkeys": {
    name: "Key",
    response: { id: "AAAA", rawId: "AAAA", type: "public-key", response: attestation },
  },
  "PUT /v1/sso/user/passkeys/{id}": { name: "Key" },
  "PUT /v1/sso/user/totp": { code: "000000" },
  "PUT /v1/org/users/{id}": { roles: ["user"] },
  "PUT /v1/admin/users/{user_id}": { roles: ["user"] },
  "POST /v1/admin/organizations": { name: "Org", credit_limit: 100 },
  "PUT /v1/admin/organizations/{org_id}": { payment_terms_days: 30 },
  "PUT /v1/admin/products/{product_id}": { price_levels: { base: 100 } },
};

/** Calls an endpoint with random ids. Errors about missing rows mean that the call passed the check. */
async function send(client: Actor["client"], name: string, body: unknown = bodies[name] ?? {}) {
  const [method = "", pattern = ""] = name.split(" ");
  const path = pattern.replace(/\{\w+\}/g, () => randomUUID());
  const answer = await client.fetch(path, {
    method,
    ...(method === "GET" || method === "DELETE"
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const reply: unknown = JSON.parse((await answer.text()) || "{}");
  return { status: answer.status, reply: Object(reply) };
}

const staff = { ...(await signedInAdmin()), codes: { secret: "" } };
const org = await createOrganization();
const manager = { ...(await signedIn({ org_id: org.id, roles: ["org", "buyer", "user"] })), codes: { secret: "" } };
for (const actor of [staff, manager]) actor.codes = await addTotp(actor.client, actor.user.id);
const actorFor = (name: string) => (/ \/v1\/(admin|sso\/impersonate)/.test(name) ? staff : manager);
const impersonator = await impersonating();
await addPasskey(impersonator.user.id);
const refusalBody = { success: false, errcode: "FRESH_SIGN_IN_REQUIRED", factors: ["totp", "backup_code"] };

const setFactor = (user_id: string, is_on: boolean) =>
  query("update totp_secrets set enabled_at = case when $2 then now() end, last_step = null where user_id = $1", [
    user_id,
    is_on,
  ]);

describe("a protected act", () => {
  test.each(testedCalls)("%s", async (name) => {
    const { user, client, codes } = actorFor(name);
    const needsFreshSignIn = async (sender = client) =>
      (await send(sender, name)).reply.errcode === "FRESH_SIGN_IN_REQUIRED";
    await setFactor(user.id, false);
    await makeStale(user.id);
    expect(await needsFreshSignIn(), "old sign-in, no factor").toBe(false);
    await setFactor(user.id, true);
    const refused = await send(client, name);
    expect(refused.status, "old sign-in, a factor").toBe(403);
    expect(refused.reply).toMatchObject(refusalBody);
    // a sign-in elsewhere does not refresh this browser
    const otherBrowser = createClient({ session: await createLiveSession(user.id) });
    expect(await needsFreshSignIn(otherBrowser), "a fresh sign-in in another browser").toBe(false);
    expect(await needsFreshSignIn(), "still the old one").toBe(true);
    const app = createClient({ bearer: await createLiveSession(user.id, "bearer") });
    expect(await needsFreshSignIn(app), "a fresh sign-in of the app").toBe(false);
    await query(
      "update sessions set authenticated_at = now() - interval '15 minutes' where user_id = $1 and kind = 'bearer'",
      [user.id],
    );
    expect((await send(app, name)).reply.errcode, "an old one of the app").toMatch(
      /^(FRESH_SIGN_IN_REQUIRED|USR_NOT_AUTHORIZED)$/,
    );
    await query("update sessions set authenticated_at = now() - interval '15 minutes' where actor_id = $1", [
      impersonator.user.id,
    ]);
    expect(
      (await send(impersonator.client, name)).reply.errcode,
      "an old one of an administrator who acts as a user",
    ).toMatch(/^(FRESH_SIGN_IN_REQUIRED|USR_NOT_AUTHORIZED)$/);
    if (protectedFieldsByCall[name])
      expect((await send(client, name, {})).reply.errcode, "without what is protected").not.toBe(refusalBody.errcode);
    const oldBrowser = createClient({ session: client.cookies.get("__Host-session") ?? "" });
    await client.call(refreshSession, { body: { code: totpCode(codes.secret) } });
    expect(await needsFreshSignIn(), "refreshed").toBe(false);
    expect((await send(oldBrowser, name)).reply.errcode, "a copy of the cookie from before").toBe("INVALID_JWT");
  });

  test.each(protectedActs.change_factors)("%s", async (name) => {
    const { user, client } = manager;
    await setFactor(user.id, true);
    await makeStale(user.id);
    expect((await send(client, name)).reply).toMatchObject(refusalBody);
    await setFactor(user.id, false);
    expect((await send(client, name)).reply, "the first factor, too").toMatchObject({ ...refusalBody, factors: [] });
    const app = createClient({ bearer: await createLiveSession(user.id, "bearer") });
    for (const other of [app, impersonator.client])
      expect((await send(other, name)).reply.errcode).toBe("USR_NOT_AUTHORIZED");
  });
});

test("the desktop app of an administrator is as fresh as the browser that signed it in, also once renewed", async () => {
  const admin = await signedInAdmin();
  await query("update sessions set authenticated_at = now() - interval '14 minutes' where user_id = $1", [
    admin.user.id,
  ]);
  await addPasskey(admin.user.id);
  const { tokens, desktop } = await signInWithDesktop(admin);
  const withdrawCall = "POST /v1/admin/versions/{id}/withdraw";
  const needsFreshSignIn = async (sender = desktop) =>
    (await send(sender, withdrawCall)).reply.errcode === "FRESH_SIGN_IN_REQUIRED";
  expect(await needsFreshSignIn()).toBe(false);
  await query("update sessions set authenticated_at = authenticated_at - interval '1 minute' where user_id = $1", [
    admin.user.id,
  ]);
  expect(await needsFreshSignIn()).toBe(true);
  const renewedTokens = (await refreshTokens(tokens.refresh_token ?? "")).reply();
  expect(await needsFreshSignIn(createClient({ bearer: renewedTokens.access_token }))).toBe(true);
});

describe("a stale sign-in", () => {
  const level = { price_level_name: null };
  const withStaleSignIn = async (actor: Actor) => {
    await addPasskey(actor.user.id);
    await makeStale(actor.user.id);
    return actor;
  };

  test("changes what stands beside a price, a limit or roles, and sends those as they are", async () => {
    const { client } = await withStaleSignIn(await signedInAdmin());
    const organization = await createOrganization();
    const params = { org_id: organization.id };
    await query("update organizations set credit_limit = 500, payment_terms_days = 30 where id = $1", [
      organization.id,
    ]);
    const terms = { ...level, credit_limit: 500, payment_terms_days: 30 };
    const saveAnswer = await client.call(updateOrganization, { params, body: { ...terms, notes: "Calls back" } });
    expect([saveAnswer.status, saveAnswer.reply().notes]).toEqual([200, "Calls back"]);
    for (const change of [{ price_level_name: "Partner" }, { credit_limit: 501 }, { payment_terms_days: null }]) {
      const refused = await client.call(updateOrganization, { params, body: { ...terms, ...change } });
      expect(refused.errcode, JSON.stringify(change)).toBe("FRESH_SIGN_IN_REQUIRED");
    }
    const { id } = await createUser({ roles: ["buyer", "user"] });
    const rename = (roles: string[]) =>
      client.call(updateUser, { params: { user_id: id }, body: { first_name: "Renamed", roles } });
    expect((await rename(["user", "buyer"])).reply().first_name).toBe("Renamed");
    expect((await rename(["user", "buyer", "org"])).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
    const product = await createProduct();
    await query("update products set price_levels = $2 where id = $1", [
      product.id,
      { "Base Price": 100, Partner: 90 },
    ]);
    const reprice = (price_levels: Record<string, number>) =>
      client.call(updateProduct, { params: { product_id: product.id }, body: { name: "Lamp", price_levels } });
    expect((await reprice({ Partner: 90, "Base Price": 100 })).reply().name).toBe("Lamp");
    expect((await reprice({ "Base Price": 100 })).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
    expect((await reprice({ "Base Price": 100, Partner: 89 })).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
  });

  test("cannot clear a price level by a form that leaves the field out", async () => {
    const { client } = await withStaleSignIn(await signedInAdmin());
    const { id } = await createOrganization();
    await query("update organizations set price_level_name = 'Partner' where id = $1", [id]);
    const page = await (await client.fetch(`/admin/organizations/${id}/edit`)).text();
    const [, updated_at = ""] = / name="updated_at" value="([^"]*)"/.exec(page) ?? [];
    const save = (fields: Record<string, string>) =>
      client.fetch(`/admin/organizations/${id}/edit`, {
        method: "POST",
        body: new URLSearchParams({ name: "Renamed", updated_at, ...fields }),
      });
    expect((await save({})).status).toBe(403);
    // Without the version, the form could undo another administrator's change.
    expect((await save({ price_level_name: "Partner", updated_at: "" })).status).toBe(403);
    expect((await save({ price_level_name: "Partner" })).status).toBe(303);
    expect(await query("select name, price_level_name from organizations where id = $1", [id])).toEqual([
      { name: "Renamed", price_level_name: "Partner" },
    ]);
  });
});

test("an administrator who acts as a customer needs their own fresh sign-in", async () => {
  const admin = await impersonating();
  const path = `/v1/org/users/${randomUUID()}/inactivate`;
  const press = async () => (await admin.client.fetch(path, { method: "POST" })).text();
  await addPasskey(admin.user.id);
  expect(await press()).not.toContain("FRESH_SIGN_IN_REQUIRED");
  await query("update sessions set authenticated_at = now() - interval '15 minutes' where actor_id = $1", [
    admin.user.id,
  ]);
  expect(await press()).toContain("FRESH_SIGN_IN_REQUIRED");
});

test("a form asks, too, and changes nothing", async () => {
  const { user, client } = await signedInAdmin();
  await addPasskey(user.id);
  await makeStale(user.id);
  const { id } = await createOrganization();
  const answer = await postForm(client, `/admin/organizations/${id}/edit`, {
    name: "Taken over",
    price_level_name: "Partner",
  });
  expect(answer.status).toBe(403);
  const page = await answer.text();
  expect(page).toContain("Confirm that it is you");
  expect(await query("select 1 from organizations where id = $1 and name = 'Taken over'", [id])).toEqual([]);
});
