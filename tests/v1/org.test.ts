// Managers list, invite, change and inactivate the users of their organization.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Role } from "../../db/enums.ts";
import * as contract from "../../worker/contract/v1/org.ts";
import { getSession, signIn } from "../../worker/contract/v1/sso/session.ts";
import { type Actor, impersonating, signedIn, visitor } from "../support/actors.ts";
import { startSecondWorker } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { query } from "../support/database.ts";
import { compareNames, createSession, createUser, password, uniqueEmail } from "../support/factories.ts";
import { emailCases, firstNameCases, lastNameCases, formatProblems, rolesCases } from "../support/field-messages.ts";
import { waitForLink } from "../support/inbox.ts";
import { sandbox } from "../support/sandbox.ts";

const { getOrgUser: read, inviteOrgUser: invite, listOrgUsers: list, updateOrgUser: update } = contract;
const { inactivateOrgUser: inactivate, reactivateOrgUser: reactivate } = contract;
const managerRoles: Role[] = ["org", "user"];
const signInManager = (org_id?: string) => signedIn({ roles: managerRoles, ...(org_id && { org_id }) });
const invitationBody = () => ({
  email: uniqueEmail(),
  first_name: "Ana",
  last_name: "Silva",
  roles: ["buyer", "user"],
});
const params = ({ id }: { id: string }) => ({ params: { id } });
const listAuditRows = (action: string, id: string) =>
  query("select actor_id, org_id from audit_log where action = $1 and subject_id = $2", [action, id]);

describe("the people of an organization", () => {
  test("are listed with roles, access and when they were last seen, and nobody else is", async () => {
    const { client, user } = await signInManager();
    const [active, newUser, inactiveUser] = [
      await createUser({ org_id: user.org_id, roles: ["buyer", "user"] }),
      await createUser({ org_id: user.org_id, state: "new" }),
      await createUser({ org_id: user.org_id, state: "inactive" }),
    ];
    await createUser();
    await createSession(active.id);
    await query("update sessions set last_seen_at = '2026-11-01T08:00:00Z' where user_id = $1", [active.id]);
    const { data, meta } = (await client.call(list)).reply();
    expect(meta).toEqual({ limit: 20, offset: 0, count: 4 });
    expect(data.map(({ id }) => id)).toEqual([inactiveUser.id, newUser.id, active.id, user.id]);
    expect(data[0]).toMatchObject({ is_active: false, is_set_up: true, last_seen_at: null });
    expect(data[1]).toMatchObject({ is_active: true, is_set_up: false });
    expect(data[2]).toMatchObject({ roles: ["buyer", "user"], last_seen_at: "2026-11-01T08:00:00.000Z" });
    expect((await client.call(read, params(active))).reply()).toEqual({ success: true, ...data[2] });
  });

  test("are searched, filtered, sorted and paged", async () => {
    const { client, user } = await signInManager();
    const [buyer, inactiveUser] = [
      await createUser({ org_id: user.org_id, roles: ["buyer", "user"] }),
      await createUser({ org_id: user.org_id, state: "inactive" }),
    ];
    const find = async (filters: Record<string, string>) =>
      (await client.call(list, { query: filters })).reply().data.map(({ id }) => id);
    expect(await find({ search: buyer.last_name.toUpperCase() })).toEqual([buyer.id]);
    expect(await find({ search: buyer.email })).toEqual([buyer.id]);
    expect(await find({ role: "buyer" })).toEqual([buyer.id]);
    expect(await find({ is_active: "false" })).toEqual([inactiveUser.id]);
    const byName = [user, buyer, inactiveUser]
      .toSorted((a, b) => compareNames(a.last_name, b.last_name))
      .map(({ id }) => id);
    expect(await find({ sort: "last_name" })).toEqual(byName);
    expect(await find({ sort: "-last_name", limit: "1", offset: "1" })).toEqual([byName[1]]);
  });

  test("of another organization are not found, whatever is done with them", async () => {
    const { client } = await signInManager();
    const stranger = await createUser();
    for (const spec of [read, inactivate, reactivate]) {
      const answer = await client.call(spec, params(stranger));
      expect([answer.status, answer.errcode]).toEqual([404, "USR_NOT_FOUND"]);
    }
    const answer = await client.call(update, { ...params(stranger), body: { first_name: "Mallory" } });
    expect([answer.status, answer.errcode]).toEqual([404, "USR_NOT_FOUND"]);
    expect(await query("select first_name, is_active from users where id = $1", [stranger.id])).toEqual([
      { first_name: "Test", is_active: true },
    ]);
  });
});

