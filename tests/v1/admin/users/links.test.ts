import { describe, expect, inject, test } from "vitest";
import {
  startEmailChange,
  createVerificationUrl,
  getUser,
  resetUserPassword,
  updateUser,
} from "../../../../worker/contract/v1/admin/users.ts";
import { finishPasswordReset } from "../../../../worker/contract/v1/sso/password-reset.ts";
import { confirmEmailChange } from "../../../../worker/contract/v1/sso/user.ts";
import { signedIn, signedInAdmin, visitor } from "../../../support/actors.ts";
import { hold, query, raceForRow } from "../../../support/database.ts";
import { createUser, uniqueEmail } from "../../../support/factories.ts";
import { emailCases, formatProblems } from "../../../support/field-messages.ts";
import { createLink, openLink, waitForLink } from "../../../support/inbox.ts";

const listOutbox = (user_id: string) =>
  query<{ type: string }>("select type from outbox where user_id = $1 order by id", [user_id]);

describe("resetting a user's password", () => {
  test("mails the link without a bot check", async () => {
    const user = await createUser();
    const answer = await (await signedInAdmin()).client.call(resetUserPassword, { params: { user_id: user.id } });
    expect(answer.reply()).toEqual({ success: true });
    expect(await waitForLink(user.email)).toMatchObject({ scope: "verify:email-password-reset", user_id: user.id });
  });

  test("who never finished set-up mails a set-up link", async () => {
    const user = await createUser({ state: "new" });
    (await (await signedInAdmin()).client.call(resetUserPassword, { params: { user_id: user.id } })).reply();
    expect((await waitForLink(user.email)).scope).toBe("verify:user-setup");
  });
});

