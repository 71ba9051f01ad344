import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listUsers } from "../../../worker/contract/v1/admin/users.ts";
import { authorizeClient } from "../../../worker/contract/v1/sso/authorize.ts";
import {
  startImpersonation as start,
  endImpersonation as end,
} from "../../../worker/contract/v1/sso/impersonate-session.ts";
import { signOut, getSession } from "../../../worker/contract/v1/sso/session.ts";
import { updateProfile } from "../../../worker/contract/v1/sso/user.ts";
import { impersonating, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { hold, query } from "../../support/database.ts";
import { createUser, sha256 } from "../../support/factories.ts";

const tokenOf = (client: { cookies: Map<string, string> }) => client.cookies.get("__Host-session") ?? "";

describe("starting to impersonate", () => {
  test("answers 201 with the customer's user and acts as that user for 30 minutes", async () => {
    const admin = await signedInAdmin();
    const customer = await createUser({ roles: ["org", "user"] });
    const answer = await admin.client.call(start, { body: { user_id: customer.id } });
    expect(answer.status).toBe(201);
    expect(answer.reply()).toMatchObject({ user_id: customer.id, user: { id: customer.id, roles: ["org", "user"] } });
    const minutes = (Date.parse(answer.reply().expires_at) - Date.now()) / 60_000;
    expect(Math.abs(minutes - 30)).toBeLessThan(1);
    expect((await admin.client.call(getSession)).reply()).toMatchObject({
      user_id: customer.id,
      impersonator: { id: admin.user.id },
    });
  });

  test("exchanges the cookie: the administrator's own token stops working until the return", async () => {
    const admin = await signedInAdmin();
    await admin.client.call(start, { body: { user_id: (await createUser()).id } });
    expect(tokenOf(admin.client)).not.toBe(admin.token);
    expect((await createClient({ session: admin.token }).call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("leaves the administrator without their role while it lasts", async () => {
    const answer = await (await impersonating()).client.call(listUsers);
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
  });

  test.each([
    ["another administrator", () => createUser({ roles: ["admin", "user"] })],
    ["an inactive user", () => createUser({ state: "inactive" })],
    ["a user who never agreed", () => createUser({ state: "never-agreed" })],
  ])("as %s is refused as USR_NOT_AUTHORIZED", async (_what, target) => {
    const admin = await signedInAdmin();
    const answer = await admin.client.call(start, { body: { user_id: (await target()).id } });
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
    expect((await admin.client.call(getSession)).reply().user_id).toBe(admin.user.id);
  });

  test("as oneself is refused", async () => {
    const admin = await signedInAdmin();
    expect((await admin.client.call(start, { body: { user_id: admin.user.id } })).status).toBe(403);
  });

  test("as an unknown user is USR_NOT_FOUND, as a malformed one Invalid uuid.", async () => {
    const { client } = await signedInAdmin();
    const unknownAnswer = await client.call(start, { body: { user_id: randomUUID() } });
    expect([unknownAnswer.status, unknownAnswer.errcode]).toEqual([404, "USR_NOT_FOUND"]);
    expect((await client.call(start, { body: { user_id: "42" } })).problems).toEqual(["user_id: Invalid uuid."]);
  });

  test("a second time on top is refused", async () => {
    const answer = await (await impersonating()).client.call(start, { body: { user_id: (await createUser()).id } });
    expect(answer.errcode).toBe("USR_NOT_AUTHORIZED");
  });

  test("twenty times at once starts one session, and returning leaves none behind", async () => {
    const { token, user } = await signedInAdmin();
    const customer = await createUser();
    const browsers = Array.from({ length: 20 }, () => createClient({ session: token }));
    const answers = await Promise.all(browsers.map((each) => each.call(start, { body: { user_id: customer.id } })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ errcode }) => errcode))).toEqual(new Set([undefined, "INVALID_JWT"]));
    const winner = browsers[answers.findIndex(({ status }) => status === 201)];
    (await winner?.call(end))?.reply();
    const openSessions = await query("select 1 from sessions where actor_id = $1 and revoked_at is null", [user.id]);
    expect(openSessions).toEqual([]);
  });

  test("is for administrators with a cookie only", async () => {
    const body = { user_id: (await createUser()).id };
    expect((await visitor().call(start, { body })).errcode).toBe("SECURITY_CHECK_FAILED");
    expect((await (await signedIn({ roles: ["org", "user"] })).client.call(start, { body })).errcode).toBe(
      "USR_NOT_AUTHORIZED",
    );
    expect(
      (await (await signedIn({ roles: ["admin", "user"], kind: "bearer" })).client.call(start, { body })).errcode,
    ).toBe("USR_NOT_AUTHORIZED");
  });
});

describe("while impersonating", () => {
  test("every write carries both ids", async () => {
    const { client, user, customer } = await impersonating();
    (await client.call(updateProfile, { body: { first_name: "Changed" } })).reply();
    const rows = await query(
      "select actor_kind, actor_id, impersonator_id from audit_log where action = 'updateProfile' and subject_id = $1",
      [customer.id],
    );
    expect(rows).toEqual([{ actor_kind: "user", actor_id: customer.id, impersonator_id: user.id }]);
  });

  test("start and end are in the audit log", async () => {
    const { client, user, customer } = await impersonating();
    (await client.call(end)).reply();
    const rows = await query<{ action: string; ids: string[] }>(
      "select action, array[actor_id, impersonator_id]::text[] as ids from audit_log where subject_id = $1 and action like '%mpersonation' order by created_at",
      [customer.id],
    );
    expect(rows.map((row) => row.action)).toEqual(["startImpersonation", "endImpersonation"]);
    for (const { ids } of rows) expect(ids).toContain(user.id);
  });

  test("a desktop app gets no code", async () => {
    const answer = await (await impersonating()).client.call(authorizeClient, { params: { client: "flowpoint-win" } });
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
  });

  test.each([
    ["is inactivated", "update users set is_active = false where id = $1"],
    ["loses the role", "update users set roles = '{user}' where id = $1"],
    ["is gone", "delete from users where id = $1"],
  ])("the session ends at once when the administrator %s", async (_what, change) => {
    const { client, user } = await impersonating();
    await query(change, [user.id]);
    expect((await client.call(getSession)).status).toBe(401);
  });

  test("a customer who is gone is IMPERSONATE_USR_NOT_FOUND", async () => {
    const { client, customer } = await impersonating();
    await query("delete from users where id = $1", [customer.id]);
    const answer = await client.call(getSession);
    expect([answer.status, answer.errcode]).toEqual([401, "IMPERSONATE_USR_NOT_FOUND"]);
    expect((await client.call(end)).status).toBe(401);
  });

  test("the session ends after 30 minutes", async () => {
    const { client, user } = await impersonating();
    await query("update sessions set expires_at = now() - interval '1 second' where actor_id = $1", [user.id]);
    expect((await client.call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("signing out ends the impersonation and the administrator's own session", async () => {
    const { client, user } = await impersonating();
    (await client.call(signOut)).reply();
    const liveSessions = await query(
      "select 1 from sessions where (user_id = $1 or actor_id = $1) and revoked_at is null",
      [user.id],
    );
    expect(liveSessions).toEqual([]);
  });
});

describe("returning", () => {
  test("gives the administrator their own session back under a new token, and the old one serves nothing", async () => {
    const { client, user } = await impersonating();
    const tokenBefore = tokenOf(client);
    expect((await client.call(end)).reply()).toEqual({ success: true });
    expect(tokenOf(client)).not.toBe(tokenBefore);
    expect((await client.call(getSession)).reply()).toMatchObject({ user_id: user.id, impersonator: null });
    expect((await client.call(listUsers)).status).toBe(200);
    expect((await createClient({ session: tokenBefore }).call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test.each([
    ["is inactivated", "update users set is_active = false, session_epoch = session_epoch + 1 where id = $1"],
    ["gets another role or password", "update users set session_epoch = session_epoch + 1 where id = $1"],
  ])("is still possible when the customer %s meanwhile, and nothing else is", async (_what, change) => {
    const { client, user, customer, token } = await impersonating();
    await query(change, [customer.id]);
    expect((await createClient({ session: token }).call(getSession)).status).toBe(401);
    expect((await client.call(end)).reply()).toEqual({ success: true });
    expect((await client.call(getSession)).reply()).toMatchObject({ user_id: user.id, impersonator: null });
  });

  test("is refused when the administrator is none any more, or signed out everywhere", async () => {
    for (const change of ["roles = '{user}'", "is_active = false", "session_epoch = session_epoch + 1"]) {
      const { client, user } = await impersonating();
      await query(`update users set ${change} where id = $1`, [user.id]);
      expect((await client.call(end)).errcode).toBe("INVALID_JWT");
    }
  });

  test("without impersonating is IMPERSONATE_SESSION_NOT_FOUND for an administrator", async () => {
    const answer = await (await signedInAdmin()).client.call(end);
    expect([answer.status, answer.errcode]).toEqual([404, "IMPERSONATE_SESSION_NOT_FOUND"]);
  });

  test("is refused to everybody else", async () => {
    expect((await visitor().call(end)).errcode).toBe("SECURITY_CHECK_FAILED");
    expect((await (await signedIn()).client.call(end)).errcode).toBe("USR_NOT_AUTHORIZED");
  });

  test("ten times at once gives one session back", async () => {
    const { token } = await impersonating();
    const answers = await Promise.all(Array.from({ length: 10 }, () => createClient({ session: token }).call(end)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test("a second time, before the first is answered, gives nothing back", async () => {
    const { token } = await impersonating();
    const lock = await hold("select 1 from sessions where token_hash = $1 for update", [sha256(token)]);
    const pendingAnswers = Promise.all([1, 2].map(() => createClient({ session: token }).call(end)));
    const countWaiting = async () => (await lock.waiting()).filter((text) => text.includes("with ended as")).length;
    await expect.poll(countWaiting, { interval: 10 }).toBeGreaterThanOrEqual(2);
    await lock.release();
    const answers = (await pendingAnswers).map((answer) => `${answer.status} ${answer.errcode}`);
    expect(answers.toSorted()).toEqual(["200 undefined", "404 IMPERSONATE_SESSION_NOT_FOUND"]);
  });
});
