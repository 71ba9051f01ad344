import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { endUserSession, endUserSessions, listUserSessions } from "../../../worker/contract/v1/admin/user-sessions.ts";
import { listActivity } from "../../../worker/contract/v1/client/activity.ts";
import { getSession } from "../../../worker/contract/v1/sso/session.ts";
import { impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import { sendAtOnce } from "../../support/at-once.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSession, createUser } from "../../support/factories.ts";

const isServed = async (client: Client) => (await client.call(getSession)).status === 200;

async function signInEverywhere() {
  const person = await signedIn({ roles: ["org", "user"] });
  const [browser, app] = [await createSession(person.user.id), await createSession(person.user.id, "bearer")];
  const clients = [person.client, createClient({ session: browser }), createClient({ bearer: app })];
  return { ...person, clients, params: { user_id: person.user.id } };
}
const listAudits = (action: string, user_id: string) =>
  query("select actor_id, org_id from audit_log where action = $1 and subject_id = $2", [action, user_id]);

describe("the sessions of a person", () => {
  test("are the live ones of their own, by last use: none that ended, and none of who acts as them", async () => {
    const { client } = await signedInAdmin();
    const { user, params } = await signInEverywhere();
    await impersonating(user);
    const ended = [
      ["revoked_at = now()", await createSession(user.id)],
      ["expires_at = now() - interval '1 second'", await createSession(user.id)],
      ["last_seen_at = now() - interval '13 hours'", await createSession(user.id)],
    ] as const;
    for (const [change, token] of ended)
      await query(`update sessions set ${change} where token_hash = sha256($1::bytea)`, [token]);
    await query(
      "update sessions set last_seen_at = now() + interval '1 minute', user_agent = 'Probe' where user_id = $1 and kind = 'bearer'",
      [user.id],
    );
    const { data, meta } = (await client.call(listUserSessions, { params })).reply();
    expect(data.map(({ kind }) => kind)).toEqual(["bearer", "cookie", "cookie"]);
    expect(data[0]).toEqual({
      id: expect.any(String),
      kind: "bearer",
      user_agent: "Probe",
      created_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
    });
    expect(meta).toEqual({ limit: 3, offset: 0, count: 3 });
  });

  test("are none for who is signed in nowhere, and USR_NOT_FOUND for nobody", async () => {
    const { client } = await signedInAdmin();
    const params = { user_id: (await createUser()).id };
    expect((await client.call(listUserSessions, { params })).reply().data).toEqual([]);
    const [user_id, session_id] = [randomUUID(), randomUUID()];
    const answers = [
      await client.call(listUserSessions, { params: { user_id } }),
      await client.call(endUserSessions, { params: { user_id } }),
      await client.call(endUserSession, { params: { user_id, session_id } }),
    ];
    expect(answers.map(({ status, errcode }) => `${status} ${errcode}`)).toEqual(Array(3).fill("404 USR_NOT_FOUND"));
  });
});

describe("ending one of them", () => {
  test("ends that one alone, once, and is told with both people", async () => {
    const admin = await signedInAdmin();
    const { clients, user, params } = await signInEverywhere();
    const [row] = await query<{ id: string }>("select id from sessions where user_id = $1 and kind = 'bearer'", [
      user.id,
    ]);
    const oneSession = { ...params, session_id: row?.id ?? "" };
    for (let turn = 0; turn < 2; turn += 1)
      expect((await admin.client.call(endUserSession, { params: oneSession })).reply()).toEqual({ success: true });
    expect(await Promise.all(clients.map(isServed))).toEqual([true, true, false]);
    expect(await listAudits("endUserSession", user.id)).toEqual([{ actor_id: admin.user.id, org_id: user.org_id }]);
  });

  test("ends what an administrator started from it, and nothing of anybody else", async () => {
    const { client } = await signedInAdmin();
    const impersonator = await impersonating();
    const other = await signedIn();
    const [ownSession] = await query<{ id: string }>(
      "select id from sessions where user_id = $1 and actor_id is null",
      [impersonator.user.id],
    );
    const [otherSession] = await query<{ id: string }>("select id from sessions where user_id = $1", [other.user.id]);
    const endSession = (session_id = "") =>
      client.call(endUserSession, { params: { user_id: impersonator.user.id, session_id } });
    expect((await endSession(otherSession?.id)).status).toBe(200);
    expect([await isServed(other.client), await isServed(impersonator.client)]).toEqual([true, true]);
    expect((await endSession(ownSession?.id)).status).toBe(200);
    expect(await isServed(impersonator.client)).toBe(false);
  });
});

describe("signing a person out everywhere", () => {
  test("ends every session, of who acts as them too; twenty times at once it is one act, which they read", async () => {
    const admin = await signedInAdmin();
    const { clients, user, params } = await signInEverywhere();
    const impersonator = await impersonating(user);
    const colleague = await signedIn({ org_id: user.org_id });
    const answers = await sendAtOnce(20, () => admin.client.call(endUserSessions, { params }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await Promise.all([...clients, impersonator.client].map(isServed))).toEqual([false, false, false, false]);
    expect(await isServed(colleague.client)).toBe(true);
    expect(await listAudits("endUserSessions", user.id)).toEqual([{ actor_id: admin.user.id, org_id: user.org_id }]);
    const newClient = createClient({ session: await createSession(user.id) });
    await query(
      "update sessions s set user_epoch = u.session_epoch from users u where u.id = s.user_id and u.id = $1",
      [user.id],
    );
    const [newest] = (await newClient.call(listActivity)).reply().data;
    expect(newest?.text).toBe(`Signed ${user.first_name} ${user.last_name} out everywhere`);
  });
});
