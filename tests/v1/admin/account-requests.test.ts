import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/admin/account-requests.ts";
import { impersonating, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createAccountRequest, createOrganization, createProduct, createUser } from "../../support/factories.ts";
import { orgIdCases, formatProblems, rolesCases, serialCases } from "../../support/field-messages.ts";
import { openLink, waitForLink, waitForMails } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";

const { approveAccountRequest: approve, rejectAccountRequest: reject } = contract;
const findStatus = async (id: string) =>
  (await query<{ status: string }>("select status from account_requests where id = $1", [id]))[0]?.status;
const findUsers = (email: string) =>
  query(
    "select org_id, first_name, last_name, roles, password_hash, is_active, agreed_at from users where email = $1",
    [email],
  );
const listDevices = (org_id: string) =>
  query<{ serial: string; product_id: string }>(
    "select serial, product_id from devices where org_id = $1 order by serial",
    [org_id],
  );

async function createPendingRequest() {
  const [admin, request, organization] = await Promise.all([
    signedInAdmin(),
    createAccountRequest(),
    createOrganization(),
  ]);
  const approveWith = (body: object) =>
    admin.client.call(approve, {
      params: { request_id: request.id },
      body: { org_id: organization.id, roles: ["user"], ...body },
    });
  return { admin, request, organization, approveWith };
}

describe("approving an account request", () => {
  test("makes the user in the organization with the roles, and mails a set-up link that works", async () => {
    const { request, organization, approveWith } = await createPendingRequest();
    expect((await approveWith({ roles: ["org", "user"] })).reply()).toEqual({ success: true });
    expect(await findStatus(request.id)).toBe("approved");
    expect(await findUsers(request.email)).toEqual([
      {
        org_id: organization.id,
        first_name: request.first_name,
        last_name: request.last_name,
        roles: ["org", "user"],
        password_hash: null,
        is_active: true,
        agreed_at: null,
      },
    ]);
    const link = await waitForLink(request.email, "Set up your CrunchBox account");
    expect(link.scope).toBe("verify:user-setup");
    expect((await openLink(visitor(), link)).status).toBe(200);
    const [mail] = await waitForMails(request.email, 1);
    expect(mail?.text.replace(/\s+/g, " ")).toContain("Your request was approved");
    expect(mail?.text).toContain(organization.name);
  });

  test("leaves audit rows with the administrator for the request and for the user", async () => {
    const { admin, request, approveWith } = await createPendingRequest();
    (await approveWith({})).reply();
    const rows = await query(
      `select action from audit_log where actor_id = $1 and impersonator_id is null
         and (subject_id = $2 or subject_id = (select id::text from users where email = $3)) order by action`,
      [admin.user.id, request.id, request.email],
    );
    expect(rows.map((row) => row.action)).toEqual(expect.arrayContaining(["approveAccountRequest", "createUser"]));
    const createdUserSql = "select email from users where id = (select user_id from account_requests where id = $1)";
    expect(await query(createdUserSql, [request.id])).toEqual([{ email: request.email }]);
  });

  test("registers the device when a serial number is given, and only then", async () => {
    const product = await createProduct();
    const serial = product.serial();
    const { organization, approveWith } = await createPendingRequest();
    (await approveWith({ serial_number: serial })).reply();
    expect(await listDevices(organization.id)).toEqual([{ serial, product_id: product.id }]);
    const other = await createPendingRequest();
    await query("update account_requests set serial = $1 where id = $2", [product.serial(), other.request.id]);
    (await other.approveWith({})).reply();
    expect(await listDevices(other.organization.id)).toEqual([]);
  });

  test("with a serial number that the organization has already is fine", async () => {
    const serial = (await createProduct()).serial();
    const { admin, organization, approveWith } = await createPendingRequest();
    (await approveWith({ serial_number: serial })).reply();
    const second = await createAccountRequest();
    const body = { org_id: organization.id, roles: ["user"], serial_number: serial.toLowerCase() };
    (await admin.client.call(approve, { params: { request_id: second.id }, body })).reply();
    expect(await listDevices(organization.id)).toHaveLength(1);
  });

  test.each([
    [
      "a serial number that no product knows",
      404,
      "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
      async () => ({ serial_number: "NOBODY-1" }),
    ],
    ["an unknown organization", 404, "ORG_NOT_FOUND", async () => ({ org_id: randomUUID() })],
    ["the role admin for a customer's organization", 422, "INVALID_ROLES", async () => ({ roles: ["admin", "user"] })],
  ])("with %s is refused with %i %s, and nothing is left behind", async (_what, status, errcode, change) => {
    const { request, organization, approveWith } = await createPendingRequest();
    const answer = await approveWith(await change());
    expect([answer.status, answer.errcode]).toEqual([status, errcode]);
    expect(await findStatus(request.id)).toBe("pending");
    expect([await findUsers(request.email), await listDevices(organization.id)]).toEqual([[], []]);
    expect(await query("select 1 from outbox where recipient = $1", [request.email])).toEqual([]);
  });

  test("says in the printed words that there is no device, or that it is somebody else's", async () => {
    const serial = (await createProduct()).serial();
    (await (await createPendingRequest()).approveWith({ serial_number: serial })).reply();
    const { request, approveWith } = await createPendingRequest();
    expect((await approveWith({ serial_number: "NOBODY-1" })).message).toBe(
      "There is no device with this serial number.",
    );
    const answer = await approveWith({ serial_number: serial });
    expect([answer.status, answer.errcode]).toEqual([422, "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG"]);
    expect(answer.message).toBe("This Serial Number belongs to another organization.");
    expect([await findStatus(request.id), await findUsers(request.email)]).toEqual(["pending", []]);
  });

  test("with the role admin is possible for the shop's own organization", async () => {
    const { request, approveWith } = await createPendingRequest();
    const house = await createOrganization({ is_house: true });
    (await approveWith({ org_id: house.id, roles: ["admin", "user"] })).reply();
    expect(await findUsers(request.email)).toMatchObject([{ org_id: house.id, roles: ["admin", "user"] }]);
  });

  test("of an address that somebody has is refused as USR_EMAIL_EXISTS", async () => {
    const { request, approveWith } = await createPendingRequest();
    await createUser({ email: request.email.toUpperCase() });
    const answer = await approveWith({});
    expect([answer.status, answer.errcode]).toEqual([422, "USR_EMAIL_EXISTS"]);
    expect(await findStatus(request.id)).toBe("pending");
  });

  test.each([
    ["approved", "ACC_REQUEST_APPROVED"],
    ["rejected", "ACC_REQUEST_REJECTED"],
  ])("or rejecting one that is %s is refused as %s", async (status, errcode) => {
    const { admin, request, approveWith } = await createPendingRequest();
    await query("update account_requests set status = $1 where id = $2", [status, request.id]);
    const answers = [await approveWith({}), await admin.client.call(reject, { params: { request_id: request.id } })];
    expect(answers.map((answer) => [answer.status, answer.errcode])).toEqual([
      [422, errcode],
      [422, errcode],
    ]);
    expect(await findUsers(request.email)).toEqual([]);
  });

  const fields = [
    ["org_id", orgIdCases],
    ["roles", rolesCases],
    ["serial_number", serialCases],
  ] as const;
  test.each(fields.flatMap(([field, list]) => list.map((each) => [field, ...each] as const)))(
    "is refused when %s is %s",
    async (field, _what, value, messages) => {
      const { request, approveWith } = await createPendingRequest();
      const answer = await approveWith({ [field]: value });
      expect(answer.status).toBe(400);
      expect(answer.problems).toEqual(formatProblems(field, messages));
      expect(await findStatus(request.id)).toBe("pending");
    },
  );

  test("with a role that does not exist is refused with 400", async () => {
    const answer = await (await createPendingRequest()).approveWith({ roles: ["user", "root"] });
    expect(answer.issues.map((issue) => issue.path)).toEqual([["roles", 1]]);
  });

  test("with an unknown id is ACC_REQUEST_NOT_FOUND, with a malformed one Invalid uuid.", async () => {
    const { admin, organization } = await createPendingRequest();
    const body = { org_id: organization.id, roles: ["user"] };
    const unknown = await admin.client.call(approve, { params: { request_id: randomUUID() }, body });
    expect([unknown.status, unknown.errcode]).toEqual([404, "ACC_REQUEST_NOT_FOUND"]);
    const malformed = await admin.client.call(approve, { params: { request_id: "42" }, body });
    expect(malformed.problems).toEqual(["request_id: Invalid uuid."]);
  });
});

