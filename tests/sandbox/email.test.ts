import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startOwnApp } from "../support/app.ts";
import { sandboxAt } from "../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
});
beforeEach(() => sandbox.post("/mail/account", { requests_per_second: 1000 }));
afterAll(() => app?.stop());

const sendMail = (body: unknown, headers: Record<string, string> = {}, path = "/email/emails") =>
  fetch(app.sandbox.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${app.sandbox.vars["EMAIL_API_KEY"]}`, ...headers },
    body: JSON.stringify(body),
  });
const buildMail = (to: unknown, fields: object = {}) => ({
  from: "A <a@crunchbox.test>",
  to,
  subject: "Hi",
  text: "x",
  ...fields,
});
const readError = async (response: Response) => [response.status, (await response.json()).name];

// https://resend.com/docs/knowledge-base/403-error-1010
test("a request without a User-Agent is refused before anybody looks at its key", async () => {
  const answer = await new Promise<[number | undefined, string]>((resolve, reject) => {
    const url = `${app.sandbox.url}/email/emails`;
    const headers = { authorization: `Bearer ${app.sandbox.vars["EMAIL_API_KEY"]}` };
    const rawRequest = request(url, { method: "POST", headers }, async (response) => {
      resolve([response.statusCode, (await response.toArray()).join("")]);
    });
    rawRequest.on("error", reject).end(JSON.stringify(buildMail("x@inbox.test")));
  });
  expect(answer).toEqual([403, "error code: 1010"]);
});

// https://resend.com/docs/api-reference/errors and /emails/send-email
describe("what the provider refuses", () => {
  test.each([
    ["a recipient that is no address", buildMail("nobody"), [422, "validation_error"]],
    ["an address without a domain of two parts", buildMail("a@b"), [422, "validation_error"]],
    ["51 recipients", buildMail(Array.from({ length: 51 }, (_, n) => `p${n}@inbox.test`)), [422, "validation_error"]],
    ["a sender that is none", buildMail("x@inbox.test", { from: "CrunchBox" }), [422, "invalid_from_address"]],
    [
      "a domain that is not verified",
      buildMail("x@inbox.test", { from: "a@unverified.example" }),
      [403, "validation_error"],
    ],
    ["no content", { ...buildMail("x@inbox.test"), text: "" }, [422, "missing_required_field"]],
  ])("%s", async (_, body, expected) => {
    expect(await readError(await sendMail(body))).toEqual(expected);
  });

  test("a key of more than 256 characters, and an address that is none of its own", async () => {
    const key = { "idempotency-key": "k".repeat(257) };
    expect(await readError(await sendMail(buildMail("x@inbox.test"), key))).toEqual([400, "invalid_idempotency_key"]);
    expect(await readError(await sendMail(buildMail("x@inbox.test"), {}, "/email/mails"))).toEqual([404, "not_found"]);
  });

  test("50 recipients are taken", async () => {
    expect((await sendMail(buildMail(Array.from({ length: 50 }, (_, n) => `p${n}@inbox.test`)))).status).toBe(200);
  });
});

// https://resend.com/docs/api-reference/rate-limit
test("the third request of a second is refused, and the headers say how many are left", async () => {
  // A stopped clock keeps the three requests within one second; the sandbox runs in this process.
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  onTestFinished(() => clock.mockRestore());
  await sandbox.post("/mail/account", { requests_per_second: 2 });
  const responses = [];
  for (let n = 0; n < 3; n += 1) responses.push(await sendMail(buildMail("x@inbox.test")));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(responses.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual(["1", "0", "0"]);
  expect(responses.map(({ headers }) => headers.get("retry-after"))).toEqual([null, null, "1"]);
});

// https://resend.com/changelog/batch-validation-modes
describe("a batch", () => {
  const sendBatch = (mails: unknown, headers: Record<string, string> = {}) =>
    sendMail(mails, headers, "/email/emails/batch");

  test("is all or nothing, or permissive what is valid", async () => {
    const [good, bad] = [`${randomUUID()}@inbox.test`, "nobody"];
    expect(await readError(await sendBatch([buildMail(good), buildMail(bad)]))).toEqual([422, "validation_error"]);
    expect(await sandbox.mailsTo(good)).toEqual([]);
    const permissive = await sendBatch([buildMail(bad), buildMail(good)], { "x-batch-validation": "permissive" });
    expect(await permissive.json()).toEqual({
      data: [{ id: expect.any(String) }],
      errors: [{ index: 0, message: expect.stringContaining("Invalid `to` field.") }],
    });
    expect(await sandbox.mailsTo(good)).toHaveLength(1);
  });

  test("of more than 100 messages is refused, and one under a key is taken once", async () => {
    const to = `${randomUUID()}@inbox.test`;
    expect((await sendBatch(Array.from({ length: 101 }, () => buildMail(to)))).status).toBe(422);
    const key = { "idempotency-key": randomUUID() };
    const [first, repeated] = [
      await sendBatch([buildMail(to), buildMail(to)], key),
      await sendBatch([buildMail(to), buildMail(to)], key),
    ];
    expect(await repeated.json()).toEqual(await first.json());
    expect(await sandbox.mailsTo(to)).toHaveLength(2);
    expect(await readError(await sendBatch([buildMail(to)], key))).toEqual([409, "invalid_idempotent_request"]);
  });
});
