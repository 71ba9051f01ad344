import { describe, expect, test } from "vitest";
import { endUserSessions } from "../../../worker/contract/v1/admin/user-sessions.ts";
import { inactivateUser, inactivateUsers, updateUser } from "../../../worker/contract/v1/admin/users.ts";
import { listActivity } from "../../../worker/contract/v1/client/activity.ts";
import {
  endImpersonation as end,
  startImpersonation as start,
} from "../../../worker/contract/v1/sso/impersonate-session.ts";
import { getLicenseAgreement } from "../../../worker/contract/v1/sso/license-agreement.ts";
import { finishPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { getSession, signIn, signOut } from "../../../worker/contract/v1/sso/session.ts";
import { confirmEmailChange, finishSetUp, requestEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { type Actor, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { type Answer, type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSession, createUser, password, uniqueEmail } from "../../support/factories.ts";
import { createLink, openLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";

const reason = "Asked for by ticket 4711";

async function startActing() {
  const [admin, boss] = [await signedInAdmin(), await signedIn({ roles: ["org", "user"] })];
  (await admin.client.call(start, { body: { user_id: boss.user.id, reason } })).reply();
  return { admin, boss };
}
async function listActivityTexts({ client }: Actor): Promise<string[]> {
  const { data } = (await client.call(listActivity)).reply();
  return data.map(
    ({ actor, on_behalf_of, text }) => `${actor.name}${on_behalf_of ? ` as ${on_behalf_of.name}` : ""}: ${text}`,
  );
}
const nameOf = ({ user }: Actor) => `${user.first_name} ${user.last_name}`;
const findOrgName = async ({ user }: Actor) =>
  (await query<{ name: string }>("select name from organizations where id = $1", [user.org_id]))[0]?.name;
const expireImpersonation = ({ user }: Actor) =>
  query("update sessions set expires_at = now() - interval '1 second' where actor_id = $1", [user.id]);

const listEndEntries = ({ user }: Actor) =>
  query(
    "select actor_kind, actor_id, impersonator_id from audit_log where action = 'endImpersonation' and subject_id = $1",
    [user.id],
  );
const userParams = ({ id: user_id }: { id: string }) => ({ params: { user_id } });
const actAsOtherAdmin = async (act: (client: Client) => Promise<Answer>) =>
  void (await act((await signedInAdmin()).client)).reply();

describe("the reason of an impersonation", () => {
  test("is shown by the session, and read with begin and end by the organization", async () => {
    const { admin, boss } = await startActing();
    expect((await admin.client.call(getSession)).reply().impersonator).toEqual({
      id: admin.user.id,
      first_name: admin.user.first_name,
      last_name: admin.user.last_name,
      reason,
    });
    (await admin.client.call(end)).reply();
    const supportName = `${admin.user.first_name} from ${await findOrgName(admin)}`;
    expect(await listActivityTexts(boss)).toEqual([
      `${supportName} as ${nameOf(boss)}: Stopped acting as ${nameOf(boss)}`,
      `${supportName}: Started acting as ${nameOf(boss)}: ${reason}`,
    ]);
  });

  test("may be left out by a call, and has 120 letters at most", async () => {
    const [admin, boss] = [await signedInAdmin(), await signedIn({ roles: ["org", "user"] })];
    const longReason = await admin.client.call(start, { body: { user_id: boss.user.id, reason: "x".repeat(121) } });
    expect([longReason.status, longReason.issues[0]?.path]).toEqual([400, ["reason"]]);
    (await admin.client.call(start, { body: { user_id: boss.user.id } })).reply();
    expect((await admin.client.call(getSession)).reply().impersonator?.reason).toBeNull();
    expect((await listActivityTexts(boss))[0]).toMatch(/: Started acting as [^:]+$/);
  });
});

describe("the end of an impersonation is read by the organization once", () => {
  test.each([
    ["signs out", async ({ client }: Actor) => void (await client.call(signOut)).reply()],
    [
      "ends their own session elsewhere",
      async ({ user }: Actor) => {
        const [ownSession] = await query<{ id: string }>(
          "select id from sessions where user_id = $1 and actor_id is null and revoked_at is null",
          [user.id],
        );
        const { client } = await signedInAdmin();
        await client.fetch(`/v1/admin/users/${user.id}/sessions/${ownSession?.id}`, { method: "DELETE" });
      },
    ],
    [
      "signs in as somebody else over it",
      async ({ client }: Actor) => {
        const { email: username } = await createUser();
        (await client.call(signIn, { body: { username, password } })).reply();
      },
    ],
    [
      "is signed out everywhere",
      ({ user }: Actor) => actAsOtherAdmin((client) => client.call(endUserSessions, userParams(user))),
    ],
    ["is inactivated", ({ user }: Actor) => actAsOtherAdmin((client) => client.call(inactivateUser, userParams(user)))],
    [
      "is inactivated with others",
      ({ user }: Actor) => actAsOtherAdmin((client) => client.call(inactivateUsers, { body: { user_ids: [user.id] } })),
    ],
    [
      "is one no more",
      ({ user }: Actor) =>
        actAsOtherAdmin((client) => client.call(updateUser, { ...userParams(user), body: { roles: ["org", "user"] } })),
    ],
    [
      "sets a new password",
      async ({ user }: Actor) => {
        const browser = visitor();
        (await openLink(browser, await createLink((await signedInAdmin()).client, user.id))).reply();
        (await browser.call(finishPasswordReset, { body: { new_password: "Newer-5678!" } })).reply();
      },
    ],
    [
      "sets up again",
      async ({ user }: Actor) => {
        const browser = visitor();
        const link = await createLink((await signedInAdmin()).client, user.id, "verify:user-setup");
        (await openLink(browser, link)).reply();
        const agreement_version = (await browser.call(getLicenseAgreement)).headers.get("x-version") ?? "";
        (await browser.call(finishSetUp, { body: { password: "Newer-5678!", agreement_version } })).reply();
      },
    ],
    [
      "has another email address",
      async ({ user }: Actor) => {
        const ownClient = createClient({ session: await createSession(user.id) });
        (await ownClient.call(requestEmailChange, { body: { new_email: uniqueEmail() } })).reply();
        const browser = visitor();
        const link = await createLink((await signedInAdmin()).client, user.id, "verify:email-change");
        (await openLink(browser, link)).reply();
        (await browser.call(confirmEmailChange)).reply();
      },
    ],
  ])("when the administrator %s", async (_what, leave) => {
    const { admin, boss } = await startActing();
    await leave(admin);
    expect(await listActivityTexts(boss)).toHaveLength(2);
    expect((await listActivityTexts(boss))[0]).toContain(`Stopped acting as ${nameOf(boss)}`);
    await sandbox.runJob("clean-up");
    expect(await listActivityTexts(boss)).toHaveLength(2);
    expect(await listEndEntries(boss)).toEqual([
      { actor_kind: "user", actor_id: boss.user.id, impersonator_id: admin.user.id },
    ]);
  });

  test("within the hour, when nothing but the row of the administrator tells of it", async () => {
    const { admin, boss } = await startActing();
    await query("update users set session_epoch = session_epoch + 1 where id = $1", [admin.user.id]);
    await sandbox.runJob("clean-up");
    await sandbox.runJob("clean-up");
    expect(await listEndEntries(boss)).toHaveLength(1);
  });

  test("not while it goes on: what ends the sessions of others, and of the person, leaves it to its own end", async () => {
    const { admin, boss } = await startActing();
    const other = await signedInAdmin();
    await actAsOtherAdmin((client) => client.call(endUserSessions, userParams(other.user)));
    await sandbox.runJob("clean-up");
    expect(await listEndEntries(boss)).toEqual([]);
    await actAsOtherAdmin((client) => client.call(inactivateUser, userParams(boss.user)));
    expect(await listEndEntries(boss)).toEqual([]);
    (await admin.client.call(end)).reply();
    expect(await listEndEntries(boss)).toHaveLength(1);
  });

  test("when its 30 minutes are over, whoever comes back and when", async () => {
    for (const order of [["sweep", "return"], ["return", "sweep"], ["sweep"]]) {
      const { admin, boss } = await startActing();
      await expireImpersonation(admin);
      for (const step of order)
        if (step === "sweep") await sandbox.runJob("clean-up");
        else expect((await admin.client.fetch("/portal")).headers.get("location")).toBe("/admin");
      expect(await listActivityTexts(boss), order.join()).toHaveLength(2);
      expect(await listEndEntries(boss)).toEqual([
        { actor_kind: "user", actor_id: boss.user.id, impersonator_id: admin.user.id },
      ]);
    }
  });
});

describe("when the 30 minutes are over", () => {
  test("the next page, or form, leads back to the own session, which says so; calls are refused", async () => {
    for (const ask of [
      (admin: Actor) => admin.client.fetch("/portal/orders"),
      (admin: Actor) => admin.client.fetch("/store/cart/add", { method: "POST" }),
    ]) {
      const { admin, boss } = await startActing();
      await expireImpersonation(admin);
      const answer = await ask(admin);
      expect(answer.headers.get("location")).toBe("/admin");
      expect((await admin.client.call(getSession)).reply()).toMatchObject({
        user_id: admin.user.id,
        impersonator: null,
      });
      const html = await (await admin.client.fetch("/admin")).text();
      expect(html).toContain(`Your 30 minutes as ${nameOf(boss)} are over. You are yourself again.`);
    }
    const { admin } = await startActing();
    await expireImpersonation(admin);
    expect((await admin.client.call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("the token leads back once, and the browser keeps it as long as the own session lasts", async () => {
    const { admin } = await startActing();
    const token = admin.client.cookies.get("__Host-session") ?? "";
    await expireImpersonation(admin);
    const tries = Array.from({ length: 10 }, () => createClient({ session: token }).fetch("/portal"));
    const redirects = (await Promise.all(tries)).filter(({ headers }) => headers.get("location") === "/admin");
    expect(redirects).toHaveLength(1);
    const other = await signedInAdmin();
    const startAnswer = await other.client.call(start, { body: { user_id: (await signedIn()).user.id } });
    const expires = /__Host-session=[^;]+;.*Expires=([^;]+)/i.exec(startAnswer.set_cookies.join("\n"))?.[1] ?? "";
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(24 * 3600 * 1000);
  });

  test.each([
    ["was ended", "update sessions set revoked_at = now() where user_id = $1 and actor_id is null"],
    ["ran out itself", "update sessions set expires_at = now() where user_id = $1 and actor_id is null"],
    [
      "was idle",
      "update sessions set last_seen_at = now() - interval '13 hours' where user_id = $1 and actor_id is null",
    ],
    ["is of an older time", "update users set session_epoch = session_epoch + 1 where id = $1"],
    ["is of no administrator any more", "update users set roles = '{user}' where id = $1"],
  ])("an own session that %s is not come back to", async (_what, change) => {
    const { admin } = await startActing();
    await expireImpersonation(admin);
    await query(change, [admin.user.id]);
    const answer = await admin.client.fetch("/portal");
    expect(answer.headers.get("location")).toMatch(/^\/sign-in\//);
    expect(admin.client.cookies.has("__Host-session")).toBe(false);
  });

  test("one that was ended by hand before leads nowhere", async () => {
    const { admin } = await startActing();
    const token = admin.client.cookies.get("__Host-session") ?? "";
    (await admin.client.call(end)).reply();
    await expireImpersonation(admin);
    const oldBrowser = createClient({ session: token });
    expect((await oldBrowser.fetch("/portal")).headers.get("location")).toMatch(/^\/sign-in\//);
  });
});