describe("rejecting an account request", () => {
  test("marks it, tells the person by mail, and makes no user", async () => {
    const { admin, request } = await createPendingRequest();
    expect((await admin.client.call(reject, { params: { request_id: request.id } })).reply()).toEqual({
      success: true,
    });
    expect([await findStatus(request.id), await findUsers(request.email)]).toEqual(["rejected", []]);
    expect((await sandbox.waitForMail(request.email)).subject).toBe("Your account request was not approved");
    const rows = await query(
      "select actor_id from audit_log where action = 'rejectAccountRequest' and subject_id = $1",
      [request.id],
    );
    expect(rows).toEqual([{ actor_id: admin.user.id }]);
    const search = request.email;
    const [listed] = (await admin.client.call(contract.listAccountRequests, { query: { search } })).reply().data;
    expect(Date.parse(listed?.updated_at ?? "")).toBeGreaterThan(Date.parse(listed?.created_at ?? ""));
  });

  test("with an unknown id is ACC_REQUEST_NOT_FOUND, with a malformed one Invalid uuid.", async () => {
    const { client } = await signedInAdmin();
    expect((await client.call(reject, { params: { request_id: randomUUID() } })).errcode).toBe("ACC_REQUEST_NOT_FOUND");
    expect((await client.call(reject, { params: { request_id: "42" } })).problems).toEqual([
      "request_id: Invalid uuid.",
    ]);
  });
});

test.each(Object.entries(contract))("%s is for administrators only", async (_verb, spec) => {
  const input = { params: { request_id: randomUUID() }, ...(spec.method === "POST" ? { body: {} } : {}) };
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
