import { beforeAll, describe, expect, test } from "vitest";
import { approveAccountRequest } from "../../../worker/contract/v1/admin/account-requests.ts";
import { listAudit } from "../../../worker/contract/v1/admin/audit.ts";
import { listAdminOrders } from "../../../worker/contract/v1/admin/orders.ts";
import { listStaff, updateStaff } from "../../../worker/contract/v1/admin/staff.ts";
import { endUserSession, endUserSessions } from "../../../worker/contract/v1/admin/user-sessions.ts";
import * as users from "../../../worker/contract/v1/admin/users.ts";
import { getSession, signIn } from "../../../worker/contract/v1/sso/session.ts";
import { startImpersonation } from "../../../worker/contract/v1/sso/impersonate-session.ts";
import { type Actor, signedInAdmin, visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { addPasskey, addTotp } from "../../support/factors.ts";
import { readWords } from "../../http/pages/words.ts";
import { createAccountRequest, createOrganization, createUser, uniqueEmail } from "../../support/factories.ts";

let owner: Actor;
beforeAll(async () => {
  owner = await signedInAdmin();
});

const findPreset = async (id: string) => (await query("select preset from users where id = $1", [id]))[0]?.["preset"];
const setPreset = (user_id: string, to: string, by = owner) =>
  by.client.call(updateStaff, { params: { user_id }, body: { preset: to } });
const describeAnswer = (answer: { status: number; errcode?: string }) => `${answer.status} ${answer.errcode}`;
const find = async (search: string) => (await owner.client.call(listStaff, { query: { search } })).reply().data;

test("an invitation names the preset, and the list who invited whom", async () => {
  const email = uniqueEmail();
  const org_id = owner.user.org_id;
  const body = { org_id, email, first_name: "Ada", last_name: "Nilsson", roles: ["admin", "user"], preset: "support" };
  const { id } = (await owner.client.call(users.createUser, { body })).reply();
  expect(await find(email)).toMatchObject([
    {
      id,
      email,
      preset: "support",
      is_set_up: false,
      last_seen_at: null,
      invited_by: { id: owner.user.id, last_name: owner.user.last_name },
    },
  ]);
  const entries = (await owner.client.call(listAudit, { query: { subject_type: "user", subject_id: id } })).reply()
    .data;
  const invitation = entries.find(({ action }) => action === "createUser");
  expect(invitation).toMatchObject({ actor: { id: owner.user.id } });
  expect(JSON.stringify(invitation)).toContain('"support"');
  const pageText = await readWords(owner.client, `/admin/audit?subject_id=${id}&action=createUser`);
  const { first_name, last_name } = owner.user;
  expect(pageText).toContain(
    `${first_name} ${last_name} invited Ada Nilsson as Administrator and User with the preset Support`,
  );
});

test("the role admin alone is the owner, by invitation and by a change of roles", async () => {
  const org_id = owner.user.org_id;
  const person = { org_id, email: uniqueEmail(), first_name: "Ada", last_name: "Nilsson", roles: ["admin"] };
  const { id } = (await owner.client.call(users.createUser, { body: person })).reply();
  expect(await findPreset(id)).toBe("owner");
  const clerk = await createUser({ org_id });
  const updateRoles = (list: string[]) =>
    owner.client.call(users.updateUser, { params: { user_id: clerk.id }, body: { roles: list } });
  expect((await updateRoles(["admin", "user"])).status).toBe(200);
  expect((await setPreset(clerk.id, "warehouse")).reply()).toMatchObject({ id: clerk.id, preset: "warehouse" });
  expect((await updateRoles(["admin", "user", "buyer"])).status).toBe(200);
  expect(await findPreset(clerk.id)).toBe("warehouse");
  expect((await updateRoles(["user"])).status).toBe(200);
  expect((await updateRoles(["admin", "user"])).status).toBe(200);
  expect(await findPreset(clerk.id)).toBe("owner");
});

test("the list tells who has which second step, and finds who has none", async () => {
  const adminWithoutFactor = await signedInAdmin("support");
  const adminWithFactors = await signedInAdmin("support");
  const { backup_codes } = await addTotp(adminWithFactors.client, adminWithFactors.user.id);
  await addPasskey(adminWithFactors.client);
  await query(
    "update backup_codes set used_at = now() where user_id = $1 and ctid = any(array(select ctid from backup_codes where user_id = $1 limit 3))",
    [adminWithFactors.user.id],
  );
  expect(backup_codes).toHaveLength(10);
  const findFactors = async ({ user }: Actor) => (await find(user.email))[0]?.second_factor;
  expect(await findFactors(adminWithoutFactor)).toEqual({
    passkeys: 0,
    has_totp: false,
    backup_codes_left: 0,
    last_used_at: null,
  });
  expect(await findFactors(adminWithFactors)).toEqual({
    passkeys: 1,
    has_totp: true,
    backup_codes_left: 7,
    last_used_at: expect.stringMatching(/Z$/),
  });
  const listIds = async (has_second_factor: string) =>
    (await owner.client.call(listStaff, { query: { has_second_factor, sort: "-created_at", limit: "100" } }))
      .reply()
      .data.map(({ id }) => id);
  const [idsWithFactor, idsWithoutFactor] = [await listIds("true"), await listIds("false")];
  expect([
    idsWithFactor.includes(adminWithFactors.user.id),
    idsWithFactor.includes(adminWithoutFactor.user.id),
  ]).toEqual([true, false]);
  expect([
    idsWithoutFactor.includes(adminWithFactors.user.id),
    idsWithoutFactor.includes(adminWithoutFactor.user.id),
  ]).toEqual([false, true]);
  const pageText = await readWords(owner.client, "/admin/staff?has_second_factor=false&sort=-created_at");
  expect(pageText).toContain("Password alone");
});

test("a preset holds from the next request, in the same session", async () => {
  const clerk = await signedInAdmin("support");
  expect((await clerk.client.call(listAdminOrders)).status).toBe(200);
  expect((await setPreset(clerk.user.id, "owner")).status).toBe(200);
  expect((await clerk.client.call(listStaff)).status).toBe(200);
  expect((await setPreset(clerk.user.id, "catalogue")).status).toBe(200);
  expect(describeAnswer(await clerk.client.call(listStaff))).toBe("403 USR_NOT_AUTHORIZED");
  expect((await clerk.client.call(listAdminOrders)).status).toBe(200);
});

test("an impersonation ends with the preset that allowed it", async () => {
  const clerk = await signedInAdmin("support");
  const customer = await createUser({ roles: ["org", "user"] });
  (await clerk.client.call(startImpersonation, { body: { user_id: customer.id } })).reply();
  expect((await clerk.client.call(getSession)).reply()).toMatchObject({ user: { id: customer.id } });
  await setPreset(clerk.user.id, "warehouse");
  expect(describeAnswer(await clerk.client.call(getSession))).toBe("401 INVALID_JWT");
});

test("the same preset again changes nothing, and who is no administrator has none", async () => {
  const clerk = await signedInAdmin("finance");
  const before = (await query("select updated_at from users where id = $1", [clerk.user.id]))[0];
  expect((await setPreset(clerk.user.id, "finance")).status).toBe(200);
  expect((await query("select updated_at from users where id = $1", [clerk.user.id]))[0]).toEqual(before);
  expect(describeAnswer(await setPreset((await createUser()).id, "support"))).toBe("404 USR_NOT_FOUND");
  expect((await setPreset(clerk.user.id, "king")).status).toBe(400);
});

describe("only owners change administrators", () => {
  const changeCalls = (user_id: string) => {
    const params = { user_id };
    return [
      [users.updateUser, { params, body: { first_name: "Eve" } }],
      [users.inactivateUser, { params }],
      [users.reactivateUser, { params }],
      [users.inactivateUsers, { body: { user_ids: [user_id] } }],
      [users.sendSetUpLinks, { body: { user_ids: [user_id] } }],
      [users.startEmailChange, { params, body: { new_email: uniqueEmail() } }],
      [users.resetUserPassword, { params }],
      [users.createVerificationUrl, { params, body: {} }],
      [endUserSessions, { params }],
      [endUserSession, { params: { user_id, session_id: crypto.randomUUID() } }],
    ] as const;
  };

  test("support is refused for one, and not for others", async () => {
    const support = await signedInAdmin("support");
    const target = await createUser({ org_id: owner.user.org_id, roles: ["admin", "user"] });
    const readRows = () => query("select * from users where id = $1", [target.id]);
    const before = await readRows();
    for (const [spec, input] of changeCalls(target.id))
      expect(describeAnswer(await support.client.call(spec, input)), spec.path).toBe("403 USR_NOT_AUTHORIZED");
    expect(await readRows()).toEqual(before);
    expect(await query("select 1 from verification_codes where user_id = $1", [target.id])).toEqual([]);
    const customer = await createUser();
    for (const [spec, input] of changeCalls(customer.id).filter(([call]) => call !== users.sendSetUpLinks))
      expect((await support.client.call(spec, input)).status, spec.path).toBe(200);
  });

  test("support makes none: by an invitation, a change of roles or an approval", async () => {
    const support = await signedInAdmin("support");
    const { org_id } = owner.user;
    const roles = ["admin", "user"];
    const person = { email: uniqueEmail(), first_name: "Ada", last_name: "Nilsson" };
    const invited = await support.client.call(users.createUser, { body: { ...person, org_id, roles } });
    expect(describeAnswer(invited)).toBe("403 USR_NOT_AUTHORIZED");
    const { id } = await createUser({ org_id });
    for (const user_id of [id, support.user.id]) {
      const raised = await support.client.call(users.updateUser, { params: { user_id }, body: { roles } });
      expect(describeAnswer(raised)).toBe("403 USR_NOT_AUTHORIZED");
    }
    const params = { request_id: (await createAccountRequest()).id };
    const approved = await support.client.call(approveAccountRequest, { params, body: { org_id, roles } });
    expect(describeAnswer(approved)).toBe("403 USR_NOT_AUTHORIZED");
  });
});
test("customers carry no preset", async () => {
  const { id } = await createOrganization();
  const user = await createUser({ org_id: id });
  expect(await find(user.email)).toEqual([]);
});

test.each(["support", "warehouse", "finance", "catalogue"])("the demo shop has a person for %s", async (name) => {
  const email = `${name}@cgx.test`;
  expect(await find(email)).toMatchObject([{ email, preset: name, is_active: true, is_set_up: true }]);
  const signed = await visitor().call(signIn, { body: { username: email, password: "Demo-1234!" } });
  expect([signed.status, signed.errcode]).toEqual([201, undefined]);
});
