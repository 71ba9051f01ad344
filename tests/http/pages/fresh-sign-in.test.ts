import { describe, expect, test } from "vitest";
import { getSession } from "../../../worker/contract/v1/sso/session.ts";
import { impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { totpCode, addPasskey, addTotp, wrongTotpCode } from "../../support/factors.ts";
import { createOrganization, createUser, password } from "../../support/factories.ts";

type Fields = [name: string, value: string][];

const post = (client: Client, path: string, fields: Fields | Record<string, string> = {}) =>
  client.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
const makeStale = (user_id: string) =>
  query("update sessions set authenticated_at = now() - interval '15 minutes' where user_id = $1", [user_id]);

const unescapeHtml = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
const attribute = (tag: string, name: string) => unescapeHtml(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

/**
 * Parses the form that asks the user to sign in again: its action, hidden fields, visible fields and cancel address.
 */
function parseQuestion(html: string) {
  const form = /<form[^>]* id="fresh-sign-in"[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? "";
  const inputs = form.match(/<input[^>]*>/g) ?? [];
  const isHidden = (tag: string) => attribute(tag, "type") === "hidden";
  return {
    action: attribute(form, "action"),
    carried: inputs.filter(isHidden).map((tag): Fields[number] => [attribute(tag, "name"), attribute(tag, "value")]),
    asked: inputs.filter((tag) => !isHidden(tag)).map((tag) => attribute(tag, "name")),
    cancel: attribute(
      /<button[^>]*formaction[^>]*>/i.exec(form)?.[0].replace("formAction", "formaction") ?? "",
      "formaction",
    ),
  };
}

async function createStaleAdmin() {
  const { user, client } = await signedInAdmin();
  const app = await addTotp(client, user.id);
  await makeStale(user.id);
  return { user, client, ...app };
}

async function expectQuestion(client: Client, path: string, fields: Fields | Record<string, string> = {}) {
  const answer = await post(client, path, fields);
  const html = await answer.text();
  expect(html).toContain("Confirm that it is you");
  return { status: answer.status, html, headers: answer.headers, ...parseQuestion(html) };
}

async function createStaleForm() {
  const admin = await createStaleAdmin();
  const { id } = await createOrganization();
  const path = `/admin/organizations/${id}/edit`;
  const read = async () =>
    (
      await query<{ name: string; updated: string }>(
        "select name, updated_at::text as updated from organizations where id = $1",
        [id],
      )
    )[0];
  const page = await (await admin.client.fetch(path)).text();
  const currentFields: Fields = [...page.matchAll(/<input[^>]* name="(updated_at)"[^>]*>/g)].map(([tag, name = ""]) => [
    name,
    attribute(tag, "value"),
  ]);
  const fields: Fields = [...currentFields, ["name", `A "new" <name & ${id}`], ["price_level_name", "Partner"]];
  return { ...admin, id, path, fields, read };
}

describe("a form that needs a fresh sign-in", () => {
  test("asks in its place, and goes on with what was typed", async () => {
    const { client, secret, path, fields, read, id } = await createStaleForm();
    const rowBefore = await read();
    const question = await expectQuestion(client, path, fields);
    expect([question.status, question.headers.get("cache-control")]).toEqual([403, "no-store"]);
    expect(question).toMatchObject({ action: path, carried: fields, asked: ["proof.code"] });
    const refusal = await expectQuestion(client, path, [...question.carried, ["proof.code", wrongTotpCode(secret)]]);
    expect(refusal.status).toBe(422);
    expect(refusal.html).toContain("Invalid verification code");
    expect(refusal.carried).toEqual(fields);
    expect(await read()).toEqual(rowBefore);
    const thief = createClient({ session: client.cookies.get("__Host-session") ?? "" });
    const confirmAnswer = await post(client, path, [...refusal.carried, ["proof.code", totpCode(secret)]]);
    expect([confirmAnswer.status, confirmAnswer.headers.get("location")]).toEqual([303, `/admin/organizations/${id}`]);
    expect((await read())?.name).toBe(`A "new" <name & ${id}`);
    expect((await client.call(getSession)).status).toBe(200);
    expect((await thief.call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("that is sent twice with one proof leads to one session, and changes once", async () => {
    const { client, secret, path, fields, read } = await createStaleForm();
    const session = client.cookies.get("__Host-session") ?? "";
    const provenFields: Fields = [...fields, ["proof.code", totpCode(secret)]];
    const [first, second] = [createClient({ session }), createClient({ session })];
    expect((await post(first, path, provenFields)).status).toBe(303);
    const changedRow = await read();
    const secondAnswer = await post(second, path, provenFields);
    // the version that the form read has changed meanwhile
    expect(secondAnswer.status).toBe(422);
    expect(await read()).toEqual(changedRow);
    expect(second.cookies.get("__Host-session")).toBe(first.cookies.get("__Host-session"));
    expect((await second.call(getSession)).status).toBe(200);
    const guessClient = createClient({ session });
    const guessAnswer = await post(guessClient, path, [...fields, ["proof.code", wrongTotpCode(secret)]]);
    expect([guessAnswer.status, guessAnswer.headers.get("location")]).toEqual([
      303,
      expect.stringContaining("/sign-in/"),
    ]);
  });

  test("that is canceled is shown again as it was filled in, and does nothing", async () => {
    const { client, user, path, fields, read } = await createStaleForm();
    const rowBefore = await read();
    const { cancel, carried } = await expectQuestion(client, path, fields);
    // another tab has refreshed the sign-in meanwhile
    await query("update sessions set authenticated_at = now() where user_id = $1", [user.id]);
    const answer = await post(client, cancel, carried);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain("A &quot;new&quot; &lt;name");
    expect(html).not.toContain("Confirm that it is you");
    expect(await read()).toEqual(rowBefore);
  });

  test("says for how long codes rest", async () => {
    const { client, user, path, fields } = await createStaleForm();
    await query("insert into second_factor_tries (user_id, wrong, since) values ($1, 5, now())", [user.id]);
    const limitedAnswer = await expectQuestion(client, path, [...fields, ["proof.code", "000000"]]);
    expect(limitedAnswer.status).toBe(422);
    expect(limitedAnswer.html).toMatch(/Please try again in \d+ seconds/);
  });

  test("asks an administrator with a passkey for it, by script", async () => {
    const { user, client } = await signedInAdmin();
    await addPasskey(client);
    await makeStale(user.id);
    const { id } = await createOrganization();
    const question = await expectQuestion(client, `/admin/organizations/${id}/edit`, {
      name: "X",
      price_level_name: "Partner",
    });
    expect(question.asked).toEqual([]);
    expect(question.html).toContain("Use your passkey");
  });
});

test("a user without a factor is asked for the password before the first one is added, and goes on", async () => {
  const { client, user } = await signedIn();
  await makeStale(user.id);
  const path = "/portal/security/app/start";
  const question = await expectQuestion(client, path);
  expect(question.asked).toEqual(["proof.password"]);
  const refusal = await expectQuestion(client, path, { "proof.password": "Wrong-1234!" });
  expect(refusal.html).toContain("Invalid username or password");
  expect(refusal.html).not.toContain("Wrong-1234!");
  const confirmAnswer = await post(client, path, { "proof.password": password });
  expect([confirmAnswer.status, confirmAnswer.headers.get("location")]).toEqual([303, "/portal/security/app"]);
});

test("a page that answers a form asks, too, and then answers it", async () => {
  const { client, user } = await signedIn();
  const { secret } = await addTotp(client, user.id);
  await makeStale(user.id);
  const path = "/portal/security/backup-codes";
  expect((await expectQuestion(client, path)).cancel).toBe("");
  const session = client.cookies.get("__Host-session") ?? "";
  const [second, thief] = [createClient({ session }), createClient({ session })];
  const proof = { "proof.code": totpCode(secret) };
  // The second client repeats the click with the old cookie.
  for (const each of [client, second]) {
    const html = await (await post(each, path, proof)).text();
    expect(html.match(/<code>[A-Z2-9]{5}-[A-Z2-9]{5}<\/code>/g)).toHaveLength(10);
  }
  expect(second.cookies.get("__Host-session")).toBe(client.cookies.get("__Host-session"));
  const refusal = await post(thief, path, { "proof.code": wrongTotpCode(secret) });
  expect([refusal.status, refusal.headers.get("location")]).toEqual([302, expect.stringContaining("/sign-in/")]);
});

test("a link to hand over is made only after a fresh sign-in", async () => {
  const { client, secret } = await createStaleAdmin();
  const { id } = await createUser();
  const path = `/admin/people/${id}/hand-over`;
  const question = await expectQuestion(client, path, { scope: "verify:email-password-reset" });
  expect(await query("select 1 from verification_codes where user_id = $1", [id])).toEqual([]);
  const html = await (await post(client, path, [...question.carried, ["proof.code", totpCode(secret)]])).text();
  expect(html).toContain("A link to hand over");
  expect(await query("select 1 from verification_codes where user_id = $1", [id])).toHaveLength(1);
});

test("a link that needs a fresh sign-in asks, and leads on to where it goes, never to another site", async () => {
  const { client, user } = await signedIn({ roles: ["buyer", "org", "user"] });
  const { secret } = await addTotp(client, user.id);
  await makeStale(user.id);
  const link = "/portal/payment-methods/add";
  const html = await (await client.fetch(link, { headers: { "sec-fetch-dest": "document" } })).text();
  const question = parseQuestion(html);
  expect(question).toMatchObject({ action: "/fresh-sign-in", carried: [["next", link]], asked: ["proof.code"] });
  for (const next of ["//evil.test", "https://evil.test", "/\\evil.test", "/\t/evil.test"]) {
    const refusal = await post(client, "/fresh-sign-in", { next, "proof.code": wrongTotpCode(secret) });
    expect([refusal.status, refusal.headers.get("location")], next).toEqual([303, "/"]);
  }
  const confirmAnswer = await post(client, question.action, [...question.carried, ["proof.code", totpCode(secret)]]);
  expect([confirmAnswer.status, confirmAnswer.headers.get("location")]).toEqual([303, link]);
});

test("an administrator who acts as a customer is led back to themselves", async () => {
  const { client, user, customer } = await impersonating();
  await query(
    "insert into passkeys (user_id, credential_id, public_key, counter, name, is_synced) values ($1, gen_random_uuid()::text::bytea, '\\x00', 0, 'Key', false)",
    [user.id],
  );
  await query("update sessions set authenticated_at = now() - interval '15 minutes' where actor_id = $1", [user.id]);
  const colleague = customer.id;
  const html = await (await post(client, `/portal/people/${colleague}/inactivate`)).text();
  expect(html).toContain("End the impersonation");
  expect(html).not.toContain("proof.");
});
