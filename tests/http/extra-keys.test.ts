import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { endpoints } from "../../worker/contract/index.ts";
import { updateProfile } from "../../worker/contract/v1/sso/user.ts";
import { createUser as inviteUser, updateUser } from "../../worker/contract/v1/admin/users.ts";
import { signedIn, signedInAdmin } from "../support/actors.ts";
import type { Client } from "../support/client.ts";
import { dump, query } from "../support/database.ts";
import { createOrganization, createUser, uniqueEmail } from "../support/factories.ts";
import { findRow } from "../contract/calls/index.ts";
import { validInput } from "../contract/calls/valid-input.ts";
import type { KnownIds } from "./fuzz/arbitrary-input.ts";
import { callerOf, knownIds } from "./fuzz/setup.ts";

const columns = [
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

/** Names that the call has itself are no extras there. */
const withExtras = (body: unknown, marker: string, fields = ""): string => {
  const own = Object.entries(Object(body));
  const taken = new Set([...own.map(([name]) => name), ...fields.split(", ")]);
  const extras = columns.filter((name) => !taken.has(name)).map((name) => [name, marker]);
  return `{${[...own, ...extras].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
};

const marker = `marker-${randomBytes(8).toString("hex")}`;
const statuses = new Map<string, number>();
/** Rows and callers of the last call; a call that succeeded may have changed them. */
let rows: KnownIds | undefined;
const callers = new Map<string, Client>();

const withBody = endpoints.filter(({ body }) => body).map((spec) => [`${spec.method} ${spec.path}`, spec] as const);

test.each(withBody)("forty extra keys in the body of %s are accepted and ignored", async (_name, spec) => {
  rows ??= await knownIds();
  const caller = callers.get(spec.access) ?? (await callerOf(spec, rows.org_id));
  callers.set(spec.access, caller);
  const { params, body } = validInput(spec, {
    ...rows,
    ...(spec.verb === "startImpersonation" ? { user_id: (await createUser()).id } : {}),
    // The one that exists holds no purchase that could be placed.
    ...(spec.verb === "approveRequest" ? { approval_request_id: randomUUID() } : {}),
    // Nothing was paid for the one that exists.
    ...(["refundOrder", "noteRefund"].includes(spec.verb) ? { order_id: randomUUID() } : {}),
  });
  const answer = await caller.call(spec, { params, body: withExtras(body, marker, findRow(spec).fields) });
  statuses.set(spec.verb, answer.status);
  if (answer.status < 300) {
    rows = undefined;
    callers.clear();
  }
  expect(answer.status, answer.text).not.toBe(400);
  expect(answer.text).not.toContain(marker);
});

test("forty extra keys in every body are stored nowhere", async () => {
  expect(columns).toHaveLength(40);
  expect([...statuses].filter(([, status]) => status < 300).length).toBeGreaterThan(10);
  expect(await dump()).not.toContain(marker);
});

test("no key in a profile changes what a person may not change", async () => {
  const { client, user } = await signedIn();
  const other = await createOrganization();
  const before = await query("select * from users where id = $1", [user.id]);
  const body = {
    id: crypto.randomUUID(),
    org_id: other.id,
    email: uniqueEmail(),
    roles: ["admin", "user"],
    is_active: false,
    is_email_verified: false,
    password_hash: "x",
    agreed_version: "x",
    agreed_at: null,
    created_at: "2000-01-01T00:00:00.000Z",
    organization: { id: other.id, is_house: true },
    notification_settings: { is_subscribed: true, roles: ["admin"] },
  };
  expect((await client.call(updateProfile, { body })).status).toBe(200);
  const after = await query("select * from users where id = $1", [user.id]);
  expect(after.map((row) => ({ ...row, updated_at: null }))).toEqual(
    before.map((row) => ({ ...row, updated_at: null })),
  );
});

test("not even an administrator sets an address, a password or a consent through a user's fields", async () => {
  const { client } = await signedInAdmin();
  const org = await createOrganization();
  const forged = {
    id: crypto.randomUUID(),
    password_hash: "x",
    is_email_verified: true,
    agreed_version: "x",
    agreed_at: "2000-01-01T00:00:00.000Z",
    is_active: false,
  };
  const invited = await client.call(inviteUser, {
    body: { org_id: org.id, email: uniqueEmail(), first_name: "A", last_name: "B", roles: ["user"], ...forged },
  });
  const { id } = invited.reply();
  const email = uniqueEmail();
  await client.call(updateUser, { params: { user_id: id }, body: { email, ...forged } });
  const [row] = await query(
    "select id <> $2 as has_own_id, email <> $3 as has_own_email, password_hash, is_email_verified, agreed_version, agreed_at, is_active from users where id = $1",
    [id, forged.id, email],
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
