import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  inactivateUser,
  reactivateUser,
  startEmailChange,
  updateUser,
} from "../../../worker/contract/v1/admin/users.ts";
import { finishPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { signOut, getSession } from "../../../worker/contract/v1/sso/session.ts";
import { exchangeCode } from "../../../worker/contract/v1/sso/token.ts";
import { requestEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { type Actor, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { hold, query } from "../../support/database.ts";
import { createSession, sha256, uniqueEmail } from "../../support/factories.ts";
import { requestCode, toChallenge, signInWithDesktop } from "../../support/desktop.ts";
import { createLink, openLink } from "../../support/inbox.ts";

const newVerifier = () => randomBytes(32).toString("base64url");

/** The code that a signed-in user's browser hands to the desktop app, with the verifier of its challenge. */
async function createHandOff() {
  const actor = await signedIn();
  const { code, code_verifier } = await requestCode(actor.client, { redirect_uri: "flowpoint://open" });
  return { ...actor, sent: { code, code_verifier } };
}

/** The desktop app sends neither cookies nor Sec-Fetch-Site, unlike a browser. */
const exchange = (body: unknown) => visitor().call(exchangeCode, { body, headers: { "sec-fetch-site": null } });
const refusedResult = [422, "INVALID_VERIFICATION_CODE"];

describe("exchanging a hand-off code", () => {
  test("with its verifier answers a bearer token that signs the same person in for an hour", async () => {
    const { user, sent } = await createHandOff();
    const answer = await exchange(sent);
    const { access_token, token_type, expires_at } = answer.reply();
    expect([answer.status, token_type]).toEqual([200, "Bearer"]);
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 3600_000)).toBeLessThan(60_000);
    expect(answer.set_cookies).toEqual([]);
    expect((await createClient({ bearer: access_token }).call(getSession)).reply().user_id).toBe(user.id);
  });

  test("may name its grant type", async () => {
    const { sent } = await createHandOff();
    expect((await exchange({ grant_type: "authorization_code", ...sent })).status).toBe(200);
  });

  test.each([
    ["a wrong verifier", newVerifier()],
    ["no verifier", undefined],
    ["a null verifier", null],
  ])("with %s is refused, and the code is used up", async (_what, code_verifier) => {
    const { sent } = await createHandOff();
    const answer = await exchange({ code: sent.code, code_verifier });
    expect([answer.status, answer.errcode]).toEqual(refusedResult);
    expect((await exchange(sent)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("with the challenge itself for a verifier is refused", async () => {
    const { sent } = await createHandOff();
    const code_verifier = toChallenge(sent.code_verifier);
    expect((await exchange({ ...sent, code_verifier })).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("for a code from before challenges were demanded is refused", async () => {
    const { sent } = await createHandOff();
    await query("update hand_off_codes set code_challenge = null where code_hash = $1", [sha256(sent.code)]);
    expect((await exchange({ code: sent.code })).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("a second time is refused and ends the session that the first made", async () => {
    const { sent } = await createHandOff();
    const { access_token } = (await exchange(sent)).reply();
    expect((await createClient({ bearer: access_token }).call(getSession)).status).toBe(200);
    const secondAnswer = await exchange(sent);
    expect([secondAnswer.status, secondAnswer.errcode]).toEqual(refusedResult);
    expect((await createClient({ bearer: access_token }).call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("a second time leaves the browser's session alone", async () => {
    const { sent, client } = await createHandOff();
    await exchange(sent);
    await exchange(sent);
    expect((await client.call(getSession)).status).toBe(200);
  });

  test("after 60 seconds is refused", async () => {
    const { sent } = await createHandOff();
    await query("update hand_off_codes set expires_at = now() - interval '1 millisecond' where code_hash = $1", [
      sha256(sent.code),
    ]);
    expect((await exchange(sent)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test.each([
    ["inactivated", "is_active = false"],
    ["left without an agreement", "agreed_at = null"],
  ])("of a person who was %s meanwhile is refused", async (_what, change) => {
    const { sent, user } = await createHandOff();
    await query(`update users set ${change} where id = $1`, [user.id]);
    expect((await exchange(sent)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("32 times at once makes one session", async () => {
    const { sent, user } = await createHandOff();
    const answers = await Promise.all(Array.from({ length: 32 }, () => exchange(sent)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await query("select 1 from sessions where user_id = $1 and kind = 'bearer'", [user.id])).toHaveLength(1);
  });

  test("a second time, before the first is answered, leaves no session that works", async () => {
    const { sent, user } = await createHandOff();
    // The first exchange waits for the user's row before it creates its session, and the second waits for the first.
    const lock = await hold("select 1 from users where id = $1 for no key update", [user.id]);
    const pendingAnswers = Promise.all([exchange(sent), exchange(sent)]);
    const listWaiting = async () => (await lock.waiting()).filter((text) => text.includes("update hand_off_codes"));
    await expect
      .poll(listWaiting, { interval: 10 })
      .toHaveLength(2)
      .finally(() => lock.release());
    expect((await pendingAnswers).map((answer) => answer.status).toSorted()).toEqual([200, 422]);
    const liveSql = "select 1 from sessions where user_id = $1 and kind = 'bearer' and revoked_at is null";
    expect(await query(liveSql, [user.id])).toEqual([]);
  });

  test.each([
    ["signed out", async ({ client }: Actor) => (await client.call(signOut)).status],
    [
      "was given other roles",
      async ({ user }: Actor) => {
        const { client } = await signedInAdmin();
        return (await client.call(updateUser, { params: { user_id: user.id }, body: { roles: ["buyer", "user"] } }))
          .status;
      },
    ],
    [
      "set a new password",
      async ({ user }: Actor) => {
        const browser = visitor();
        await openLink(browser, await createLink((await signedInAdmin()).client, user.id));
        return (await browser.call(finishPasswordReset, { body: { new_password: "Newer-5678!" } })).status;
      },
    ],
    [
      "was inactivated and reactivated",
      async ({ user }: Actor) => {
        const { client } = await signedInAdmin();
        await client.call(inactivateUser, { params: { user_id: user.id } });
        return (await client.call(reactivateUser, { params: { user_id: user.id } })).status;
      },
    ],
  ])("of a person who %s meanwhile is refused, like the session it came from", async (_what, change) => {
    const actor = await createHandOff();
    expect(await change(actor)).toBe(200);
    const answer = await exchange(actor.sent);
    expect([answer.status, answer.errcode]).toEqual(refusedResult);
  });

  test("in the audit log names the person", async () => {
    const { sent, user } = await createHandOff();
    await exchange(sent);
    expect(
      await query("select 1 from audit_log where action = 'exchangeCode' and subject_id = $1", [user.id]),
    ).toHaveLength(1);
  });

  test.each([
    [{}, "code"],
    [{ code: 7 }, "code"],
    [{ code: "c".repeat(129) }, "code"],
    [{ code: "c", code_verifier: "too-short" }, "code_verifier"],
    [{ code: "c", code_verifier: "v".repeat(129) }, "code_verifier"],
    [{ grant_type: "authorization_code" }, "code"],
    [{ code: null }, "code"],
    [{ code: "c", grant_type: "password" }, "grant_type"],
    [{ code: "c", grant_type: "" }, "grant_type"],
    [{ grant_type: "refresh_token" }, "refresh_token"],
    [{ grant_type: "refresh_token", code: "c" }, "refresh_token"],
    [{ grant_type: "refresh_token", refresh_token: 7 }, "refresh_token"],
    [{ grant_type: "refresh_token", refresh_token: "r".repeat(129) }, "refresh_token"],
  ])("with the body %j is refused with 400", async (body, field) => {
    const answer = await exchange(body);
    expect(answer.issues.map((issue) => issue.path)).toEqual([[field]]);
  });

  test("with another grant type says which there are", async () => {
    expect((await exchange({ code: "c", grant_type: "implicit" })).problems).toEqual([
      "grant_type: grant_type must be authorization_code or refresh_token",
    ]);
  });

  test.each(["", "x", "A".repeat(43)])("with the unknown code %j is refused", async (code) => {
    expect((await exchange({ code })).errcode).toBe("INVALID_VERIFICATION_CODE");
  });
});

test("signing out ends a bearer session too", async () => {
  const { sent } = await createHandOff();
  const desktop = createClient({ bearer: (await exchange(sent)).reply().access_token });
  (await desktop.call(signOut, { headers: { "sec-fetch-site": null } })).reply();
  expect((await desktop.call(getSession)).errcode).toBe("INVALID_JWT");
});

describe("a desktop token", () => {
  test("makes no successor of its own", async () => {
    const { desktop, user } = await signInWithDesktop();
    const { answer } = await requestCode(desktop);
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
    expect(await query("select 1 from hand_off_codes where user_id = $1 and used_at is null", [user.id])).toEqual([]);
  });

  test("buys nothing with a code that an earlier release gave it", async () => {
    const { user, sent } = await createHandOff();
    const linkSql =
      "update hand_off_codes set from_session_id = s.id from sessions s where s.id = $1 and code_hash = $2";
    await createSession(user.id, "bearer");
    const [{ id } = { id: "" }] = await query<{ id: string }>(
      "select id from sessions where user_id = $1 and kind = 'bearer'",
      [user.id],
    );
    await query(linkSql, [id, sha256(sent.code)]);
    expect((await exchange(sent)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("does not change the address of its account, nor an administrator's that of others", async () => {
    const { desktop, user } = await signInWithDesktop(await signedInAdmin());
    const headers = { "sec-fetch-site": null };
    const new_email = uniqueEmail();
    const ownAnswer = await desktop.call(requestEmailChange, { body: { new_email }, headers });
    const params = { user_id: user.id };
    const adminAnswer = await desktop.call(startEmailChange, { params, body: { new_email }, headers });
    for (const answer of [ownAnswer, adminAnswer])
      expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
  });
});
