// Security events, their mails, and the button “This was not me”.
import { describe, expect, test } from "vitest";
import { reactivateUser, resetUserPassword, startEmailChange } from "../../../worker/contract/v1/admin/users.ts";
import { listOrgUserSecurityEvents } from "../../../worker/contract/v1/org.ts";
import { finishPasswordReset, requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { listSecurityEvents } from "../../../worker/contract/v1/sso/security-events.ts";
import * as security from "../../../worker/contract/v1/sso/security.ts";
import { getSession, signIn } from "../../../worker/contract/v1/sso/session.ts";
import { confirmEmailChange, requestEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { type Client, createClient } from "../../support/client.ts";
import { hold, query, raceForRow } from "../../support/database.ts";
import { createSession, createUser, password, type TestUser, uniqueEmail } from "../../support/factories.ts";
import { openLink, waitForLink, waitForNotMeLink } from "../../support/inbox.ts";
import { preparePasskey } from "../../support/factors.ts";
import { sandbox } from "../../support/sandbox.ts";
import { findEmail, openChangeLink } from "./links.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const berlinHeaders = { "x-sandbox-country": "DE", "x-sandbox-city": "Berlin", "user-agent": firefox };
const lyonHeaders = { "x-sandbox-country": "FR", "x-sandbox-city": "Lyon", "user-agent": firefox };
const signInSubject = "New sign-in to your CrunchBox account";
const newPassword = "Newer-5678?#";

const signInAs = (client: Client, user: { email: string }, headers: Record<string, string> = berlinHeaders) =>
  client.call(signIn, { body: { username: user.email, password }, headers });
const listPayloads = async (user: TestUser, type: string) =>
  (
    await query<{ payload: Record<string, unknown> }>(
      "select payload from outbox where user_id = $1 and type = $2 order by id",
      [user.id, type],
    )
  ).map(({ payload }) => payload);

async function createSignedInUser() {
  const user = await createUser();
  const client = visitor();
  (await signInAs(client, user)).reply();
  return { user, client };
}

/** Confirms a requested change of the address by the link in the new mailbox. */
async function confirmAddress(newEmail: string): Promise<void> {
  const mailbox = visitor();
  (await openLink(mailbox, await waitForLink(newEmail, "Confirm"))).reply();
  (await mailbox.call(confirmEmailChange)).reply();
}

const submitReport = (path: string) => visitor().fetch(path, { method: "POST" });
const pressButton = async (path: string) => (await submitReport(path)).text();

describe("a sign-in", () => {
  test("that is the account's first is told to nobody, nor one in the same browser from the same country", async () => {
    const { user, client } = await createSignedInUser();
    (await signInAs(client, user)).reply();
    expect(await listPayloads(user, "newSignIn")).toEqual([]);
    expect((await client.call(listSecurityEvents)).reply().data).toMatchObject([
      { kind: "signed_in", country: "DE", city: "Berlin", is_new_browser: false, is_new_country: false },
      { kind: "signed_in", country: "DE", city: "Berlin", is_new_browser: false, is_new_country: false },
    ]);
  });

  test("in a new browser is told with time, place, browser and a button", async () => {
    const { user } = await createSignedInUser();
    (await signInAs(visitor(), user)).reply();
    const mail = await sandbox.waitForMail(user.email, signInSubject);
    expect(mail.text).toContain("Berlin, Germany");
    expect(mail.text).toContain("Firefox on Windows");
    expect(mail.text).toMatch(/\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC/);
    expect(mail.text).toContain("This was not me");
    expect(mail.text).toContain("in a browser that is new to it");
    // The link is signed when the mail is sent, so the stored payload has none.
    expect(JSON.stringify(await listPayloads(user, "newSignIn"))).not.toContain("not-me");
  });

  test("from a new country is told in a known browser, too", async () => {
    const { user, client } = await createSignedInUser();
    (await signInAs(client, user, lyonHeaders)).reply();
    expect((await sandbox.waitForMail(user.email, signInSubject)).text).toContain("from France, which is new for it");
    (await signInAs(client, user, lyonHeaders)).reply();
    expect(await listPayloads(user, "newSignIn")).toHaveLength(1);
  });

  test("from an unknown place is not from a new country", async () => {
    const { user, client } = await createSignedInUser();
    (await signInAs(client, user, { "user-agent": firefox })).reply();
    (await signInAs(client, user, { ...berlinHeaders, "x-sandbox-country": "no country" })).reply();
    expect(await listPayloads(user, "newSignIn")).toEqual([]);
  });

  test("that is refused leaves no event and no mail", async () => {
    const { user } = await createSignedInUser();
    const wrongBody = { username: user.email, password: "Wrong-1234!" };
    expect((await visitor().call(signIn, { body: wrongBody, headers: lyonHeaders })).errcode).toBe(
      "INVALID_CREDENTIALS",
    );
    expect(await query("select 1 from security_events where user_id = $1", [user.id])).toHaveLength(1);
    expect(await listPayloads(user, "newSignIn")).toEqual([]);
  });
});

/** A user whose password a thief used in another browser, and the path of the button in the mail. */
async function createRobbedUser() {
  const { user, client } = await createSignedInUser();
  const thief = visitor();
  (await signInAs(thief, user, lyonHeaders)).reply();
  const path = await waitForNotMeLink(user.email, signInSubject);
  return { user, client, thief, path, report: () => submitReport(path) };
}

describe("the button This was not me", () => {
  test("asks first: fetching its link changes nothing", async () => {
    const { user, client, thief, path } = await createRobbedUser();
    const page = await visitor().fetch(path, { headers: { "sec-fetch-dest": "document" } });
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await page.text()).toContain("Lyon, France");
    for (const each of [client, thief]) expect((await each.call(getSession)).status).toBe(200);
    expect(
      await query("select 1 from security_events where user_id = $1 and reported_at is not null", [user.id]),
    ).toEqual([]);
  });

  test("throws everybody out, blocks the password, and mails a link for a new one", async () => {
    const { user, client, thief, path } = await createRobbedUser();
    const bearer = createClient({ bearer: await createSession(user.id, "bearer") });
    expect(await pressButton(path)).toContain("Everybody is signed out");
    for (const each of [client, thief, bearer]) expect((await each.call(getSession)).errcode).toBe("INVALID_JWT");
    expect((await signInAs(client, user)).errcode).toBe("INVALID_CREDENTIALS");
    expect(await query("select 1 from known_browsers where user_id = $1", [user.id])).toEqual([]);
    const browser = visitor();
    (await openLink(browser, await waitForLink(user.email, "Reset"))).reply();
    (await browser.call(finishPasswordReset, { body: { new_password: newPassword } })).reply();
    const newCredentials = { username: user.email, password: newPassword };
    expect((await browser.call(signIn, { body: newCredentials, headers: berlinHeaders })).status).toBe(201);
    const events = (await browser.call(listSecurityEvents)).reply().data;
    expect(events.map(({ kind, reported_at }) => [kind, reported_at !== null])).toEqual([
      ["signed_in", false],
      ["password_changed", false],
      ["reported", true],
      ["signed_in", true],
      ["signed_in", false],
    ]);
  });

  test("overtakes a new password of the thief that is being written", async () => {
    const { user, path } = await createRobbedUser();
    (await visitor().call(requestPasswordReset, { body: { email: user.email } })).reply();
    const thief = visitor();
    (await openLink(thief, await waitForLink(user.email, "Reset"))).reply();
    const [code] = await query<{ id: string }>("select id from verification_codes where user_id = $1", [user.id]);
    const { arrived, release } = await sandbox.holdBack(code?.id ?? "");
    const pendingReset = thief.call(finishPasswordReset, { body: { new_password: newPassword } });
    await arrived();
    expect(await pressButton(path)).toContain("Everybody is signed out");
    await release();
    expect((await pendingReset).errcode).toBe("INVALID_JWT_MSG");
    const thiefCredentials = { username: user.email, password: newPassword };
    expect((await visitor().call(signIn, { body: thiefCredentials })).errcode).toBe("INVALID_CREDENTIALS");
  });

  test("gives back the address that the thief has changed since", async () => {
    const { user, thief, path } = await createRobbedUser();
    const new_email = uniqueEmail();
    (await thief.call(requestEmailChange, { body: { new_email } })).reply();
    await confirmAddress(new_email);
    expect(await pressButton(path)).toContain("Everybody is signed out");
    expect(await query("select email, password_hash from users where id = $1", [user.id])).toEqual([
      { email: user.email, password_hash: null },
    ]);
    expect((await waitForLink(user.email, "Reset")).user_id).toBe(user.id);
  });

  test("gives back the address that the thief confirms at the same moment", async () => {
    const race = await raceForRow(async () => {
      const { user, thief, report } = await createRobbedUser();
      const { client: mailbox } = await openChangeLink({ client: thief });
      const lock = await hold("select 1 from users where id = $1 for update", [user.id]);
      return { user, lock, requests: [() => mailbox.call(confirmEmailChange), report] };
    });
    expect(await findEmail(race.user.id)).toBe(race.user.email);
    expect((await waitForLink(race.user.email, "Reset")).user_id).toBe(race.user.id);
  });

  test("mails the thief no link that an administrator asks for at the same moment", async () => {
    const admin = await signedInAdmin();
    const race = await raceForRow(async () => {
      const { user, thief, report } = await createRobbedUser();
      const { client: mailbox, new_email } = await openChangeLink({ client: thief });
      (await mailbox.call(confirmEmailChange)).reply();
      const lock = await hold("select 1 from users where id = $1 for update", [user.id]);
      const reset = () => admin.client.call(resetUserPassword, { params: { user_id: user.id } });
      return { user, new_email, lock, requests: [report, reset] };
    });
    expect(
      await query("select 1 from outbox where type = 'passwordReset' and recipient = $1", [race.new_email]),
    ).toEqual([]);
    expect((await waitForLink(race.user.email, "Reset")).user_id).toBe(race.user.id);
  });

  test("mails the thief no link to another address that is requested a moment after it", async () => {
    const race = await raceForRow(async () => {
      const { user, thief, report } = await createRobbedUser();
      await openChangeLink({ client: thief });
      const lock = await hold("select 1 from users where id = $1 for update", [user.id]);
      const request = () => thief.call(requestEmailChange, { body: { new_email: uniqueEmail() } });
      return { user, lock, requests: [report, request] };
    });
    expect(
      await query(
        "select 1 from verification_codes where user_id = $1 and scope = 'verify:email-change' and expires_at > now()",
        [race.user.id],
      ),
    ).toEqual([]);
    expect(race.answers[1]).toMatchObject({ errcode: "INVALID_JWT" });
  });

  test.each(["before", "after"])("leaves no passkey that the thief adds a moment %s it", async (order) => {
    const race = await raceForRow(async () => {
      const { user, thief, report } = await createRobbedUser();
      const { body } = await preparePasskey(thief);
      const lock = await hold("select 1 from users where id = $1 for update", [user.id]);
      const requests = [() => thief.call(security.createPasskey, { body }), report];
      return { user, lock, requests: order === "before" ? requests : requests.toReversed() };
    });
    expect(await query("select 1 from passkeys where user_id = $1", [race.user.id])).toEqual([]);
  });

  test("removes what the thief has added since, and leaves what was there before", async () => {
    const { user, path } = await createRobbedUser();
    for (const [name, age] of [
      ["Own key", "1 day"],
      ["Thief's key", "0 days"],
    ])
      await query(
        `insert into passkeys (user_id, credential_id, public_key, counter, name, is_synced, created_at)
         values ($1, decode(md5($2::text), 'hex'), '\\x00', 0, $2::text, false, now() - $3::interval)`,
        [user.id, name, age],
      );
    await query("insert into totp_secrets (user_id, sealed_secret, enabled_at) values ($1, '\\x00', now())", [user.id]);
    await query("insert into backup_codes (user_id, code_hash) values ($1, 'a hash')", [user.id]);
    await query(
      "insert into trusted_browsers (user_id, token_hash, expires_at) values ($1::uuid, decode(md5($1::uuid::text), 'hex'), now() + interval '30 days')",
      [user.id],
    );
    await pressButton(path);
    expect(
      await query(
        `select name from passkeys where user_id = $1
         union all select 'app' from totp_secrets where user_id = $1
         union all select 'backup code' from backup_codes where user_id = $1
         union all select 'browser' from trusted_browsers where user_id = $1`,
        [user.id],
      ),
    ).toEqual([{ name: "Own key" }]);
  });

  test("blocks the account when somebody else has taken the previous address meanwhile, and mails nothing to the thief", async () => {
    const { user, thief, path } = await createRobbedUser();
    const new_email = uniqueEmail();
    (await thief.call(requestEmailChange, { body: { new_email } })).reply();
    await confirmAddress(new_email);
    await query("update users set email = $2 where id = $1", [(await createUser()).id, user.email]);
    const page = await pressButton(path);
    expect(page).toContain("Everybody is signed out");
    expect(page).toContain("could not put it back");
    expect(await pressButton(path)).toContain("contact support");
    (await visitor().call(requestPasswordReset, { body: { email: new_email } })).reply();
    expect(await listPayloads(user, "passwordReset")).toEqual([]);
    expect(await query("select is_active, password_hash from users where id = $1", [user.id])).toEqual([
      { is_active: false, password_hash: null },
    ]);
  });

  test("leaves a blocked account to support, of whose new address the thief hears nothing", async () => {
    const { user, thief, path } = await createRobbedUser();
    const [thiefEmail, ownEmail] = [uniqueEmail(), uniqueEmail()];
    (await thief.call(requestEmailChange, { body: { new_email: thiefEmail } })).reply();
    await confirmAddress(thiefEmail);
    await query("update users set email = $2 where id = $1", [(await createUser()).id, user.email]);
    expect(await pressButton(path)).toContain("could not put it back");
    const { client: support } = await signedInAdmin();
    const params = { user_id: user.id };
    (await support.call(startEmailChange, { params, body: { new_email: ownEmail } })).reply();
    await confirmAddress(ownEmail);
    (await support.call(reactivateUser, { params })).reply();
    expect(await query("select type from outbox where recipient = $1 order by id", [thiefEmail])).toEqual([
      { type: "emailChangeVerification" },
      { type: "emailChanged" },
    ]);
    (await visitor().call(requestPasswordReset, { body: { email: ownEmail } })).reply();
    const browser = visitor();
    (await openLink(browser, await waitForLink(ownEmail, "Reset"))).reply();
    (await browser.call(finishPasswordReset, { body: { new_password: newPassword } })).reply();
    const newCredentials = { username: ownEmail, password: newPassword };
    expect((await browser.call(signIn, { body: newCredentials })).status).toBe(201);
  });

  test("tells the user of an inactive account that no link was mailed", async () => {
    const { user, path } = await createRobbedUser();
    await query("update users set is_active = false where id = $1", [user.id]);
    const page = await pressButton(path);
    expect(page).toContain("Everybody is signed out");
    expect(page).not.toContain("We emailed you a link");
    expect(page).toContain("contact support");
    expect(await listPayloads(user, "passwordReset")).toEqual([]);
    expect(await query("select 1 from users where id = $1 and password_hash is null", [user.id])).toHaveLength(1);
  });

  test("pressed a second time leaves the new password alone", async () => {
    const { user, path } = await createRobbedUser();
    await pressButton(path);
    const browser = visitor();
    (await openLink(browser, await waitForLink(user.email, "Reset"))).reply();
    (await browser.call(finishPasswordReset, { body: { new_password: newPassword } })).reply();
    (await browser.call(signIn, { body: { username: user.email, password: newPassword } })).reply();
    expect(await pressButton(path)).toContain("Everybody is signed out");
    expect((await browser.call(getSession)).status).toBe(200);
  });

  test("does nothing with a wrong signature, another user's event or after 7 days", async () => {
    const { user, client, path } = await createRobbedUser();
    const [, page = "", event = "", , token = ""] = path.split("/");
    const stranger = await createUser();
    for (const wrongPath of [`${path.slice(0, -1)}_`, `/${page}/${event}/${stranger.id}/${token}`])
      expect(await pressButton(wrongPath)).toContain("This link no longer works");
    await query("update security_events set created_at = created_at - interval '7 days' where user_id = $1", [user.id]);
    expect(await pressButton(path)).toContain("This link no longer works");
    expect((await client.call(getSession)).status).toBe(200);
  });
});

test("a changed password is told with place, browser and the button, which blocks the thief's password", async () => {
  const { user } = await createSignedInUser();
  (await visitor().call(requestPasswordReset, { body: { email: user.email } })).reply();
  const thief = visitor();
  (await openLink(thief, await waitForLink(user.email, "Reset"))).reply();
  (await thief.call(finishPasswordReset, { body: { new_password: newPassword }, headers: lyonHeaders })).reply();
  const mail = await sandbox.waitForMail(user.email, "password was changed");
  expect(mail.text).toContain("Lyon, France");
  expect(mail.text).toContain("Firefox on Windows");
  expect(await pressButton(await waitForNotMeLink(user.email, "password was changed"))).toContain(
    "Everybody is signed out",
  );
  const stolenCredentials = { username: user.email, password: newPassword };
  expect((await thief.call(signIn, { body: stolenCredentials })).errcode).toBe("INVALID_CREDENTIALS");
});

test("a changed address is told to both addresses, and the old one takes it back", async () => {
  const { user, client } = await createSignedInUser();
  const new_email = uniqueEmail();
  (await client.call(requestEmailChange, { body: { new_email } })).reply();
  const mailbox = visitor();
  (await openLink(mailbox, await waitForLink(new_email, "Confirm"))).reply();
  (await mailbox.call(confirmEmailChange, { headers: lyonHeaders })).reply();
  expect((await sandbox.waitForMail(new_email, "address was changed")).text).toContain("Lyon, France");
  await pressButton(await waitForNotMeLink(user.email, "address was changed"));
  expect(await query("select email from users where id = $1", [user.id])).toEqual([{ email: user.email }]);
});

describe("the list of security events", () => {
  test("is of the person alone; managers read those of their own people, and nobody else's", async () => {
    const { user } = await createSignedInUser();
    const colleague = await signedIn({ org_id: user.org_id });
    expect((await colleague.client.call(listSecurityEvents)).reply().data).toEqual([]);
    const manager = await signedIn({ org_id: user.org_id, roles: ["org", "user"] });
    const params = { id: user.id };
    expect((await manager.client.call(listOrgUserSecurityEvents, { params })).reply()).toMatchObject({
      data: [{ kind: "signed_in", city: "Berlin" }],
      meta: { count: 1 },
    });
    const { client: other } = await signedIn({ roles: ["org", "user"] });
    expect((await other.call(listOrgUserSecurityEvents, { params })).errcode).toBe("USR_NOT_FOUND");
    const page = await manager.client.fetch(`/portal/people/${user.id}/security-events`);
    expect(await page.text()).toContain("Berlin, Germany");
    expect((await other.fetch(`/portal/people/${user.id}/security-events`)).status).toBe(404);
  });

  test("ends after 90 days", async () => {
    const { user, client } = await createSignedInUser();
    await query("update security_events set created_at = now() - interval '91 days' where user_id = $1", [user.id]);
    expect((await client.call(listSecurityEvents)).reply().data).toEqual([]);
  });
});
