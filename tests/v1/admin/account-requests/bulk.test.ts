import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  approveAccountRequests,
  rejectAccountRequests,
} from "../../../../worker/contract/v1/admin/account-requests.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createAccountRequest, createOrganization, createProduct, createUser } from "../../../support/factories.ts";
import { orgIdCases, formatProblems, rolesCases } from "../../../support/field-messages.ts";
import { waitForLink } from "../../../support/inbox.ts";

async function createThreeRequests() {
  const [{ client }, organization] = await Promise.all([signedInAdmin(), createOrganization()]);
  const requests = await Promise.all([createAccountRequest(), createAccountRequest(), createAccountRequest()]);
  const ids = requests.map((request) => request.id);
  const emails = requests.map((request) => request.email);
  const approve = (body: object = {}) =>
    client.call(approveAccountRequests, {
      body: { request_ids: ids, org_id: organization.id, roles: ["user"], ...body },
    });
  const reject = (request_ids: unknown = ids) => client.call(rejectAccountRequests, { body: { request_ids } });
  const statuses = async () =>
    (await query<{ status: string }>("select status from account_requests where id = any($1) order by id", [ids])).map(
      (row) => row.status,
    );
  const traces = async () => ({
    users: (await query("select 1 from users where email = any($1)", [emails])).length,
    devices: (
      await query<{ serial: string }>("select serial from devices where org_id = $1 order by serial", [organization.id])
    ).map((row) => row.serial),
    mails: (await query("select 1 from outbox where recipient = any($1)", [emails])).length,
    audits: (await query("select 1 from audit_log where subject_id = any($1)", [ids])).length,
  });
  return { ids, emails, organization, approve, reject, statuses, traces };
}

const noTraces = { users: 0, devices: [], mails: 0, audits: 0 };