describe("an invitation", () => {
  test("makes a colleague who sets up their account by the mailed link", async () => {
    const { client, user } = await signInManager();
    const body = invitationBody();
    const inviteAnswer = await client.call(invite, { body: { ...body, email: body.email.toUpperCase() } });
    expect(inviteAnswer.status).toBe(201);
    expect(inviteAnswer.reply()).toMatchObject({ ...body, org_id: user.org_id, is_set_up: false, last_seen_at: null });
    expect(await waitForLink(body.email, "Set up")).toMatchObject({
      scope: "verify:user-setup",
      user_id: inviteAnswer.reply().id,
    });
    expect(await listAuditRows("createUser", inviteAnswer.reply().id)).toEqual([
      { actor_id: user.id, org_id: user.org_id },
    ]);
  });

  test("never makes an administrator, nor somebody who is there already", async () => {
    const { client, user } = await signInManager();
    const admin = await client.call(invite, { body: { ...invitationBody(), roles: ["admin", "user"] } });
    expect([admin.status, admin.errcode]).toEqual([422, "INVALID_ROLES"]);
    const takenEmailBody = { ...invitationBody(), email: (await createUser()).email };
    expect((await client.call(invite, { body: takenEmailBody })).errcode).toBe("USR_EMAIL_EXISTS");
    expect(await query("select 1 from users where org_id = $1", [user.org_id])).toHaveLength(1);
  });

  test("is one of a hundred an hour for an organization, whoever of it invites; here of three", async () => {
    const worker = await startSecondWorker({ RATE_LIMIT_SCALE: "0.03" });
    try {
      const [one, stranger] = [await signInManager(), await signInManager()];
      const other = await signInManager(one.user.org_id);
      const send = async ({ token }: Actor) =>
        createClient({ url: worker.url, session: token }).call(invite, { body: invitationBody() });
      for (const each of [one, other, one]) expect((await send(each)).status).toBe(201);
      const refusal = await send(other);
      expect([refusal.status, (refusal.remaining ?? 0) > 3500]).toEqual([429, true]);
      expect((await send(stranger)).status).toBe(201);
    } finally {
      await worker.stop();
    }
  });

  test.each(
    (
      [
        ["email", emailCases],
        ["first_name", firstNameCases],
        ["last_name", lastNameCases],
        ["roles", rolesCases],
      ] as const
    ).flatMap(([field, cases]) => cases.map((each) => [field, ...each] as const)),
  )("is refused when %s is %s", async (field, _what, value, messages) => {
    const { client } = await signInManager();
    const answer = await client.call(invite, { body: { ...invitationBody(), [field]: value } });
    expect(answer.status).toBe(400);
    expect(answer.problems).toEqual(formatProblems(field, messages));
  });

  test("and a change of roles are refused to an administrator who acts as the manager; a name is not", async () => {
    const { client, customer } = await impersonating(await createUser({ roles: managerRoles }));
    const colleague = await createUser({ org_id: customer.org_id });
    expect((await client.call(invite, { body: invitationBody() })).errcode).toBe("USR_NOT_AUTHORIZED");
    const change = (body: object) => client.call(update, { ...params(colleague), body });
    expect((await change({ roles: ["buyer", "user"] })).errcode).toBe("USR_NOT_AUTHORIZED");
    expect((await change({ first_name: "Ana" })).reply()).toMatchObject({ first_name: "Ana", roles: ["user"] });
  });
});