describe("a verification link to hand over in person", () => {
  test.each([
    ["active", "/verify/"],
    ["new", "/setup/"],
  ] as const)("without a scope is, for a user who is %s, one to %s, and nothing is mailed", async (state, path) => {
    const user = await createUser({ state });
    const answer = await (await signedInAdmin()).client.call(createVerificationUrl, { params: { user_id: user.id } });
    expect(answer.reply().url).toMatch(new RegExp(`^${inject("workerVars").PUBLIC_URL}${path}${user.id}/[A-Z0-9]{6}$`));
    expect(await listOutbox(user.id)).toEqual([]);
  });

  test.each([
    ["verify:email-password-reset", "/verify/"],
    ["verify:user-setup", "/setup/"],
  ] as const)("with the scope %s leads to %s", async (scope, path) => {
    const link = await createLink((await signedInAdmin()).client, (await createUser()).id, scope);
    expect(link.url).toContain(path);
    expect((await openLink(visitor(), link)).status).toBe(200);
  });

  test("voids the older link of its scope", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser();
    (await client.call(resetUserPassword, { params: { user_id: user.id } })).reply();
    const mailedLink = await waitForLink(user.email);
    const handedLink = await createLink(client, user.id);
    expect((await openLink(visitor(), mailedLink)).errcode).toBe("INVALID_VERIFICATION_CODE");
    const browser = visitor();
    (await openLink(browser, handedLink)).reply();
    expect((await browser.call(finishPasswordReset, { body: { new_password: "Newer-5678!" } })).status).toBe(200);
  });

  test("is void, even opened, once the person becomes an administrator", async () => {
    const { client, user: owner } = await signedInAdmin();
    const user = await createUser({ org_id: owner.org_id });
    const link = await createLink(client, user.id);
    const browser = visitor();
    (await openLink(browser, link)).reply();
    const params = { user_id: user.id };
    (await client.call(updateUser, { params, body: { first_name: "Ada" } })).reply();
    (await client.call(updateUser, { params, body: { roles: ["user", "admin"] } })).reply();
    const answer = await browser.call(finishPasswordReset, { body: { new_password: "Newer-5678!" } });
    expect(answer.status).not.toBe(200);
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test.each(
    Object.entries({ createVerificationUrl, startEmailChange }).flatMap(([name, spec]) => [
      { order: "before", name, spec },
      { order: "after", name, spec },
    ]),
  )("is void if the person becomes an administrator a moment $order $name makes it", async ({ order, spec }) => {
    const [owner, support] = await Promise.all([signedInAdmin(), signedInAdmin("support")]);
    const race = await raceForRow(async () => {
      const user = await createUser({ org_id: owner.user.org_id });
      const params = { user_id: user.id };
      const makeLink = () =>
        support.client.call(spec, { params, body: spec === startEmailChange ? { new_email: uniqueEmail() } : {} });
      (await makeLink()).reply();
      const promote = () => owner.client.call(updateUser, { params, body: { roles: ["user", "admin"] } });
      const lock = await hold("select 1 from verification_codes where user_id = $1 for update", [user.id]);
      return { user, lock, requests: order === "before" ? [promote, makeLink] : [makeLink, promote] };
    });
    expect(await query("select roles from users where id = $1", [race.user.id])).toEqual([
      { roles: ["user", "admin"] },
    ]);
    expect(
      await query("select 1 from verification_codes where user_id = $1 and expires_at > now()", [race.user.id]),
    ).toEqual([]);
  });

  test("for an email change is one for the pending change, else NO_EMAIL_CHANGE_REQUEST", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser();
    const requestLink = () =>
      client.call(createVerificationUrl, { params: { user_id: user.id }, body: { scope: "verify:email-change" } });
    const refused = await requestLink();
    expect([refused.status, refused.errcode]).toEqual([422, "NO_EMAIL_CHANGE_REQUEST"]);
    const new_email = uniqueEmail();
    (await client.call(startEmailChange, { params: { user_id: user.id }, body: { new_email } })).reply();
    const browser = visitor();
    (await openLink(browser, await createLink(client, user.id, "verify:email-change"))).reply();
    expect((await browser.call(confirmEmailChange)).reply().new_email).toBe(new_email);
    expect((await requestLink()).errcode).toBe("NO_EMAIL_CHANGE_REQUEST");
  });

  test("for an email change goes to the address that was asked for last, and never to one whose day is over", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser();
    const [first, last] = [uniqueEmail(), uniqueEmail()];
    for (const new_email of [first, last])
      (await client.call(startEmailChange, { params: { user_id: user.id }, body: { new_email } })).reply();
    const readPendingChange = async () =>
      (await client.call(getUser, { params: { user_id: user.id } })).reply().email_change?.new_email;
    expect(await readPendingChange()).toBe(last);
    const link = await createLink(client, user.id, "verify:email-change");
    await query("update verification_codes set expires_at = now() - interval '1 second' where user_id = $1", [user.id]);
    expect(await readPendingChange()).toBeUndefined();
    const scope = "verify:email-change" as const;
    const answer = await client.call(createVerificationUrl, { params: { user_id: user.id }, body: { scope } });
    expect([answer.status, answer.errcode]).toEqual([422, "NO_EMAIL_CHANGE_REQUEST"]);
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("with an unknown scope is refused with 400", async () => {
    const answer = await (
      await signedInAdmin()
    ).client.call(createVerificationUrl, {
      params: { user_id: (await createUser()).id },
      body: { scope: "verify:all" },
    });
    expect(answer.issues.map((issue) => issue.path)).toEqual([["scope"]]);
  });
});

describe("starting an email change for a user", () => {
  test("mails the new address, shows as pending, and is gone once confirmed", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser();
    const new_email = uniqueEmail();
    const readPendingChange = async () =>
      (await client.call(getUser, { params: { user_id: user.id } })).reply().email_change;
    expect(await readPendingChange()).toBeNull();
    expect(
      (await client.call(startEmailChange, { params: { user_id: user.id }, body: { new_email } })).reply(),
    ).toEqual({ success: true });
    expect(await readPendingChange()).toEqual({ new_email, created_at: expect.stringMatching(/Z$/) });
    const browser = visitor();
    (await openLink(browser, await waitForLink(new_email))).reply();
    (await browser.call(confirmEmailChange)).reply();
    expect(await readPendingChange()).toBeNull();
    expect((await client.call(getUser, { params: { user_id: user.id } })).reply().email).toBe(new_email);
  });

  test("to an address that somebody has is USR_EMAIL_EXISTS", async () => {
    const { client } = await signedInAdmin();
    const { user } = await signedIn();
    const answer = await client.call(startEmailChange, {
      params: { user_id: user.id },
      body: { new_email: (await createUser()).email },
    });
    expect([answer.status, answer.errcode]).toEqual([422, "USR_EMAIL_EXISTS"]);
  });

  test.each(emailCases)("to an address that is %s is refused", async (_what, new_email, messages) => {
    const answer = await (
      await signedInAdmin()
    ).client.call(startEmailChange, { params: { user_id: (await createUser()).id }, body: { new_email } });
    expect(answer.problems).toEqual(formatProblems("new_email", messages));
  });
});
