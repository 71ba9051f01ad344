// Rules for roles and organizations of a user hold for creation and change alike.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Role } from "../../../db/enums.ts";
import * as contract from "../../../worker/contract/v1/admin/users.ts";
import { signIn, getSession } from "../../../worker/contract/v1/sso/session.ts";
import { impersonating, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { hold, query } from "../../support/database.ts";
import { createOrganization, createSession, createUser, password, uniqueEmail } from "../../support/factories.ts";
import {
  emailCases,
  firstNameCases,
  lastNameCases,
  orgIdCases,
  phoneCases,
  formatProblems,
  rolesCases,
} from "../../support/field-messages.ts";
import { waitForLink } from "../../support/inbox.ts";

const { createUser: invite, updateUser: update, getUser: read } = contract;
const invitation = (org_id: string) => ({
  org_id,
  email: uniqueEmail(),
  first_name: "Noor",
  last_name: "Haddad",
  phone: "555 0100",
  roles: ["buyer", "user"],
});
const fieldCases = [
  ["org_id", orgIdCases],
  ["first_name", firstNameCases],
  ["last_name", lastNameCases],
  ["phone", phoneCases],
  ["roles", rolesCases],
] as const;

describe("inviting a user", () => {
  test("answers 201 with the user and mails a set-up link", async () => {
    const { client } = await signedInAdmin();
    const organization = await createOrganization();
    const body = invitation(organization.id);
    const answer = await client.call(invite, { body: { ...body, email: body.email.toUpperCase() } });
    expect(answer.status).toBe(201);
    expect(answer.reply()).toMatchObject({
      ...body,
      is_active: true,
      is_email_verified: false,
      email_change: null,
      organization: { name: organization.name },
    });
    expect(await waitForLink(body.email, "Set up")).toMatchObject({
      scope: "verify:user-setup",
      user_id: answer.reply().id,
    });
  });

  test("leaves an audit row with the administrator, the organization and the roles", async () => {
    const { client, user: admin } = await signedInAdmin();
    const organization = await createOrganization();
    const { id } = (await client.call(invite, { body: invitation(organization.id) })).reply();
    const rows = await query(
      "select actor_id, org_id, data from audit_log where action = 'createUser' and subject_id = $1",
      [id],
    );
    const changes = expect.objectContaining({ roles: [null, ["buyer", "user"]] });
    expect(rows).toEqual([
      { actor_id: admin.id, org_id: organization.id, data: { roles: ["buyer", "user"], changes } },
    ]);
  });

  test("of an address that somebody has, in whatever case, is refused as USR_EMAIL_EXISTS", async () => {
    const { client } = await signedInAdmin();
    const other = await createUser();
    const answer = await client.call(invite, {
      body: { ...invitation(other.org_id), email: other.email.toUpperCase() },
    });
    expect([answer.status, answer.errcode]).toEqual([422, "USR_EMAIL_EXISTS"]);
  });

  test("grants a role that is named twice once, however often it is named", async () => {
    const { client } = await signedInAdmin();
    const named = { roles: ["org", "user", "org", "user", "user", "org"] };
    const body = { ...invitation((await createOrganization()).id), ...named };
    expect((await client.call(invite, { body })).reply().roles).toEqual(["org", "user"]);
  });

  test("into an unknown organization is ORG_NOT_FOUND", async () => {
    const answer = await (await signedInAdmin()).client.call(invite, { body: invitation(randomUUID()) });
    expect([answer.status, answer.errcode]).toEqual([404, "ORG_NOT_FOUND"]);
  });

  test("twenty times at once makes one user and one mail", async () => {
    const { client } = await signedInAdmin();
    const body = invitation((await createOrganization()).id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(invite, { body })));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.errcode))).toEqual(new Set([undefined, "USR_EMAIL_EXISTS"]));
    expect(await query("select 1 from outbox where recipient = $1", [body.email])).toHaveLength(1);
  });

  test.each(
    [...fieldCases, ["email", emailCases] as const].flatMap(([field, list]) =>
      list.map((each) => [field, ...each] as const),
    ),
  )("is refused when %s is %s", async (field, _what, value, messages) => {
    const answer = await (
      await signedInAdmin()
    ).client.call(invite, { body: { ...invitation(randomUUID()), [field]: value } });
    expect(answer.status).toBe(400);
    expect(answer.problems).toEqual(formatProblems(field, messages));
  });
});

