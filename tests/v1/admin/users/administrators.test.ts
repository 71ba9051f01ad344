import { beforeAll, describe, expect, test } from "vitest";
import {
  approveAccountRequest,
  approveAccountRequests,
} from "../../../../worker/contract/v1/admin/account-requests.ts";
import { createUser as invite, updateUser } from "../../../../worker/contract/v1/admin/users.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createAccountRequest, createOrganization, createUser, uniqueEmail } from "../../../support/factories.ts";

let admin: Actor;
beforeAll(async () => {
  admin = await signedInAdmin();
});

const roles = ["admin", "user"] as const;
const createHouse = () => createOrganization({ is_house: true });
const createCustomer = () => createOrganization();
const findUser = async (id: string) => (await query("select org_id, roles from users where id = $1", [id]))[0];
const change = (user_id: string, body: object) => admin.client.call(updateUser, { params: { user_id }, body });

describe("only the shop's own people are made administrators", () => {
  const inviteAdmin = (org_id: string, email: string) =>
    admin.client.call(invite, { body: { org_id, email, first_name: "Ada", last_name: "Nilsson", roles } });

  test("by an invitation", async () => {
    const email = uniqueEmail();
    const refused = await inviteAdmin((await createCustomer()).id, email);
    expect([refused.status, refused.errcode]).toEqual([422, "INVALID_ROLES"]);
    expect(await query("select 1 from users where email = $1", [email])).toEqual([]);
    expect(await query("select 1 from outbox where recipient = $1", [email])).toEqual([]);
    expect((await inviteAdmin((await createHouse()).id, email)).reply().roles).toEqual(roles);
    expect((await inviteAdmin(crypto.randomUUID(), uniqueEmail())).errcode).toBe("ORG_NOT_FOUND");
  });

  test("by a change of their roles", async () => {
    const [customerUser, ownUser] = [await createUser(), await createUser({ org_id: (await createHouse()).id })];
    const refused = await change(customerUser.id, { roles, first_name: "Eve" });
    expect([refused.status, refused.errcode]).toEqual([422, "INVALID_ROLES"]);
    expect(await findUser(customerUser.id)).toEqual({ org_id: customerUser.org_id, roles: ["user"] });
    expect((await change(ownUser.id, { roles })).reply().roles).toEqual(roles);
  });

  test("by a move together with the role, and nobody takes the role along to a customer", async () => {
    const [houseOrg, other] = [await createHouse(), await createCustomer()];
    const joiningUser = await createUser();
    expect((await change(joiningUser.id, { org_id: houseOrg.id, roles })).reply()).toMatchObject({
      org_id: houseOrg.id,
      roles,
    });
    const leavingUser = await createUser({ org_id: houseOrg.id, roles: [...roles] });
    for (const body of [{ org_id: other.id }, { org_id: other.id, roles }])
      expect((await change(leavingUser.id, body)).errcode).toBe("INVALID_ROLES");
    expect(await findUser(leavingUser.id)).toEqual({ org_id: houseOrg.id, roles });
    const without = await change(leavingUser.id, { org_id: other.id, roles: ["user"] });
    expect(without.reply()).toMatchObject({ org_id: other.id, roles: ["user"] });
    expect((await change((await createUser()).id, { org_id: other.id })).status).toBe(200);
  });

  test("by an approval, of one request or of several, and of a new organization", async () => {
    const [one, two] = [await createAccountRequest(), await createAccountRequest()];
    const body = { org_id: (await createCustomer()).id, roles };
    const params = { request_id: one.id };
    expect((await admin.client.call(approveAccountRequest, { params, body })).errcode).toBe("INVALID_ROLES");
    const bothBody = { ...body, request_ids: [one.id, two.id] };
    expect((await admin.client.call(approveAccountRequests, { body: bothBody })).errcode).toBe("INVALID_ROLES");
    const name = `Org ${crypto.randomUUID()}`;
    const newOrgBody = { new_organization: { name }, roles };
    expect((await admin.client.call(approveAccountRequest, { params, body: newOrgBody })).errcode).toBe(
      "INVALID_ROLES",
    );
    expect(await query("select 1 from organizations where name = $1", [name])).toEqual([]);
    const statuses = await query("select status from account_requests where id = any($1)", [[one.id, two.id]]);
    expect(statuses).toEqual([{ status: "pending" }, { status: "pending" }]);
    const ownBody = { org_id: (await createHouse()).id, roles };
    (await admin.client.call(approveAccountRequest, { params, body: ownBody })).reply();
    expect(await query("select roles from users where email = $1", [one.email])).toEqual([{ roles }]);
  });
});

test("one who is an administrator of a customer from before can be changed, keeps the role, and can lose it", async () => {
  const formerAdmin = await createUser({ roles: [...roles] });
  expect((await change(formerAdmin.id, { first_name: "Ada" })).reply().roles).toEqual(roles);
  expect((await change(formerAdmin.id, { roles: [...roles, "buyer"] })).status).toBe(200);
  expect((await change(formerAdmin.id, { roles: ["user"] })).reply().roles).toEqual(["user"]);
  expect((await change(formerAdmin.id, { roles })).errcode).toBe("INVALID_ROLES");
});

test("of a role and a move at the same moment nobody ends as administrator of a customer", async () => {
  const [houseOrg, other] = [await createHouse(), await createCustomer()];
  for (let turn = 0; turn < 10; turn++) {
    const { id } = await createUser({ org_id: houseOrg.id });
    await Promise.all([change(id, { roles }), change(id, { org_id: other.id })]);
    expect([
      { org_id: houseOrg.id, roles },
      { org_id: other.id, roles: ["user"] },
    ]).toContainEqual(await findUser(id));
  }
});