describe("approving several account requests", () => {
  test("makes all the users and mails each a link", async () => {
    const { emails, approve, statuses, traces } = await createThreeRequests();
    expect((await approve()).reply()).toEqual({ success: true });
    expect(await statuses()).toEqual(["approved", "approved", "approved"]);
    expect((await traces()).users).toBe(3);
    for (const email of emails) expect((await waitForLink(email, "Set up")).scope).toBe("verify:user-setup");
  });

  test("takes serial numbers by position, null for none", async () => {
    const product = await createProduct();
    const serials = [product.serial(), product.serial()].toSorted();
    const { approve, traces } = await createThreeRequests();
    (await approve({ serial_numbers: [serials[0], null, serials[1]] })).reply();
    expect((await traces()).devices).toEqual(serials);
  });

  test("takes fewer serial numbers than requests, and none at all", async () => {
    const serial = (await createProduct()).serial();
    const { approve, traces } = await createThreeRequests();
    (await approve({ serial_numbers: [serial] })).reply();
    expect((await traces()).devices).toEqual([serial]);
    expect((await (await createThreeRequests()).approve({ serial_numbers: null })).status).toBe(200);
    expect((await (await createThreeRequests()).approve({ serial_numbers: [] })).status).toBe(200);
  });

  test("takes serial numbers as a map by request id", async () => {
    const product = await createProduct();
    const serial = product.serial();
    const { ids, approve, traces } = await createThreeRequests();
    (await approve({ serial_numbers: { [ids[1] ?? ""]: serial, [ids[2] ?? ""]: null } })).reply();
    expect((await traces()).devices).toEqual([serial]);
  });

  test.each([
    [
      "is approved already",
      "ACC_REQUEST_APPROVED",
      (id: string) => query("update account_requests set status = 'approved' where id = $1", [id]),
    ],
    [
      "is rejected already",
      "ACC_REQUEST_REJECTED",
      (id: string) => query("update account_requests set status = 'rejected' where id = $1", [id]),
    ],
    ["is gone", "ACC_REQUEST_NOT_FOUND", (id: string) => query("delete from account_requests where id = $1", [id])],
  ])("changes nothing at all when the last one %s", async (_what, errcode, change) => {
    const { ids, approve, reject, statuses, traces } = await createThreeRequests();
    await change(ids[2] ?? "");
    const before = await statuses();
    expect((await approve()).errcode).toBe(errcode);
    expect((await reject()).errcode).toBe(errcode);
    expect([await statuses(), await traces()]).toEqual([before, noTraces]);
  });

  test.each([
    [
      "the last address is taken",
      "USR_EMAIL_EXISTS",
      async (emails: string[]) => void (await createUser({ email: emails[2] ?? "" })),
      {},
    ],
    [
      "the last serial number is unknown",
      "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
      async () => {},
      { serial_numbers: [null, null, "NOBODY-1"] },
    ],
    ["the organization is unknown", "ORG_NOT_FOUND", async () => {}, { org_id: randomUUID() }],
    ["the roles may not be granted", "INVALID_ROLES", async () => {}, { roles: ["admin"] }],
  ])("changes nothing at all when %s", async (_what, errcode, change, body) => {
    const { emails, approve, statuses, traces } = await createThreeRequests();
    await change(emails);
    const before = await traces();
    expect((await approve(body)).errcode).toBe(errcode);
    expect([await statuses(), await traces()]).toEqual([["pending", "pending", "pending"], before]);
  });

  test("with a serial number of another organization changes nothing at all", async () => {
    const serial = (await createProduct()).serial();
    (await (await createThreeRequests()).approve({ serial_numbers: [serial] })).reply();
    const { approve, statuses, traces } = await createThreeRequests();
    expect((await approve({ serial_numbers: [null, null, serial] })).errcode).toBe(
      "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
    );
    expect([await statuses(), await traces()]).toEqual([["pending", "pending", "pending"], noTraces]);
  });

  test("with the same request twice never makes two users", async () => {
    const { ids, approve, statuses, traces } = await createThreeRequests();
    const answer = await approve({ request_ids: [...ids, ids[0]] });
    expect([200, 422]).toContain(answer.status);
    if (answer.status === 422)
      expect([await statuses(), await traces()]).toEqual([["pending", "pending", "pending"], noTraces]);
    else expect((await traces()).users).toBe(3);
  });

  test.each([
    ...orgIdCases.map((each) => ["org_id", ...each] as const),
    ...rolesCases.map((each) => ["roles", ...each] as const),
  ])("is refused when %s is %s", async (field, _what, value, messages) => {
    const answer = await (await createThreeRequests()).approve({ [field]: value });
    expect(answer.problems).toEqual(formatProblems(field, messages));
  });

  test.each([
    [{ serial_numbers: ["A".repeat(37)] }],
    [{ serial_numbers: ["not a serial"] }],
    [{ serial_numbers: "CGX-1" }],
    [{ serial_numbers: { acme: "CGX-1" } }],
  ])("is refused with %j", async (body) => {
    const { approve, statuses } = await createThreeRequests();
    const answer = await approve(body);
    expect([answer.status, answer.issues[0]?.path[0], await statuses()]).toEqual([
      400,
      "serial_numbers",
      ["pending", "pending", "pending"],
    ]);
  });
});

describe("rejecting several account requests", () => {
  test("marks them all and mails each person once", async () => {
    const { reject, statuses, traces } = await createThreeRequests();
    expect((await reject()).reply()).toEqual({ success: true });
    expect([await statuses(), (await traces()).mails, (await traces()).users]).toEqual([
      ["rejected", "rejected", "rejected"],
      3,
      0,
    ]);
  });

  test.each([[undefined], [[]], ["x"], [["42"]], [Array.from({ length: 101 }, () => randomUUID())]])(
    "is refused when request_ids is %j",
    async (request_ids) => {
      const answer = await (await signedInAdmin()).client.call(rejectAccountRequests, { body: { request_ids } });
      expect([answer.status, answer.issues[0]?.path[0]]).toEqual([400, "request_ids"]);
    },
  );

  test("of which one is malformed names it", async () => {
    const { ids, reject } = await createThreeRequests();
    expect((await reject([ids[0], "42"])).problems).toEqual(["request_ids.1: Invalid uuid."]);
  });
});
