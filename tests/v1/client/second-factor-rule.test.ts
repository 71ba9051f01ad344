// An organization can require a second factor of all its users from a date of its choice.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startRecovery } from "../../../worker/contract/v1/admin/second-factors.ts";
import { updateOwnOrganization, getOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { listOrders } from "../../../worker/contract/v1/client/orders.ts";
import { listOrgUsers } from "../../../worker/contract/v1/org.ts";
import { startImpersonation } from "../../../worker/contract/v1/sso/impersonate-session.ts";
import { finishPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import * as security from "../../../worker/contract/v1/sso/security.ts";
import { getSession, signIn } from "../../../worker/contract/v1/sso/session.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { impersonating, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { type Client, createClient } from "../../support/client.ts";
import { hold, query } from "../../support/database.ts";
import { fetchDayAhead } from "../../support/days.ts";
import { createOrganization, createSession, createUser, password } from "../../support/factories.ts";
import { addPasskey, addTotp } from "../../support/factors.ts";
import { postForm } from "../../support/forms.ts";
import { openLink, waitForLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";

const setUpErrcode = "SECOND_FACTOR_SETUP_REQUIRED";
const ownerOptions = { roles: ["org", "user"] as ("org" | "user")[] };

const setRule = (client: Client, day: string | null) =>
  client.call(updateOwnOrganization, { body: { require_second_factor_from: day } });
const fetchRule = async (client: Client) => (await client.call(getOwnOrganization)).reply().require_second_factor_from;

/** An owner with a second factor, and a colleague without one, under a rule that begins in `days` days. */
async function createRule(days: number) {
  const owner = await signedIn(ownerOptions);
  await addTotp(owner.client, owner.user.id);
  const colleague = await signedIn({ org_id: owner.user.org_id });
  (await setRule(owner.client, await fetchDayAhead(days))).reply();
  return { owner, colleague };
}

describe("the rule", () => {
  test("is a day of the organization that every member reads and its owner changes and takes away", async () => {
    const owner = await signedIn(ownerOptions);
    expect(await fetchRule(owner.client)).toBeNull();
    const day = await fetchDayAhead(30);
    expect((await setRule(owner.client, day)).reply().require_second_factor_from).toBe(day);
    const member = await signedIn({ org_id: owner.user.org_id });
    expect(await fetchRule(member.client)).toBe(day);
    // An omitted field keeps the rule.
    (await owner.client.call(updateOwnOrganization, { body: { is_po_number_required: true } })).reply();
    expect(await fetchRule(owner.client)).toBe(day);
    expect((await setRule(owner.client, null)).reply().require_second_factor_from).toBeNull();
    const entries = await query<{ changes: Record<string, unknown> }>(
      `select data -> 'changes' as changes from audit_log
       where action = 'updateOrganization' and org_id = $1 and data -> 'fields' ? 'require_second_factor_from' order by seq`,
      [owner.user.org_id],
    );
    expect(entries.map(({ changes }) => changes["require_second_factor_from"])).toEqual([
      [null, day],
      [day, null],
    ]);
  });

  test("begins today where a past day is sent, and never more than 30 days ahead", async () => {
    const { client } = await signedIn(ownerOptions);
    const farAnswer = await setRule(client, await fetchDayAhead(32));
    expect([farAnswer.status, farAnswer.text]).toEqual([400, expect.stringContaining("at most 30 days ahead")]);
    expect((await setRule(client, "2026-02-30")).status).toBe(400);
    expect(await fetchRule(client)).toBeNull();
    const today = await fetchDayAhead(0);
    const yesterday = await fetchDayAhead(-1);
    expect([today, await fetchDayAhead(0)]).toContain(
      (await setRule(client, yesterday)).reply().require_second_factor_from,
    );
  });

  test("is made by owners alone, and never by an administrator", async () => {
    const day = await fetchDayAhead(10);
    for (const roles of [["user"], ["buyer", "user"]] as ("user" | "buyer")[][]) {
      const { client } = await signedIn({ roles });
      expect((await setRule(client, day)).errcode).toBe("USR_NOT_AUTHORIZED");
      expect(await fetchRule(client)).toBeNull();
    }
    const admin = await impersonating();
    expect((await setRule(admin.client, day)).errcode).toBe("USR_NOT_AUTHORIZED");
    expect(await fetchRule(admin.client)).toBeNull();
    const { client } = await signedInAdmin();
    const { id } = await createOrganization();
    const answer = await client.fetch(`/v1/admin/organizations/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ require_second_factor_from: day }),
    });
    await answer.text();
    expect(await query("select require_second_factor_from from organizations where id = $1", [id])).toEqual([
      { require_second_factor_from: null },
    ]);
  });

  test("needs a fresh sign-in, by call and by form", async () => {
    const { client, user } = await signedIn(ownerOptions);
    await addTotp(client, user.id);
    const setSignInAge = (minutes: number) =>
      query("update sessions set authenticated_at = now() - $2::int * interval '1 minute' where user_id = $1", [
        user.id,
        minutes,
      ]);
    const post = async (path: string, body: Record<string, string>) => {
      const answer = await postForm(client, path, body);
      return { status: answer.status, html: await answer.text() };
    };
    const expectRefusals = async (rule: string | null, newDay: string) => {
      await setSignInAge(15);
      expect((await setRule(client, newDay)).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
      expect((await setRule(client, null)).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
      for (const path of [pages.requireSecondFactor, pages.endSecondFactorRule])
        expect(await post(path, { require_second_factor_from: newDay }), path).toEqual({
          status: 403,
          html: expect.stringContaining("Confirm that it is you"),
        });
      await post(pages.endSecondFactorRule, {});
      expect(await fetchRule(client)).toBe(rule);
    };
    const day = await fetchDayAhead(10);
    await expectRefusals(null, day);
    await setSignInAge(0);
    expect((await post(pages.requireSecondFactor, { require_second_factor_from: day })).status).toBe(303);
    expect(await fetchRule(client)).toBe(day);
    await expectRefusals(day, await fetchDayAhead(20));
    await setSignInAge(0);
    expect((await post(pages.endSecondFactorRule, { require_second_factor_from: day })).status).toBe(303);
    expect(await fetchRule(client)).toBeNull();
  });
});

describe("before the day", () => {
  test("everything works as before, and the sign-in is led to the set-up with a way to put it off", async () => {
    const { colleague } = await createRule(3);
    expect((await colleague.client.call(listOrders)).status).toBe(200);
    expect((await colleague.client.call(security.getSecurity)).reply().is_second_factor_required).toBe(false);
    const browser = visitor();
    (await browser.call(signIn, { body: { username: colleague.user.email, password } })).reply();
    const fetchLocation = async (path: string) => (await browser.fetch(path)).headers.get("location") ?? "";
    const signInPath = "/sign-in/crunchbox?redirect_uri=%2Fportal%2Forders";
    const setUpPath = await fetchLocation(signInPath);
    expect(setUpPath).toMatch(/^\/portal\/security\?/);
    const page = await (await browser.fetch(setUpPath)).text();
    expect(page).toContain("asks everybody for a passkey or an authenticator app from");
    const [, notNowLink = ""] = /<a [^>]*href="([^"]+)"[^>]*>Not now</.exec(page) ?? [];
    const continuePath = await fetchLocation(notNowLink.replaceAll("&amp;", "&"));
    expect(continuePath).toContain("redirect_uri=%2Fportal%2Forders");
    expect(continuePath).not.toContain("security");
    // A user with a second factor is not sent to the set-up.
    await addTotp(browser, colleague.user.id);
    expect(await fetchLocation(signInPath)).not.toContain("security");
  });
});

describe("from the day", () => {
  test("who has none gets nothing but the set-up, and everything after it", async () => {
    const { owner, colleague } = await createRule(0);
    expect((await owner.client.call(listOrders)).status).toBe(200);
    const refusal = await colleague.client.call(listOrders);
    expect([refusal.status, refusal.errcode]).toEqual([403, setUpErrcode]);
    const page = await colleague.client.fetch(pages.orders);
    expect([page.status, page.headers.get("location")]).toEqual([303, pages.security]);
    expect((await colleague.client.call(security.getSecurity)).reply().is_second_factor_required).toBe(true);
    const securityPage = await (await colleague.client.fetch(pages.security)).text();
    expect(securityPage).toContain("asks everybody for a passkey or an authenticator app. Set one up here");
    await addPasskey(colleague.client);
    expect((await colleague.client.call(listOrders)).status).toBe(200);
    expect((await colleague.client.fetch(pages.orders)).status).toBe(200);
  });

  test("the desktop app, other sessions and people who come later are asked as well", async () => {
    const { owner, colleague } = await createRule(0);
    const app = createClient({ bearer: await createSession(colleague.user.id, "bearer") });
    expect((await app.call(listOrders)).errcode).toBe(setUpErrcode);
    const newcomer = await createUser({ org_id: owner.user.org_id });
    const browser = visitor();
    (await browser.call(signIn, { body: { username: newcomer.email, password } })).reply();
    expect((await browser.call(getSession)).reply().user_id).toBe(newcomer.id);
    expect((await browser.call(listOrders)).errcode).toBe(setUpErrcode);
    expect((await browser.fetch("/sign-in/crunchbox")).headers.get("location")).toMatch(/^\/portal\/security/);
  });

  test("an owner without a factor is under the rule, too, and others than the organization are not", async () => {
    const owner = await signedIn(ownerOptions);
    (await setRule(owner.client, await fetchDayAhead(0))).reply();
    expect((await owner.client.call(listOrders)).errcode).toBe(setUpErrcode);
    expect((await setRule(owner.client, null)).errcode).toBe(setUpErrcode);
    const other = await signedIn();
    expect((await other.client.call(listOrders)).status).toBe(200);
  });

  test("an administrator who acts as a customer is asked by the rule for administrators alone", async () => {
    const { colleague } = await createRule(0);
    const admin = await signedInAdmin();
    (await admin.client.call(startImpersonation, { body: { user_id: colleague.user.id } })).reply();
    expect((await admin.client.call(listOrders)).status).toBe(200);
  });

  async function waitForPath(to: string, subject: string, pattern: RegExp): Promise<string> {
    const { text } = await sandbox.waitForMail(to, subject);
    const [path = ""] = pattern.exec(text) ?? [];
    expect(path).not.toBe("");
    return path;
  }

  async function expectNewSetUp(browser: Client, user_id: string): Promise<void> {
    expect((await browser.call(listOrders)).errcode).toBe(setUpErrcode);
    await addTotp(browser, user_id);
    expect((await browser.call(listOrders)).status).toBe(200);
  }

  test("whose factors went by recovery sets one up again", async () => {
    const { user } = (await createRule(0)).owner;
    const admin = await signedInAdmin();
    (await admin.client.call(startRecovery, { params: { user_id: user.id } })).reply();
    await query("update second_factor_recoveries set due_at = now() where user_id = $1", [user.id]);
    await sandbox.runJob("deliver-outbox");
    const linkPattern = /\/finish-recovery\/[\w-]+\/[\w-]{22}\b/;
    const path = await waitForPath(user.email, "Your link to sign in to CrunchBox again", linkPattern);
    const browser = visitor();
    const submission = await browser.fetch(path, { method: "POST", body: new URLSearchParams({ password }) });
    expect(submission.status).toBe(303);
    await expectNewSetUp(browser, user.id);
  });

  test("whose factors went by “This was not me” sets one up again", async () => {
    const { user } = (await createRule(0)).owner;
    const linkPattern = /\/not-me\/[\w-]+\/[\w-]+\/[\w-]{22}\b/;
    const path = await waitForPath(user.email, "An authenticator app was turned on", linkPattern);
    expect(await (await visitor().fetch(path, { method: "POST" })).text()).toContain("Everybody is signed out");
    const browser = visitor();
    (await openLink(browser, await waitForLink(user.email, "Reset"))).reply();
    const new_password = "Newer-1234!";
    (await browser.call(finishPasswordReset, { body: { new_password } })).reply();
    (await browser.call(signIn, { body: { username: user.email, password: new_password } })).reply();
    await expectNewSetUp(browser, user.id);
  });
});

describe("the last factor", () => {
  test("stays when both are removed at once", async () => {
    const { owner } = await createRule(5);
    const { client, user } = owner;
    const { passkey } = await addPasskey(client);
    // This lock stops the removals, but lets mails and events of the user be written.
    const lock = await hold("select 1 from users where id = $1 for no key update", [user.id]);
    const findWaiting = async () => (await lock.waiting()).filter((each) => /from users.* for update/s.test(each));
    const removals = [
      client.call(security.deleteTotp),
      client.call(security.deletePasskey, { params: { id: passkey.id } }),
    ];
    await expect.poll(findWaiting, { interval: 10 }).toHaveLength(2);
    await lock.release();
    const answers = await Promise.all(removals);
    expect(answers.map(({ status, errcode }) => `${status} ${errcode}`).toSorted()).toEqual([
      "200 undefined",
      "422 SECOND_FACTOR_REQUIRED_BY_ORGANIZATION",
    ]);
    const { totp, passkeys } = (await client.call(security.getSecurity)).reply();
    expect([totp.is_enabled, passkeys.length === 1].filter(Boolean)).toHaveLength(1);
  });

  test("stays while the organization has a rule, and goes with another one beside it", async () => {
    const { owner } = await createRule(5);
    const { client } = owner;
    const deletion = await client.call(security.deleteTotp);
    expect([deletion.status, deletion.errcode]).toEqual([422, "SECOND_FACTOR_REQUIRED_BY_ORGANIZATION"]);
    const fetchSecurity = async () => (await client.call(security.getSecurity)).reply();
    expect(await fetchSecurity()).toMatchObject({ totp: { is_enabled: true }, backup_codes_left: 10 });
    const { passkey } = await addPasskey(client);
    expect((await client.call(security.deleteTotp)).status).toBe(200);
    const params = { id: passkey.id };
    expect((await client.call(security.deletePasskey, { params })).errcode).toBe(
      "SECOND_FACTOR_REQUIRED_BY_ORGANIZATION",
    );
    expect(await fetchSecurity()).toMatchObject({ passkeys: [{ id: passkey.id }], totp: { is_enabled: false } });
    expect((await client.call(security.deletePasskey, { params: { id: randomUUID() } })).status).toBe(404);
    (await setRule(client, null)).reply();
    expect((await client.call(security.deletePasskey, { params })).status).toBe(200);
  });

  test("of somebody without a rule goes, and an app that was only started goes under one", async () => {
    const unruledUser = await signedIn();
    await addTotp(unruledUser.client, unruledUser.user.id);
    expect((await unruledUser.client.call(security.deleteTotp)).status).toBe(200);
    const { colleague } = await createRule(5);
    (await colleague.client.call(security.createTotp)).reply();
    expect((await colleague.client.call(security.deleteTotp)).status).toBe(200);
  });
});

describe("people without a factor", () => {
  test("are listed for owners, with since when others have one", async () => {
    const { owner, colleague } = await createRule(10);
    const list = async (has_second_factor: string) =>
      (await owner.client.call(listOrgUsers, { query: { has_second_factor } })).reply().data;
    expect(await list("false")).toMatchObject([{ id: colleague.user.id, second_factor_since: null }]);
    expect(await list("true")).toMatchObject([
      { id: owner.user.id, second_factor_since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    ]);
    const page = await (await owner.client.fetch(pages.ownOrganization)).text();
    expect(page.replaceAll("<!-- -->", "")).toContain("1 of 2 people has none.");
  });

  const listSubjects = async ({ email }: { email: string }) =>
    (await sandbox.mailsTo(email)).map(({ subject }) => subject).filter((subject) => subject.includes("second step"));

  test("get one mail when the rule is made, 7 days and 1 day before", async () => {
    const { owner, colleague } = await createRule(20);
    const [{ name } = { name: "" }] = await query<{ name: string }>("select name from organizations where id = $1", [
      owner.user.org_id,
    ]);
    const mail = await sandbox.waitForMail(colleague.user.email, "Set up a second step by");
    expect(mail.text).toContain(`${name} asks everybody for a passkey or an authenticator app from`);
    expect(mail.text).toContain("/portal/security");
    const fetchDaysLeft = async () =>
      (
        await query<{ due: string | null }>(
          `select (require_second_factor_from - remind_second_factor_on)::text as due from organizations where id = $1`,
          [owner.user.org_id],
        )
      )[0]?.due;
    expect(await fetchDaysLeft()).toBe("7");
    for (const [before, next, count] of [
      [7, "1", 2],
      [1, null, 3],
    ] as const) {
      // Moves the dates as if the days had passed.
      await query(
        `update organizations set require_second_factor_from = (now() at time zone 'UTC')::date + $2::int,
           remind_second_factor_on = (now() at time zone 'UTC')::date
         where id = $1`,
        [owner.user.org_id, before],
      );
      await expect.poll(() => sandbox.runJob("deliver-outbox").then(fetchDaysLeft)).toBe(next);
      await expect.poll(() => listSubjects(colleague.user)).toHaveLength(count);
    }
    await sandbox.runJob("deliver-outbox");
    expect(await listSubjects(colleague.user)).toHaveLength(3);
    expect(await listSubjects(owner.user)).toEqual([]);
  });

  test("get no mail without a rule, and a rule of today says so", async () => {
    const { owner, colleague } = await createRule(0);
    await sandbox.waitForMail(colleague.user.email, "Set up a second step to continue");
    await query("delete from totp_secrets where user_id = $1", [owner.user.id]);
    expect((await setRule(owner.client, null)).errcode).toBe(setUpErrcode);
    await addTotp(owner.client, owner.user.id);
    (await setRule(owner.client, null)).reply();
    await sandbox.runJob("deliver-outbox");
    expect(await listSubjects(colleague.user)).toHaveLength(1);
  });
});