describe("a colleague", () => {
  test("is changed in any part, and keeps the rest", async () => {
    const { client, user } = await signInManager();
    const colleague = await createUser({ org_id: user.org_id, roles: ["buyer", "user"] });
    const change = async (body: object) => (await client.call(update, { ...params(colleague), body })).reply();
    const { id, email, last_name } = colleague;
    const unchanged = { id, email, last_name, roles: ["buyer", "user"] };
    expect(await change({ first_name: "Ana" })).toMatchObject({ ...unchanged, first_name: "Ana", phone: null });
    expect(await change({ phone: "555 0100" })).toMatchObject({ ...unchanged, first_name: "Ana", phone: "555 0100" });
    expect(
      await change({ phone: null, email: "x@example.test", is_active: false, org_id: randomUUID() }),
    ).toMatchObject({
      ...unchanged,
      phone: null,
      is_active: true,
      org_id: user.org_id,
    });
  });

  test("who gets and loses a role is signed out at once and told by mail", async () => {
    const { client, user } = await signInManager();
    const colleague = await createUser({ org_id: user.org_id });
    const sessions = [await createSession(colleague.id), await createSession(colleague.id)];
    const fetchStatuses = async () =>
      Promise.all(sessions.map(async (session) => (await createClient({ session }).call(getSession)).status));
    const give = async (roles: Role[]) =>
      (await client.call(update, { ...params(colleague), body: { roles } })).reply();
    expect((await give(["buyer", "user"])).roles).toEqual(["buyer", "user"]);
    expect(await fetchStatuses()).toEqual([401, 401]);
    expect((await sandbox.waitForMail(colleague.email, "new role")).text).toContain("Buyer");
    const username = colleague.email;
    const secondBrowser = visitor();
    (await secondBrowser.call(signIn, { body: { username, password } })).reply();
    sessions.splice(0, 2, secondBrowser.cookies.get("__Host-session") ?? "");
    await give(["user", "buyer"]);
    expect(await fetchStatuses()).toEqual([200]);
    await give(["user"]);
    expect(await fetchStatuses()).toEqual([401]);
    expect((await sandbox.waitForMail(colleague.email, "was removed")).text).toContain("Buyer");
    expect(await sandbox.mailsTo(colleague.email)).toHaveLength(2);
  });

  test("never becomes an administrator by it, and one who is stays one", async () => {
    const { client, user } = await signInManager();
    const [colleague, admin] = [
      await createUser({ org_id: user.org_id }),
      await createUser({ org_id: user.org_id, roles: ["admin", "user"] }),
    ];
    const give = (target: { id: string }, roles: Role[]) => client.call(update, { ...params(target), body: { roles } });
    for (const answer of [await give(colleague, ["admin", "user"]), await give(admin, ["user"])])
      expect([answer.status, answer.errcode]).toEqual([422, "INVALID_ROLES"]);
    expect((await client.call(inactivate, params(admin))).errcode).toBe("USR_NOT_AUTHORIZED");
    expect(await query("select roles, is_active from users where id = $1", [admin.id])).toEqual([
      { roles: ["admin", "user"], is_active: true },
    ]);
  });

  test("who is inactivated is out at once and comes back by being reactivated; repeating both changes nothing", async () => {
    const { client, user } = await signInManager();
    const colleague = await createUser({ org_id: user.org_id });
    const session = createClient({ session: await createSession(colleague.id) });
    for (let turn = 0; turn < 2; turn += 1) (await client.call(inactivate, params(colleague))).reply();
    expect((await session.call(getSession)).errcode).toBe("USR_INACTIVE");
    const trySignIn = () => visitor().call(signIn, { body: { username: colleague.email, password } });
    expect((await trySignIn()).errcode).toBe("USR_INACTIVE");
    for (let turn = 0; turn < 2; turn += 1) (await client.call(reactivate, params(colleague))).reply();
    expect((await trySignIn()).status).toBe(201);
    const row = { actor_id: user.id, org_id: user.org_id };
    expect(await listAuditRows("inactivateUser", colleague.id)).toEqual([row]);
    expect(await listAuditRows("reactivateUser", colleague.id)).toEqual([row]);
  });
});

describe("the last who manages an organization", () => {
  const countManagers = async (org_id: string) =>
    (await query("select 1 from users where org_id = $1 and is_active and 'org' = any(roles)", [org_id])).length;

  test("keeps the role, and nobody inactivates themselves", async () => {
    const { client, user } = await signInManager();
    await createUser({ org_id: user.org_id, roles: managerRoles, state: "inactive" });
    await createUser({ org_id: user.org_id, roles: managerRoles, state: "new" });
    await createUser({ roles: managerRoles });
    const refusal = await client.call(update, { ...params(user), body: { roles: ["buyer", "user"] } });
    expect([refusal.status, refusal.errcode]).toEqual([422, "INVALID_ROLES"]);
    const selfAnswer = await client.call(inactivate, params(user));
    expect([selfAnswer.status, selfAnswer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
    expect(
      (await client.call(update, { ...params(user), body: { first_name: "Ada", roles: ["user", "org"] } })).status,
    ).toBe(200);
  });

  test("stays one when twenty step down, or inactivate each other, at the same moment", async () => {
    const first = await signInManager();
    const { org_id } = first.user;
    const others = await Promise.all(Array.from({ length: 19 }, () => signInManager(org_id)));
    const all = [first, ...others];
    const answers = await Promise.all(
      all.map(({ client, user }) => client.call(update, { ...params(user), body: { roles: ["user"] } })),
    );
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(await countManagers(org_id)).toBe(1);
    await query("update users set roles = '{org,user}', session_epoch = 0 where org_id = $1", [org_id]);
    const signedInAgain = await Promise.all(
      all.map(async ({ user }) => ({ user, client: createClient({ session: await createSession(user.id) }) })),
    );
    await Promise.all(
      signedInAgain.map(({ client }, at) =>
        client.call(inactivate, params((signedInAgain[at + 1] ?? signedInAgain[0])?.user ?? first.user)),
      ),
    );
    expect(await countManagers(org_id)).toBeGreaterThanOrEqual(1);
  });
});
