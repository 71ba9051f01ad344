import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { endpoints } from "../../worker/contract/index.ts";
import { updateProfile } from "../../worker/contract/v1/sso/user.ts";
import { createUser as inviteUser, updateUser } from "../../worker/contract/v1/admin/users.ts";
import { signedIn, signedInAdmin } from "../support/actors.ts";
import type { Client } from "../support/client.ts";
import { dumpDatabase, query } from "../support/database.ts";
import { createOrganization, createUser, uniqueEmail } from "../support/factories.ts";
import { findRow } from "../contract/calls/index.ts";
import { buildValidInput } from "../contract/calls/valid-input.ts";
import type { KnownIds } from "./fuzz/arbitrary-input.ts";
import { createCaller, createKnownIds } from "./fuzz/setup.ts";

const extraKeys = [
  "id",
  "user_id",
  "org_id",
  "email",
  "roles",
  "role",
  "is_active",
  "is_admin",
  "is_email_verified",
  "is_house",
  "password",
  "password_hash",
  "agreed_version",
  "agreed_at",
  "created_at",
  "updated_at",
  "status",
  "actor_id",
  "actor_kind",
  "impersonator_id",
  "parent_id",
  "session_id",
  "token",
  "token_hash",
  "kind",
  "expires_at",
  "revoked_at",
  "scope_id",
  "attempts",
  "used_at",
  "claimed_until",
  "price_level_name",
  "net_suite_id",
  "notes",
  "billing_email",
  "organization",
  "success",
  "__proto__",
  "constructor",
  "x".repeat(500),
];

const addExtraKeys = (body: unknown, marker: string, fields = ""): string => {
  const own = Object.entries(Object(body));
  const ownNames = new Set([...own.map(([name]) => name), ...fields.split(", ")]);
  const extras = extraKeys.filter((name) => !ownNames.has(name)).map((name) => [name, marker]);
  return `{${[...own, ...extras].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
};

const marker = `marker-${randomBytes(8).toString("hex")}`;
const statuses = new Map<string, number>();
/** Rows and clients are reused until a call succeeds, because a successful call may change them. */
let rows: KnownIds | undefined;
const callers = new Map<string, Client>();

const endpointsWithBody = endpoints
  .filter(({ body }) => body)
  .map((spec) => [`${spec.method} ${spec.path}`, spec] as const);

test.each(endpointsWithBody)("forty extra keys in the body of %s are accepted and ignored", async (_name, spec) => {
  rows ??= await createKnownIds();
  const caller = callers.get(spec.access) ?? (await createCaller(spec, rows.org_id));
  callers.set(spec.access, caller);
  const { params, body } = buildValidInput(spec, {
    ...rows,
    ...(spec.verb === "startImpersonation" ? { user_id: (await createUser()).id } : {}),
    // An unknown id, because the existing request holds no purchase that could be placed.
    ...(spec.verb === "approveRequest" ? { approval_request_id: randomUUID() } : {}),
    // An unknown id, because nothing was paid for the existing order.
    ...(["refundOrder", "noteRefund"].includes(spec.verb) ? { order_id: randomUUID() } : {}),
  });
  const answer = await caller.call(spec, { params, body: addExtraKeys(body, marker, findRow(spec).fields) });
  statuses.set(spec.verb, answer.status);
  if (answer.status < 300) {
    rows = undefined;
    callers.clear();
  }
  expect(answer.status, answer.text).not.toBe(400);
  expect(answer.text).not.toContain(marker);
});

test("forty extra keys in every body are stored nowhere", async () => {
  expect(extraKeys).toHaveLength(40);
  expect([...statuses].filter(([, status]) => status < 300).length).toBeGreaterThan(10);
  expect(await dumpDatabase()).not.toContain(marker);
});

test("no key in a profile changes what a person may not change", async () => {
  const { client, user } = await signedIn();
  const otherOrganization = await createOrganization();
  const rowsBefore = await query("select * from users where id = $1", [user.id]);
  const body = {
    id: crypto.randomUUID(),
    org_id: otherOrganization.id,
    email: uniqueEmail(),
    roles: ["admin", "user"],
    is_active: false,
    is_email_verified: false,
    password_hash: "x",
    agreed_version: "x",
    agreed_at: null,
    created_at: "2000-01-01T00:00:00.000Z",
    organization: { id: otherOrganization.id, is_house: true },
    notification_settings: { is_subscribed: true, roles: ["admin"] },
  };
  expect((await client.call(updateProfile, { body })).status).toBe(200);
  const rowsAfter = await query("select * from users where id = $1", [user.id]);
  expect(rowsAfter.map((row) => ({ ...row, updated_at: null }))).toEqual(
    rowsBefore.map((row) => ({ ...row, updated_at: null })),
  );
});

test("not even an administrator sets an address, a password or a consent through a user's fields", async () => {
  const { client } = await signedInAdmin();
  const org = await createOrganization();
  const forgedFields = {
    id: crypto.randomUUID(),
    password_hash: "x",
    is_email_verified: true,
    agreed_version: "x",
    agreed_at: "2000-01-01T00:00:00.000Z",
    is_active: false,
  };
  const invitationAnswer = await client.call(inviteUser, {
    body: { org_id: org.id, email: uniqueEmail(), first_name: "A", last_name: "B", roles: ["user"], ...forgedFields },
  });
  const { id } = invitationAnswer.reply();
  const email = uniqueEmail();
  await client.call(updateUser, { params: { user_id: id }, body: { email, ...forgedFields } });
  const [row] = await query(
    "select id <> $2 as has_own_id, email <> $3 as has_own_email, password_hash, is_email_verified, agreed_version, agreed_at, is_active from users where id = $1",
    [id, forgedFields.id, email],
  );
  expect(row).toEqual({
    has_own_id: true,
    has_own_email: true,
    password_hash: null,
    is_email_verified: false,
    agreed_version: null,
    agreed_at: null,
    is_active: true,
  });
});
