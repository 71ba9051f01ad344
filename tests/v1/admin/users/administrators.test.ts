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
const house = () => createOrganization({ is_house: true });
const customer = () => createOrganization();
const stored = async (id: string) => (await query("select org_id, roles from users where id = $1", [id]))[0];
const change = (user_id: string, body: object) => admin.client.call(updateUser, { params: { user_id }, body });

describe("only the shop's own people are made administrators", () => {
  const invited = (org_id: string, email: string) =>
    admin.client.call(invite, { body: { org_id, email, first_name: "Ada", last_name: "Nilsson", roles } });

  test("by an invitation", async () => {
    const email = uniqueEmail();
    const refused = await invited((await customer()).id, email);
    expect([refused.status, refused.errcode]).toEqual([422, "INVALID_ROLES"]);
    expect(await query("select 1 from users where email = $1", [email])).toEqual([]);
    expect(await query("select 1 from outbox where recipient = $1", [email])).toEqual([]);
    expect((await invited((await house()).id, email)).reply().roles).toEqual(roles);
    expect((await invited(crypto.randomUUID(), uniqueEmail())).errcode).toBe("ORG_NOT_FOUND");
  });

  test("by a change of their roles", async () => {
    const [client, own] = [await createUser(), await createUser({ org_id: (await house()).id })];
    const refused = await change(client.id, { roles, first_name: "Eve" });
    expect([refused.status, refused.errcode]).toEqual([422, "INVALID_ROLES"]);
    expect(await stored(client.id)).toEqual({ org_id: client.org_id, roles: ["user"] });
    expect((await change(own.id, { roles })).reply().roles).toEqual(roles);
  });

  test("by a move together with the role, and nobody takes the role along to a customer", async () => {
    const [shop, other] = [await house(), await customer()];
    const joining = await createUser();
    expect((await change(joining.id, { org_id: shop.id, roles })).reply()).toMatchObject({ org_id: shop.id, roles });
    const leaving = await createUser({ org_id: shop.id, roles: [...roles] });
    for (const body of [{ org_id: other.id }, { org_id: other.id, roles }])
      expect((await change(leaving.id, body)).errcode).toBe("INVALID_ROLES");
    expect(await stored(leaving.id)).toEqual({ org_id: shop.id, roles });
    const without = await change(leaving.id, { org_id: other.id, roles: ["user"] });
    expect(without.reply()).toMatchObject({ org_id: other.id, roles: ["user"] });
    expect((await change((await createUser()).id, { org_id: other.id })).status).toBe(200);
  });

  test("by an approval, of one request or of several, and of a new organization", async () => {
    const [one, two] = [await createAccountRequest(), await createAccountRequest()];
    const body = { org_id: (await customer()).id, roles };
    const params = { request_id: one.id };
    expect((await admin.client.call(approveAccountRequest, { params, body })).errcode).toBe("INVALID_ROLES");
    const both = { ...body, request_ids: [one.id, two.id] };
    expect((await admin.client.call(approveAccountRequests, { body: both })).errcode).toBe("INVALID_ROLES");
    const name = `Org ${crypto.randomUUID()}`;
    const made = { new_organization: { name }, roles };
    expect((await admin.client.call(approveAccountRequest, { params, body: made })).errcode).toBe("INVALID_ROLES");
    expect(await query("select 1 from organizations where name = $1", [name])).toEqual([]);
    const statuses = await query("select status from account_requests where id = any($1)", [[one.id, two.id]]);
    expect(statuses).toEqual([{ status: "pending" }, { status: "pending" }]);
    const own = { org_id: (await house()).id, roles };
    (await admin.client.call(approveAccountRequest, { params, body: own })).reply();
    expect(await query("select roles from users where email = $1", [one.email])).toEqual([{ roles }]);
  });
});

test("one who is an administrator of a customer from before can be changed, keeps the role, and can lose it", async () => {
  const old = await createUser({ roles: [...roles] });
  expect((await change(old.id, { first_name: "Ada" })).reply().roles).toEqual(roles);
  expect((await change(old.id, { roles: [...roles, "buyer"] })).status).toBe(200);
  expect((await change(old.id, { roles: ["user"] })).reply().roles).toEqual(["user"]);
  expect((await change(old.id, { roles })).errcode).toBe("INVALID_ROLES");
});

test("of a role and a move at the same moment nobody ends as administrator of a customer", async () => {
  const [shop, other] = [await house(), await customer()];
  for (let turn = 0; turn < 10; turn++) {
    const { id } = await createUser({ org_id: shop.id });
    await Promise.all([change(id, { roles }), change(id, { org_id: other.id })]);
    expect([
      { org_id: shop.id, roles },
      { org_id: other.id, roles: ["user"] },
    ]).toContainEqual(await stored(id));
  }
});
