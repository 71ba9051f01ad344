import { describe, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/account-requests.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import {
  createAccountRequest,
  createOrganization,
  createProduct,
  createUser,
  unique,
} from "../../../support/factories.ts";

const { approveAccountRequest: approve, approveAccountRequests: approveAll } = contract;

async function createPendingRequest() {
  const [{ client }, request] = await Promise.all([signedInAdmin(), createAccountRequest()]);
  const name = unique("Made");
  const approveWith = (body: object) =>
    client.call(approve, { params: { request_id: request.id }, body: { roles: ["user", "org"], ...body } });
  const left = async () => ({
    organizations: (await query("select 1 from organizations where name = $1", [name])).length,
    users: (await query("select 1 from users where email = $1", [request.email])).length,
    status: (await query("select status from account_requests where id = $1", [request.id]))[0]?.["status"],
  });
  return { client, request, name, approveWith, left };
}
const noRows = { organizations: 0, users: 0, status: "pending" };

describe("approving into an organization that is made by the same call", () => {
  test("makes it with its price level, the person and the device", async () => {
    const { request, name, approveWith } = await createPendingRequest();
    const product = await createProduct();
    await query(`update products set price_levels = '{"Partner": 100}' where id = $1`, [product.id]);
    const serial = product.serial();
    const new_organization = { name, price_level_name: "Partner", notes: "Met in Austin" };
    expect((await approveWith({ new_organization, serial_number: serial })).reply()).toEqual({ success: true });
    const found = await query(
      `select o.name, o.price_level_name, o.notes, u.roles, d.serial
       from users u join organizations o on o.id = u.org_id left join devices d on d.org_id = o.id where u.email = $1`,
      [request.email],
    );
    expect(found).toEqual([{ ...new_organization, roles: ["user", "org"], serial }]);
  });

  test.each([
    ["is billed at the address of its person, so that they can pay", {}, (email: string) => email],
    ["is billed where the call says", { billing_email: "Invoices@Acme.test" }, () => "invoices@acme.test"],
    ["is billed nowhere where the call says so", { billing_email: null }, () => null],
  ])("%s", async (_what, fields, expected) => {
    const { request, name, approveWith } = await createPendingRequest();
    (await approveWith({ new_organization: { name, ...fields } })).reply();
    const found = await query("select billing_email from organizations where name = $1", [name]);
    expect(found).toEqual([{ billing_email: expected(request.email) }]);
  });

  test("takes several people at once", async () => {
    const { client, request, name } = await createPendingRequest();
    const second = await createAccountRequest();
    const body = { request_ids: [request.id, second.id], roles: ["user"], new_organization: { name } };
    (await client.call(approveAll, { body })).reply();
    const found = await query(
      "select count(*)::int as n, count(distinct org_id)::int as orgs from users where email = any($1)",
      [[request.email, second.email]],
    );
    expect(found).toEqual([{ n: 2, orgs: 1 }]);
  });

  test.each([
    [
      "its name is taken",
      "ORG_NAME_EXISTS",
      async () => ({ name: ` ${(await createOrganization()).name.toUpperCase()} ` }),
    ],
    [
      "no product knows its price level",
      "PRODUCT_PRICE_LEVEL_NOT_FOUND",
      async () => ({ price_level_name: "Nobody's" }),
    ],
  ])("is refused when %s, and nothing is left behind", async (_what, errcode, change) => {
    const { name, approveWith, left } = await createPendingRequest();
    const answer = await approveWith({ new_organization: { name, ...(await change()) } });
    expect([answer.status, answer.errcode]).toEqual([422, errcode]);
    expect(await left()).toEqual(noRows);
  });

  test.each([
    ["the address is taken", "USR_EMAIL_EXISTS", (email: string) => createUser({ email }), {}, 1],
    [
      "the serial number is of no product",
      "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
      async () => {},
      { serial_number: "NOBODY-1" },
      0,
    ],
    ["admin is asked for", "INVALID_ROLES", async () => {}, { roles: ["admin", "user"] }, 0],
  ])("makes no organization when %s", async (_what, errcode, change, body, users) => {
    const { request, name, approveWith, left } = await createPendingRequest();
    await change(request.email);
    expect((await approveWith({ new_organization: { name }, ...body })).errcode).toBe(errcode);
    expect(await left()).toEqual({ ...noRows, users });
  });

  test("sent 20 times at once makes one organization and one person, and the others are told ACC_REQUEST_APPROVED", async () => {
    const { name, approveWith, left } = await createPendingRequest();
    const answers = await Promise.all(Array.from({ length: 20 }, () => approveWith({ new_organization: { name } })));
    const outcomes = answers.map(({ status, errcode }) => (status === 200 ? "done" : errcode));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "ACC_REQUEST_APPROVED")).toHaveLength(19);
    expect(await left()).toEqual({ organizations: 1, users: 1, status: "approved" });
  });

  test("wants an organization or a new one, and not both", async () => {
    const { name, approveWith } = await createPendingRequest();
    const { id } = await createOrganization();
    expect((await approveWith({ roles: [] })).problems).toEqual(
      expect.arrayContaining(["org_id: Organization is required.", "roles: At least 1 user role must be provided."]),
    );
    const both = await approveWith({ org_id: id, new_organization: { name } });
    expect(both.problems).toEqual(["new_organization: Choose an organization or name a new one, not both."]);
    expect((await approveWith({ new_organization: { name: " " } })).issues[0]?.path).toEqual([
      "new_organization",
      "name",
    ]);
  });
});
