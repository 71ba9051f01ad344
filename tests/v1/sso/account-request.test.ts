import { describe, expect, test } from "vitest";
import { requestAccount } from "../../../worker/contract/v1/sso/account-request.ts";
import { visitor } from "../../support/actors.ts";
import { sendAtOnce } from "../../support/at-once.ts";
import { query } from "../../support/database.ts";
import { createUser, unique, uniqueEmail } from "../../support/factories.ts";
import {
  emailCases,
  firstNameCases,
  lastNameCases,
  longestEmail,
  orgNameCases,
  formatProblems,
  serialCases,
} from "../../support/field-messages.ts";
import { waitForMails } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";

const requestFields = () => ({
  first_name: "Mei",
  last_name: "Tanaka",
  org_name: unique("Initech"),
  email: uniqueEmail(),
  serial: "CGX-100-00042",
});
const listRequests = (email: string) =>
  query(
    "select first_name, last_name, org_name, email, serial, status from account_requests where lower(email) = lower($1)",
    [email],
  );

describe("asking for an account", () => {
  test("stores a pending request and confirms it by mail", async () => {
    const body = requestFields();
    expect((await visitor().call(requestAccount, { body })).reply()).toEqual({ success: true });
    expect(await listRequests(body.email)).toEqual([{ ...body, status: "pending" }]);
    const mail = await sandbox.waitForMail(body.email);
    expect(mail.subject).toBe("We received your account request");
    expect(mail.text).toContain(body.org_name);
  });

  test("trims what was typed and stores the email address in lower case", async () => {
    const body = requestFields();
    const typedBody = { ...body, first_name: "  Mei ", email: ` ${body.email.toUpperCase()} ` };
    (await visitor().call(requestAccount, { body: typedBody })).reply();
    expect(await listRequests(body.email)).toMatchObject([{ first_name: "Mei", email: body.email }]);
  });

  test.each([[undefined], [null], [""]])("takes a request without a serial number (%j)", async (serial) => {
    const body = { ...requestFields(), serial };
    (await visitor().call(requestAccount, { body })).reply();
    expect(await listRequests(body.email)).toMatchObject([{ serial: null }]);
  });

  test("takes a serial number that no product knows, because it only helps to identify", async () => {
    const body = { ...requestFields(), serial: "A".repeat(32) };
    (await visitor().call(requestAccount, { body })).reply();
    expect(await listRequests(body.email)).toMatchObject([{ serial: "A".repeat(32) }]);
  });

  test("takes every field at its longest", async () => {
    const email = `${unique("x")}@example.test`.padStart(longestEmail.length, "a");
    const body = { first_name: "f".repeat(32), last_name: "l".repeat(32), org_name: "o".repeat(64), email };
    (await visitor().call(requestAccount, { body })).reply();
    expect(await listRequests(email)).toMatchObject([{ ...body, status: "pending" }]);
  });

  test("a second time replaces the first pending request, without a second mail", async () => {
    const first = requestFields();
    const second = {
      first_name: "Mika",
      last_name: "Sato",
      org_name: unique("Umbra"),
      email: first.email.toUpperCase(),
      serial: "CGX-200-00007",
    };
    (await visitor().call(requestAccount, { body: first })).reply();
    (await visitor().call(requestAccount, { body: second })).reply();
    expect(await listRequests(first.email)).toEqual([{ ...second, email: first.email, status: "pending" }]);
    const replacedSql = "select 1 from account_requests where email = $1 and updated_at > created_at";
    expect(await query(replacedSql, [first.email])).toHaveLength(1);
    await waitForMails(first.email, 1);
    const mails = await query("select id from outbox where recipient = $1", [first.email]);
    expect(mails).toHaveLength(1);
  });

  test("twenty times at once leaves one pending request", async () => {
    const body = requestFields();
    const answers = await sendAtOnce(20, () => visitor().call(requestAccount, { body }));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(await listRequests(body.email)).toHaveLength(1);
    expect(await query("select id from outbox where recipient = $1", [body.email])).toHaveLength(1);
  });

  test("after a rejection makes a new request", async () => {
    const body = requestFields();
    (await visitor().call(requestAccount, { body })).reply();
    await query("update account_requests set status = 'rejected' where email = $1", [body.email]);
    (await visitor().call(requestAccount, { body })).reply();
    expect((await listRequests(body.email)).map((row) => row.status).toSorted()).toEqual(["pending", "rejected"]);
  });

  test("with the address of a user gets the same answer as with a new one", async () => {
    const user = await createUser();
    const userAnswer = await visitor().call(requestAccount, { body: { ...requestFields(), email: user.email } });
    const newAnswer = await visitor().call(requestAccount, { body: requestFields() });
    expect([userAnswer.status, userAnswer.text]).toEqual([newAnswer.status, newAnswer.text]);
    expect([...userAnswer.headers.keys()]).toEqual([...newAnswer.headers.keys()]);
  });

  test("leaves an audit row of a visitor", async () => {
    const body = requestFields();
    (await visitor().call(requestAccount, { body })).reply();
    const rows = await query(
      "select actor_kind, actor_id, action from audit_log where subject_id = (select id::text from account_requests where email = $1)",
      [body.email],
    );
    expect(rows).toEqual([{ actor_kind: "visitor", actor_id: null, action: "requestAccount" }]);
  });

  test("stores nothing that the form does not have", async () => {
    const body = {
      ...requestFields(),
      status: "approved",
      id: "01900000-0000-7000-8000-00000000ffff",
      user_id: "x",
      roles: ["admin"],
    };
    (await visitor().call(requestAccount, { body })).reply();
    const rows = await query("select id, status, user_id from account_requests where email = $1", [body.email]);
    expect(rows).toMatchObject([{ status: "pending", user_id: null }]);
    expect(rows[0]?.id).not.toBe(body.id);
  });
});

describe("a request with a mistake", () => {
  const fields = [
    ["first_name", firstNameCases],
    ["last_name", lastNameCases],
    ["org_name", orgNameCases],
    ["email", emailCases],
    ["serial", serialCases],
  ] as const;
  const cases = fields.flatMap(([field, list]) => list.map((each) => [field, ...each] as const));

  test.each(cases)("is refused when %s is %s", async (field, _what, value, messages) => {
    const body = { ...requestFields(), [field]: value };
    const answer = await visitor().call(requestAccount, { body });
    expect([answer.status, answer.message]).toEqual([400, "Bad Request"]);
    expect(answer.problems).toEqual(formatProblems(field, messages));
    expect(await query("select 1 from account_requests where org_name = $1", [body.org_name])).toEqual([]);
  });

  test("hears of every field at once", async () => {
    const answer = await visitor().call(requestAccount, { body: {} });
    expect(answer.problems).toEqual([
      "first_name: First name is required.",
      "last_name: Last name is required.",
      "org_name: Organization is required.",
      "email: Email Address is required.",
    ]);
  });

  test("with a NUL character is refused with 400", async () => {
    const answer = await visitor().call(requestAccount, { body: { ...requestFields(), org_name: "Init\u0000ech" } });
    expect(answer.status).toBe(400);
    expect(answer.issues.map((issue) => issue.path)).toEqual([["org_name"]]);
  });
});