describe("changing a user", () => {
  test("stores what was sent, keeps the rest, and answers the user", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser();
    const answer = await client.call(update, {
      params: { user_id: user.id },
      body: { first_name: "Changed", phone: "1" },
    });
    expect(answer.reply()).toMatchObject({
      id: user.id,
      first_name: "Changed",
      last_name: user.last_name,
      phone: "1",
      email: user.email,
    });
    const stored = (await client.call(read, { params: { user_id: user.id } })).reply();
    expect(stored.first_name).toBe("Changed");
    expect(Date.parse(stored.updated_at)).toBeGreaterThan(Date.parse(stored.created_at));
  });

  test("never changes the email address, the password or the activity", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser();
    const body = {
      email: "x@example.test",
      is_active: false,
      password_hash: "x",
      agreed_at: null,
      is_email_verified: false,
    };
    (await client.call(update, { params: { user_id: user.id }, body })).reply();
    expect(await query("select email, is_active, is_email_verified from users where id = $1", [user.id])).toEqual([
      { email: user.email, is_active: true, is_email_verified: true },
    ]);
    expect((await visitor().call(signIn, { body: { username: user.email, password } })).status).toBe(201);
  });

  test("of roles or organization ends the user's sessions, of a name or the same roles does not", async () => {
    const { client: admin } = await signedInAdmin();
    const { client, user } = await signedIn({ roles: ["org", "user"] });
    const change = async (body: object) => (await admin.call(update, { params: { user_id: user.id }, body })).reply();
    await change({ first_name: "Same", roles: ["user", "org"], org_id: user.org_id });
    await change({ roles: ["user", "org", "user"] });
    expect((await client.call(getSession)).status).toBe(200);
    await change({ roles: ["user"] });
    expect((await client.call(getSession)).errcode).toBe("INVALID_JWT");
    const newClient = createClient({ session: await createSession(user.id) });
    await change({ org_id: (await createOrganization()).id });
    expect((await newClient.call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("leaves an audit row with the administrator, the organization and the roles before", async () => {
    const { client, user: admin } = await signedInAdmin();
    const user = await createUser();
    (await client.call(update, { params: { user_id: user.id }, body: { roles: ["buyer", "user"] } })).reply();
    const rows = await query(
      "select actor_id, org_id, data from audit_log where action = 'updateUser' and subject_id = $1",
      [user.id],
    );
    expect(rows).toEqual([
      {
        actor_id: admin.id,
        org_id: user.org_id,
        data: {
          fields: ["roles"],
          roles_before: ["user"],
          added: ["buyer"],
          removed: [],
          changes: { roles: [["user"], ["buyer", "user"]] },
        },
      },
    ]);
  });

  test("at the same time as another change starts from the roles that the other one gave", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser();
    const setRoles = (roles: Role[]) => client.call(update, { params: { user_id: user.id }, body: { roles } });
    const lock = await hold("select 1 from users where id = $1 for update", [user.id]);
    const updates = Promise.all([setRoles(["buyer", "user"]), setRoles(["org", "user"])]);
    const countWaiting = async () => (await lock.waiting()).filter((text) => /users/.test(text)).length;
    await expect.poll(countWaiting, { interval: 10 }).toBeGreaterThanOrEqual(2);
    await lock.release();
    for (const answer of await updates) answer.reply();
    const [finalUser] = await query<{ roles: Role[] }>("select roles from users where id = $1", [user.id]);
    const rows = await query<{ before: Role[] }>(
      "select data->'roles_before' as before from audit_log where action = 'updateUser' and subject_id = $1",
      [user.id],
    );
    const firstRoles = finalUser?.roles.includes("org") ? ["buyer", "user"] : ["org", "user"];
    expect(rows.map((row) => row.before.join()).toSorted()).toEqual([firstRoles.join(), "user"].toSorted());
  });

  test("into an unknown organization is ORG_NOT_FOUND and changes nothing", async () => {
    const user = await createUser();
    const answer = await (
      await signedInAdmin()
    ).client.call(update, { params: { user_id: user.id }, body: { first_name: "X", org_id: randomUUID() } });
    expect([answer.status, answer.errcode]).toEqual([404, "ORG_NOT_FOUND"]);
    expect(await query("select first_name from users where id = $1", [user.id])).toEqual([
      { first_name: user.first_name },
    ]);
  });

  const cases = fieldCases.flatMap(([field, list]) =>
    list.filter(([, value]) => value !== undefined).map((each) => [field, ...each] as const),
  );
  test.each(cases)("is refused when %s is %s", async (field, _what, value, messages) => {
    const answer = await (
      await signedInAdmin()
    ).client.call(update, { params: { user_id: (await createUser()).id }, body: { [field]: value } });
    expect(answer.problems).toEqual(formatProblems(field, messages));
  });
});

const userContracts = Object.entries(contract).filter(([, spec]) => spec.path.includes("{user_id}"));
const bodies: Record<string, object> = { startEmailChange: { new_email: uniqueEmail() }, updateUser: {} };

test.each(userContracts)(
  "%s of an unknown user is USR_NOT_FOUND, of a malformed id Invalid uuid.",
  async (verb, spec) => {
    const { client } = await signedInAdmin();
    const body = bodies[verb] ? { body: bodies[verb] } : {};
    const unknown = await client.call(spec, { params: { user_id: randomUUID() }, ...body });
    expect([unknown.status, unknown.errcode]).toEqual([404, "USR_NOT_FOUND"]);
    const malformed = await client.call(spec, { params: { user_id: "42" }, ...body });
    expect([malformed.status, malformed.problems]).toEqual([400, ["user_id: Invalid uuid."]]);
  },
);

test.each(Object.entries(contract))("%s is for administrators only", async (_verb, spec) => {
  const input = { params: { user_id: randomUUID() }, ...(spec.method === "GET" ? {} : { body: {} }) };
  const errcodes = [];
  for (const { client } of [
    { client: visitor() },
    await signedIn({ roles: ["org", "buyer", "user"] }),
    await impersonating(),
  ]) {
    errcodes.push((await client.call(spec, input)).errcode);
  }
  expect(errcodes).toEqual(["SECURITY_CHECK_FAILED", "USR_NOT_AUTHORIZED", "USR_NOT_AUTHORIZED"]);
});
