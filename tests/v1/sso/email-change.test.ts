// The change of an email address from its request to its end, with shared helpers.
import { describe, expect, test } from "vitest";
import { listAudit } from "../../../worker/contract/v1/admin/audit.ts";
import {
  createVerificationUrl,
  createUser as inviteUser,
  resetUserPassword,
  sendSetUpLinks,
  startEmailChange,
} from "../../../worker/contract/v1/admin/users.ts";
import { inviteOrgUser } from "../../../worker/contract/v1/org.ts";
import { signIn, getSession } from "../../../worker/contract/v1/sso/session.ts";
import { requestPasswordReset, finishPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { requestEmailChange, confirmEmailChange, finishSetUp } from "../../../worker/contract/v1/sso/user.ts";
import { type Actor, impersonating, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { type Client, createClient } from "../../support/client.ts";
import { hold, query, raceForRow } from "../../support/database.ts";
import {
  createOrganization,
  createSession,
  createUser,
  password,
  sha256,
  unique,
  uniqueEmail,
} from "../../support/factories.ts";
import { emailCases, formatProblems } from "../../support/field-messages.ts";
import { addPasskey, addTotp, createLiveSession } from "../../support/factors.ts";
import { postForm } from "../../support/forms.ts";
import { openLink, waitForLink, waitForMails, waitForNotMeLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";
import { fetchLicenseVersion, findEmail, openChangeLink } from "./links.ts";

describe("asking for another email address", () => {
  test("answers it, mails the link to the new address only, and changes nothing yet", async () => {
    const { client, user } = await signedIn();
    const new_email = uniqueEmail();
    const answer = await client.call(requestEmailChange, { body: { new_email: ` ${new_email.toUpperCase()} ` } });
    expect(answer.reply()).toEqual({ success: true, new_email });
    expect(await waitForLink(new_email)).toMatchObject({ scope: "verify:email-change", user_id: user.id });
    const [warning] = await waitForMails(user.email, 1);
    expect(warning?.text).not.toContain("/verify-email/");
    expect(await findEmail(user.id)).toBe(user.email);
    const [row] = await query<{ s: number }>(
      "select extract(epoch from expires_at - created_at)::float as s from verification_codes where user_id = $1",
      [user.id],
    );
    expect(row?.s).toBeCloseTo(24 * 3600, 0);
  });

  test("again voids the older link", async () => {
    const actor = await signedIn();
    const first = await openChangeLink(actor);
    await openChangeLink(actor);
    expect((await openLink(visitor(), first.link)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect((await first.client.call(confirmEmailChange)).errcode).toBe("INVALID_JWT_MSG");
  });

  test("that somebody has is refused as USR_EMAIL_EXISTS, whatever its case", async () => {
    const { client, user } = await signedIn();
    const other = await createUser();
    for (const new_email of [other.email.toUpperCase(), user.email]) {
      const answer = await client.call(requestEmailChange, { body: { new_email } });
      expect([answer.status, answer.errcode]).toEqual([422, "USR_EMAIL_EXISTS"]);
    }
    expect(await query("select 1 from verification_codes where user_id = $1", [user.id])).toEqual([]);
  });

  test.each(emailCases)("that is %s is refused", async (_what, new_email, messages) => {
    const answer = await (await signedIn()).client.call(requestEmailChange, { body: { new_email } });
    expect(answer.status).toBe(400);
    expect(answer.problems).toEqual(formatProblems("new_email", messages));
  });

  test("is refused without a session, and while an administrator impersonates", async () => {
    expect((await visitor().call(requestEmailChange, { body: { new_email: uniqueEmail() } })).errcode).toBe(
      "SECURITY_CHECK_FAILED",
    );
    const answer = await (
      await impersonating()
    ).client.call(requestEmailChange, { body: { new_email: uniqueEmail() } });
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
  });
});

async function waitForStopLink(oldEmail: string): Promise<string> {
  const { text } = await sandbox.waitForMail(oldEmail, "about to change");
  const [, path = ""] = /https?:\/\/[^\s/]+(\/stop-email-change\/[\w-]+\/[\w-]{22})\b/.exec(text) ?? [];
  expect(path).not.toBe("");
  return path;
}
const pressButton = (path: string) => visitor().fetch(path, { method: "POST" });

describe("the address until then", () => {
  test("is told at once to where its account goes, and by what to stop it", async () => {
    const { client, user } = await signedIn();
    const new_email = uniqueEmail();
    (await client.call(requestEmailChange, { body: { new_email } })).reply();
    const mail = await sandbox.waitForMail(user.email);
    expect(mail.subject).toBe("Your CrunchBox email address is about to change");
    expect(mail.text).toContain(new_email);
    expect((await (await visitor().fetch(await waitForStopLink(user.email))).text()).replace(/\s+/g, " ")).toContain(
      "Stop the change of your email address?",
    );
  });

  test("stops it by a press: the link to the new address is dead and every session ended", async () => {
    const actor = await signedIn();
    const bearer = createClient({ bearer: await createSession(actor.user.id, "bearer") });
    const { client, link } = await openChangeLink(actor);
    const path = await waitForStopLink(actor.user.email);
    // Opening the link without pressing its button stops nothing.
    await visitor().fetch(path, { headers: { "sec-fetch-dest": "document" } });
    expect((await actor.client.call(getSession)).status).toBe(200);
    expect(await (await pressButton(path)).text()).toContain("The change is stopped.");
    expect((await actor.client.call(getSession)).errcode).toBe("INVALID_JWT");
    expect((await bearer.call(getSession)).errcode).toBe("INVALID_JWT");
    expect((await client.call(confirmEmailChange)).errcode).toBe("INVALID_JWT_MSG");
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await findEmail(actor.user.id)).toBe(actor.user.email);
    expect((await visitor().call(signIn, { body: { username: actor.user.email, password } })).status).toBe(201);
    const rows = await query("select 1 from audit_log where action = 'stopEmailChange' and subject_id = $1", [
      actor.user.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("takes a change back that was confirmed already, with the password that may be somebody else's", async () => {
    const actor = await signedIn();
    const { client, new_email } = await openChangeLink(actor);
    (await client.call(confirmEmailChange)).reply();
    const thief = visitor();
    (await thief.call(signIn, { body: { username: new_email, password } })).reply();
    (await visitor().call(requestPasswordReset, { body: { email: new_email } })).reply();
    const reset = await waitForLink(new_email, "Reset");
    expect(await (await pressButton(await waitForStopLink(actor.user.email))).text()).toContain(
      "Your email address is back.",
    );
    expect(await findEmail(actor.user.id)).toBe(actor.user.email);
    expect((await thief.call(getSession)).errcode).toBe("INVALID_JWT");
    expect((await openLink(visitor(), reset)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect((await visitor().call(signIn, { body: { username: actor.user.email, password } })).errcode).toBe(
      "INVALID_CREDENTIALS",
    );
    (await visitor().call(requestPasswordReset, { body: { email: actor.user.email } })).reply();
    const ownBrowser = visitor();
    await openLink(ownBrowser, await waitForLink(actor.user.email, "Reset"));
    (await ownBrowser.call(finishPasswordReset, { body: { new_password: `${password}3` } })).reply();
    expect(
      (await ownBrowser.call(signIn, { body: { username: actor.user.email, password: `${password}3` } })).status,
    ).toBe(201);
    const auditQuery = { subject_id: actor.user.id, action: "stopEmailChange" };
    const { data } = (await (await signedInAdmin()).client.call(listAudit, { query: auditQuery })).reply();
    expect(data.map(({ text }) => text)).toEqual([
      `Changed back the email address of ${actor.user.first_name} ${actor.user.last_name} from ${new_email} to ${actor.user.email}`,
    ]);
  });

  test("takes back a change that is confirmed a moment before the press", async () => {
    const race = await raceForRow(async () => {
      const actor = await signedIn();
      const { client } = await openChangeLink(actor);
      const path = await waitForStopLink(actor.user.email);
      const lock = await hold("select 1 from users where id = $1 for update", [actor.user.id]);
      const stop = async () => {
        const response = await pressButton(path);
        return { status: response.status, text: await response.text() };
      };
      return { actor, lock, requests: [() => client.call(confirmEmailChange), stop] };
    });
    expect(race.answers[1]?.text).toContain("Your email address is back.");
    expect(await findEmail(race.actor.user.id)).toBe(race.actor.user.email);
  });

  test("mails no link for a new password that the thief requests a moment after the press", async () => {
    const race = await raceForRow(async () => {
      const actor = await signedIn();
      const { client, new_email } = await openChangeLink(actor);
      (await client.call(confirmEmailChange)).reply();
      const path = await waitForStopLink(actor.user.email);
      const requestReset = () => visitor().call(requestPasswordReset, { body: { email: new_email } });
      (await requestReset()).reply();
      const lock = await hold("select 1 from users where id = $1 for update", [actor.user.id]);
      return { user: actor.user, lock, requests: [() => pressButton(path), requestReset] };
    });
    expect(race.answers[1]?.status).toBe(200);
    expect(await findEmail(race.user.id)).toBe(race.user.email);
    expect(
      await query("select 1 from verification_codes where user_id = $1 and used_at is null and expires_at > now()", [
        race.user.id,
      ]),
    ).toEqual([]);
  });

  test("is not asked for again by an administrator's link that waits for the press", async () => {
    const { client: admin } = await signedInAdmin();
    const race = await raceForRow(async () => {
      const actor = await signedIn();
      await openChangeLink(actor);
      const path = await waitForStopLink(actor.user.email);
      const input = { params: { user_id: actor.user.id }, body: { scope: "verify:email-change" as const } };
      const makeLink = async () => {
        const { status, errcode } = await admin.call(createVerificationUrl, input);
        return { status, errcode };
      };
      const stop = async () => ({ status: (await pressButton(path)).status, errcode: undefined });
      const lock = await hold("select 1 from users where id = $1 for update", [actor.user.id]);
      return { user: actor.user, lock, requests: [stop, makeLink] };
    });
    expect(race.answers.map(({ status, errcode }) => [status, errcode])).toEqual([
      [200, undefined],
      [422, "NO_EMAIL_CHANGE_REQUEST"],
    ]);
    expect(
      await query("select 1 from verification_codes where user_id = $1 and expires_at > now()", [race.user.id]),
    ).toEqual([]);
  });

  test("blocks the account when the thief has invited another user to it meanwhile", async () => {
    const actor = await signedIn({ roles: ["org", "user"] });
    const { client, new_email } = await openChangeLink(actor);
    (await client.call(confirmEmailChange)).reply();
    const thief = visitor();
    (await thief.call(signIn, { body: { username: new_email, password } })).reply();
    const colleague = { email: actor.user.email, first_name: "Nobody", last_name: "Atall", roles: ["user"] };
    (await thief.call(inviteOrgUser, { body: colleague })).reply();
    const path = await waitForStopLink(actor.user.email);
    for (let press = 1; press <= 2; press += 1) {
      const page = await (await pressButton(path)).text();
      expect(page).toContain("Your account is blocked.");
      expect(page).toContain("contact support");
    }
    expect((await thief.call(getSession)).status).toBe(401);
    expect(await query("select email, is_active, password_hash from users where id = $1", [actor.user.id])).toEqual([
      { email: new_email, is_active: false, password_hash: null },
    ]);
  });

  test("cannot be impersonated by a guess, nor after seven days, nor from another site", async () => {
    const actor = await signedIn();
    (await actor.client.call(requestEmailChange, { body: { new_email: uniqueEmail() } })).reply();
    const path = await waitForStopLink(actor.user.email);
    const guessedPath = path.replace(/[\w-]{22}$/, "A".repeat(22));
    const crossSiteRequest = { method: "POST", headers: { "sec-fetch-site": "cross-site" } };
    expect((await visitor().fetch(path, crossSiteRequest)).status).toBe(403);
    expect(await (await pressButton(guessedPath)).text()).toContain("no longer works");
    await query("update verification_codes set created_at = now() - interval '7 days' where user_id = $1", [
      actor.user.id,
    ]);
    expect(await (await pressButton(path)).text()).toContain("no longer works");
    expect((await actor.client.call(getSession)).status).toBe(200);
  });
});

/** Requests and confirms another address, which ends all sessions. */
async function changeEmail(by: Pick<Actor, "client">): Promise<string> {
  const { client, new_email } = await openChangeLink(by);
  (await client.call(confirmEmailChange)).reply();
  return new_email;
}

/** An account whose address a thief has changed, with the thief's browser. */
async function createStolenAccount() {
  const actor = await signedIn();
  const first = await changeEmail(actor);
  const client = visitor();
  (await client.call(signIn, { body: { username: first, password } })).reply();
  return { user: actor.user, thief: { client }, first };
}

describe("an address that was changed twice", () => {
  test("is back by the link to the first one, with the password removed and every session ended", async () => {
    const { user, thief, first } = await createStolenAccount();
    const lastEmail = await changeEmail(thief);
    (await thief.client.call(signIn, { body: { username: lastEmail, password } })).reply();
    expect(await (await pressButton(await waitForStopLink(user.email))).text()).toContain(
      "Your email address is back.",
    );
    expect(await query("select email, password_hash from users where id = $1", [user.id])).toEqual([
      { email: user.email, password_hash: null },
    ]);
    expect((await thief.client.call(getSession)).errcode).toBe("INVALID_JWT");
    const auditQuery = { subject_id: user.id, action: "stopEmailChange" };
    const { data } = (await (await signedInAdmin()).client.call(listAudit, { query: auditQuery })).reply();
    expect(data.map(({ text }) => text)).toEqual([
      `Changed back the email address of ${user.first_name} ${user.last_name} from ${lastEmail} to ${user.email}`,
    ]);
    expect(await (await pressButton(await waitForStopLink(user.email))).text()).toContain("The change is stopped.");
    expect(await (await pressButton(await waitForStopLink(first))).text()).toContain("no longer works");
    expect(await findEmail(user.id)).toBe(user.email);
  });

  test("is back by the link of a request that the thief has replaced, with what was added since", async () => {
    const { client, user } = await signedIn();
    (await client.call(requestEmailChange, { body: { new_email: uniqueEmail() } })).reply();
    const path = await waitForStopLink(user.email);
    await changeEmail({ client });
    await addPasskey(createClient({ session: await createLiveSession(user.id) }), "Thief's key");
    expect(await (await pressButton(path)).text()).toContain("Your email address is back.");
    expect(await query("select email, password_hash from users where id = $1", [user.id])).toEqual([
      { email: user.email, password_hash: null },
    ]);
    expect(await query("select name from passkeys where user_id = $1", [user.id])).toEqual([]);
    expect(await (await pressButton(path)).text()).toContain("The change is stopped.");
  });

  test("stays back, whatever button was mailed to the addresses in between", async () => {
    const { user, thief, first } = await createStolenAccount();
    // The account's second sign-in, in a new browser, is mailed.
    (await visitor().call(signIn, { body: { username: first, password } })).reply();
    const firstNotMeLink = await waitForNotMeLink(first, "New sign-in");
    const lastEmail = await changeEmail(thief);
    const lastNotMeLink = await waitForNotMeLink(lastEmail, "address was changed");
    expect(await (await pressButton(await waitForStopLink(user.email))).text()).toContain(
      "Your email address is back.",
    );
    for (const path of [lastNotMeLink, firstNotMeLink]) {
      expect(await (await pressButton(path)).text()).toContain("Everybody is signed out");
      expect(await findEmail(user.id)).toBe(user.email);
    }
  });

  test("is not moved by the second link once its owner has it back and changes it", async () => {
    const { user, thief, first } = await createStolenAccount();
    await changeEmail(thief);
    await pressButton(await waitForNotMeLink(user.email, "address was changed"));
    expect(await findEmail(user.id)).toBe(user.email);
    const ownEmail = await changeEmail({ client: createClient({ session: await createLiveSession(user.id) }) });
    // The link only undoes the address that it was mailed about, and changes made from that address.
    expect(await (await pressButton(await waitForStopLink(first))).text()).toContain("no longer works");
    expect(await findEmail(user.id)).toBe(ownEmail);
  });

  test.each([
    ["stopped the change", waitForStopLink],
    ["reported the change", (email: string) => waitForNotMeLink(email, "address was changed")],
  ])("is not disturbed by a thief's unconfirmed request once its owner has %s", async (_how, waitForOwnLink) => {
    const { user, thief, first } = await createStolenAccount();
    (await thief.client.call(requestEmailChange, { body: { new_email: uniqueEmail() } })).reply();
    const thiefPath = await waitForStopLink(first);
    await pressButton(await waitForOwnLink(user.email));
    expect(await findEmail(user.id)).toBe(user.email);
    const owner = createClient({ session: await createLiveSession(user.id) });
    const { client, new_email } = await openChangeLink({ client: owner });
    expect(await (await pressButton(thiefPath)).text()).toContain("no longer works");
    expect((await owner.call(getSession)).status).toBe(200);
    expect((await client.call(confirmEmailChange)).reply().new_email).toBe(new_email);
  });
});

const insertBrowser = (table: "known_browsers" | "trusted_browsers", userId: string) =>
  table === "known_browsers"
    ? query("insert into known_browsers (user_id, token_hash) values ($1, $2)", [userId, sha256(unique("browser"))])
    : query(
        "insert into trusted_browsers (user_id, token_hash, expires_at) values ($1, $2, now() + interval '30 days')",
        [userId, sha256(unique("browser"))],
      );

/** What the account has besides its password: factors, browsers and a phone. */
const listWaysIn = async (userId: string) =>
  (
    await query<{ name: string }>(
      `select name from passkeys where user_id = $1
       union all select 'app' from totp_secrets where user_id = $1
       union all select 'backup code' from backup_codes where user_id = $1
       union all select 'known browser' from known_browsers where user_id = $1
       union all select 'trusted browser' from trusted_browsers where user_id = $1
       union all select 'phone' from user_phones where user_id = $1`,
      [userId],
    )
  ).map(({ name }) => name);

describe("what a thief has added", () => {
  test("since the change is removed with it, and what was there before stays", async () => {
    const { client: ownClient, user } = await signedIn();
    await addPasskey(ownClient, "Own key");
    const signInAgain = async () => createClient({ session: await createLiveSession(user.id) });
    await changeEmail({ client: await signInAgain() });
    const thief = await signInAgain();
    await addPasskey(thief, "Thief's key");
    await addTotp(thief, user.id);
    for (const table of ["known_browsers", "trusted_browsers"] as const) await insertBrowser(table, user.id);
    await query("insert into user_phones (user_id, number, verified_at) values ($1, '+15550100', now())", [user.id]);
    expect(new Set(await listWaysIn(user.id)).size).toBe(7);
    expect(await (await pressButton(await waitForStopLink(user.email))).text()).toContain(
      "Your email address is back.",
    );
    expect(await listWaysIn(user.id)).toEqual(["Own key"]);
  });

  test("is not confused with what the owner adds before a second press of the link", async () => {
    const { client, user } = await signedIn();
    const new_email = await changeEmail({ client });
    const path = await waitForStopLink(user.email);
    expect(await (await pressButton(path)).text()).toContain("Your email address is back.");
    await addPasskey(createClient({ session: await createLiveSession(user.id) }), "New key");
    expect(await (await pressButton(path)).text()).toContain("The change is stopped.");
    expect(await listWaysIn(user.id)).toEqual(["New key"]);
    expect(await findEmail(user.id)).not.toBe(new_email);
  });
});

describe("the buttons in a thief's mailbox", () => {
  test("undo nothing that the owner has set up after taking the account back", async () => {
    const { user, first } = await createStolenAccount();
    // The account's second sign-in, in a new browser, is mailed.
    (await visitor().call(signIn, { body: { username: first, password } })).reply();
    const thiefPaths = [
      await waitForNotMeLink(first, "address was changed"),
      await waitForNotMeLink(first, "New sign-in"),
    ];
    await pressButton(await waitForStopLink(user.email));
    (await visitor().call(requestPasswordReset, { body: { email: user.email } })).reply();
    const browser = visitor();
    await openLink(browser, await waitForLink(user.email, "Reset"));
    (await browser.call(finishPasswordReset, { body: { new_password: `${password}3` } })).reply();
    const credentials = { username: user.email, password: `${password}3` };
    (await browser.call(signIn, { body: credentials })).reply();
    await addPasskey(browser, "New key");
    const owner = createClient({ session: await createLiveSession(user.id) });
    for (const path of thiefPaths) expect(await (await pressButton(path)).text()).toContain("Everybody is signed out");
    expect((await owner.call(getSession)).status).toBe(200);
    expect(await listWaysIn(user.id)).toEqual(["New key", "known browser"]);
    expect(await query("select 1 from users where id = $1 and password_hash is not null", [user.id])).toHaveLength(1);
  });
});

describe("links that were mailed before", () => {
  test("to reset the password stop working when the address changes", async () => {
    const actor = await signedIn();
    const { client } = await openChangeLink(actor);
    (await visitor().call(requestPasswordReset, { body: { email: actor.user.email } })).reply();
    const reset = await waitForLink(actor.user.email, "Reset");
    (await client.call(confirmEmailChange)).reply();
    expect((await openLink(visitor(), reset)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("to change the address stop working when the password is reset, the opened one too", async () => {
    const actor = await signedIn();
    const { client, link } = await openChangeLink(actor);
    (await visitor().call(requestPasswordReset, { body: { email: actor.user.email } })).reply();
    const browser = visitor();
    (await openLink(browser, await waitForLink(actor.user.email, "Reset"))).reply();
    (await browser.call(finishPasswordReset, { body: { new_password: `${password}2` } })).reply();
    expect((await client.call(confirmEmailChange)).errcode).toBe("INVALID_JWT_MSG");
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });
});

async function inviteStranger() {
  const { client } = await signedInAdmin();
  const [email, new_email] = [uniqueEmail(), uniqueEmail()];
  const { id: org_id } = await createOrganization();
  const body = { org_id, email, first_name: "Ada", last_name: "Lovelace", phone: "", roles: ["user" as const] };
  const { id } = (await client.call(inviteUser, { body })).reply();
  const requestCorrection = () => client.call(startEmailChange, { params: { user_id: id }, body: { new_email } });
  return { admin: client, org_id, id, email, new_email, requestCorrection };
}

/**
 * An invitation to a mistyped address, whose link a stranger has opened, and whose correction an administrator has
 * requested.
 */
async function createMistypedInvitation() {
  const { requestCorrection, ...invitation } = await inviteStranger();
  const link = await waitForLink(invitation.email, "Set up");
  const stranger = visitor();
  (await openLink(stranger, link)).reply();
  (await requestCorrection()).reply();
  return { ...invitation, link, stranger };
}

async function setUpBody() {
  const agreement_version = await fetchLicenseVersion();
  return { password, agreement_version };
}

async function confirmCorrection(newEmail: string) {
  const browser = visitor();
  (await openLink(browser, await waitForLink(newEmail, "Confirm your new email address"))).reply();
  (await browser.call(confirmEmailChange)).reply();
  return browser;
}

async function setUpByMailedLink(browser: Client, newEmail: string) {
  (await openLink(browser, await waitForLink(newEmail, "Set up"))).reply();
  (await browser.call(finishSetUp, { body: await setUpBody() })).reply();
}

const listMailTypes = async (recipient: string) =>
  (await query<{ type: string }>("select type from outbox where recipient = $1 order by id", [recipient])).map(
    ({ type }) => type,
  );

describe("a mistyped address of an account that was never set up", () => {
  test("loses its set-up link, the opened one too, and gets no other while the correction waits", async () => {
    const { admin, org_id, id, email, link, stranger } = await createMistypedInvitation();
    expect((await stranger.call(finishSetUp, { body: await setUpBody() })).errcode).toBe("INVALID_JWT_MSG");
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
    (await visitor().call(requestPasswordReset, { body: { email } })).reply();
    const { client: manager } = await signedIn({ org_id, roles: ["org", "user"] });
    await postForm(manager, `/portal/people/${id}/invite`);
    expect((await admin.call(sendSetUpLinks, { body: { user_ids: [id] } })).errcode).toBe("USR_NOT_AWAITED");
    expect((await admin.call(resetUserPassword, { params: { user_id: id } })).errcode).toBe("USR_NOT_AWAITED");
    expect(await (await admin.fetch(`/admin/people/${id}`)).text()).not.toContain("Mail the set-up link again");
    expect(await listMailTypes(email)).toEqual(["userSetup"]);
    await query(
      "update verification_codes set expires_at = now() where user_id = $1 and scope = 'verify:email-change'",
      [id],
    );
    (await visitor().call(requestPasswordReset, { body: { email } })).reply();
    expect(await listMailTypes(email)).toEqual(["userSetup", "userSetup"]);
  });

  test.each(["an administrator", "the manager"])(
    "gets no link that %s asks for a moment after the correction is requested",
    async (who) => {
      const race = await raceForRow(async () => {
        const { admin, org_id, id, requestCorrection } = await inviteStranger();
        const { client: manager } = await signedIn({ org_id, roles: ["org", "user"] });
        const invite = () =>
          who === "the manager"
            ? postForm(manager, `/portal/people/${id}/invite`)
            : admin.call(sendSetUpLinks, { body: { user_ids: [id] } });
        const lock = await hold("select 1 from verification_codes where user_id = $1 for update", [id]);
        return { id, lock, requests: [requestCorrection, invite] };
      });
      expect(
        await query("select scope from verification_codes where user_id = $1 and expires_at > now()", [race.id]),
      ).toEqual([{ scope: "verify:email-change" }]);
    },
  );

  test("hears nothing of the correction, and the corrected one gets the set-up link", async () => {
    const { id, email, new_email } = await createMistypedInvitation();
    const browser = await confirmCorrection(new_email);
    expect(await listMailTypes(email)).toEqual(["userSetup"]);
    await setUpByMailedLink(browser, new_email);
    expect((await visitor().call(signIn, { body: { username: new_email, password } })).status).toBe(201);
    expect(await listMailTypes(new_email)).toEqual(["emailChangeVerification", "emailChanged", "userSetup", "welcome"]);
    const auditQuery = { subject_id: id, action: "requestEmailChange" };
    const { data } = (await (await signedInAdmin()).client.call(listAudit, { query: auditQuery })).reply();
    expect(data.map(({ text }) => text)).toEqual([
      `Requested a change of the email address of Ada Lovelace from ${email} to ${new_email}`,
    ]);
  });

  test("does not come back by the button in the corrected mailbox, which takes back a later theft", async () => {
    const { id, new_email } = await createMistypedInvitation();
    await setUpByMailedLink(await confirmCorrection(new_email), new_email);
    const path = await waitForNotMeLink(new_email, "address was changed");
    await changeEmail({ client: createClient({ session: await createLiveSession(id) }) });
    expect(await (await pressButton(path)).text()).toContain("Everybody is signed out");
    expect(await findEmail(id)).toBe(new_email);
  });
});
