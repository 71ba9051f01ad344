import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { getUser } from "../../../worker/contract/v1/admin/users.ts";
import { receiveEmailEvent } from "../../../worker/contract/v1/callbacks/email.ts";
import { requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { getProfile } from "../../../worker/contract/v1/sso/user.ts";
import { buildSvixHeaders, webhookSecret } from "../../../sandbox/fakes/email/webhooks/svix.ts";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { startSecondWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";

const nowS = () => Math.floor(Date.now() / 1000);
const newId = () => `msg_${randomUUID().replaceAll("-", "")}`;

/** An event in the format of https://resend.com/docs/webhooks/event-types. */
const createEvent = (type: string, to: string, fields: object = {}, at = new Date()) =>
  JSON.stringify({
    type,
    created_at: at.toISOString(),
    data: {
      created_at: at.toISOString(),
      email_id: randomUUID(),
      from: "a@crunchbox.test",
      to: [to],
      subject: "Hi",
      ...fields,
    },
  });
const bounceFields = (type: string) => ({ bounce: { message: "no such mailbox", type, subType: "General" } });

const send = (body: string, headers: Record<string, string> = buildSvixHeaders(newId(), nowS(), body)) =>
  visitor().call(receiveEmailEvent, { body, headers });
const findReturnReason = async (email: string) =>
  (
    await query<{ email_returned: string | null }>(
      "select email_returned from users where email = $1 and (returned_email is null or returned_email = email)",
      [email],
    )
  )[0]?.email_returned;

describe("a webhook is refused with 401 and has no effect", () => {
  const tooOld = nowS() - 305;
  test.each<[string, (body: string) => Record<string, string>]>([
    ["no signature", () => ({})],
    [
      "another secret's signature",
      (body) => buildSvixHeaders(newId(), nowS(), body, `whsec_${btoa("another secret")}`),
    ],
    ["the signature of another body", (body) => buildSvixHeaders(newId(), nowS(), `${body} `)],
    ["the signature of another id", (body) => ({ ...buildSvixHeaders(newId(), nowS(), body), "svix-id": newId() })],
    ["the time of more than 5 minutes ago", (body) => buildSvixHeaders(newId(), tooOld, body)],
    ["a time more than 5 minutes ahead", (body) => buildSvixHeaders(newId(), nowS() + 660, body)],
    ["a time that is none", (body) => ({ ...buildSvixHeaders(newId(), nowS(), body), "svix-timestamp": "now" })],
    [
      "a signature of another version alone",
      (body) => {
        const headers = buildSvixHeaders(newId(), nowS(), body);
        return { ...headers, "svix-signature": headers["svix-signature"].replace("v1,", "v2,") };
      },
    ],
    [
      "a signature that is no base64",
      (body) => ({ ...buildSvixHeaders(newId(), nowS(), body), "svix-signature": "v1,%%%" }),
    ],
  ])("when it has %s", async (_, headersOf) => {
    const { email } = await createUser();
    const body = createEvent("email.bounced", email, bounceFields("Permanent"));
    const answer = await send(body, headersOf(body));
    expect([answer.status, answer.errcode]).toEqual([401, "SECURITY_CHECK_FAILED"]);
    expect(await findReturnReason(email)).toBeNull();
  });

  test("when the shop has no secret for it", async () => {
    const worker = await startSecondWorker({ EMAIL_WEBHOOK_SECRET: "" });
    try {
      const body = createEvent("email.bounced", "a@b.test");
      const headers = buildSvixHeaders(newId(), nowS(), body);
      const anonymousClient = createClient({ url: worker.url });
      expect((await anonymousClient.call(receiveEmailEvent, { body, headers })).status).toBe(401);
      // An empty secret must not verify a signature either.
      const hmac = createHmac("sha256", "").update(`${headers["svix-id"]}.${headers["svix-timestamp"]}.${body}`);
      const forged = { ...headers, "svix-signature": `v1,${hmac.digest("base64")}` };
      expect((await anonymousClient.call(receiveEmailEvent, { body, headers: forged })).status).toBe(401);
    } finally {
      await worker.stop();
    }
  });
});

test("one right signature among several is enough, and each of two secrets signs while one is replaced", async () => {
  const nextSecret = `whsec_${Buffer.from("the secret that comes next").toString("base64")}`;
  const worker = await startSecondWorker({ EMAIL_WEBHOOK_SECRET: `${webhookSecret}, ${nextSecret}` });
  try {
    const anonymousClient = createClient({ url: worker.url });
    for (const secret of [webhookSecret, nextSecret]) {
      const { email } = await createUser();
      const body = createEvent("email.bounced", email, bounceFields("Permanent"));
      const headers = buildSvixHeaders(newId(), nowS(), body, secret);
      const multiSignatureHeaders = {
        ...headers,
        "svix-signature": `v1a,abc v1,${btoa("wrong")} ${headers["svix-signature"]}`,
      };
      expect((await anonymousClient.call(receiveEmailEvent, { body, headers: multiSignatureHeaders })).status).toBe(
        200,
      );
      expect(await findReturnReason(email)).toBe("bounced");
    }
  } finally {
    await worker.stop();
  }
});

test.each(["", "no json", "{}", '{"type":"email.bounced"}', '{"type":1,"created_at":"x"}', "[]"])(
  "signed nonsense %j is a 400",
  async (body) => {
    expect((await send(body)).status).toBe(400);
  },
);

test.each([
  ["email.bounced", bounceFields("Permanent"), "bounced"],
  ["email.complained", {}, "complained"],
  ["email.suppressed", { suppressed: { message: "on the list", type: "OnAccountSuppressionList" } }, "suppressed"],
  ["email.bounced", bounceFields("Transient"), null],
  ["email.delivery_delayed", {}, null],
  ["email.opened", {}, null],
  ["domain.updated", {}, null],
])("%s %j leaves the mark %s", async (type, fields, mark) => {
  const { email } = await createUser();
  expect((await send(createEvent(type, `Ada <${email.toUpperCase()}>`, fields))).status).toBe(200);
  expect(await findReturnReason(email)).toBe(mark);
});

test("order and repetition do not matter: what happened last counts", async () => {
  const { email } = await createUser();
  const [early, middle, late] = [nowS() - 60, nowS() - 40, nowS() - 20].map((s) => new Date(s * 1000));
  const bounced = createEvent("email.bounced", email, bounceFields("Permanent"), middle);
  const headers = buildSvixHeaders(newId(), nowS(), bounced);
  expect([(await send(bounced, headers)).status, (await send(bounced, headers)).status]).toEqual([200, 200]);
  const marks = await query(
    "select 1 from audit_log a join users u on u.id::text = a.subject_id where action = 'receiveEmailEvent' and u.email = $1",
    [email],
  );
  expect(marks).toHaveLength(1);
  await send(createEvent("email.delivered", email, {}, early));
  expect(await findReturnReason(email)).toBe("bounced");
  await send(createEvent("email.delivered", email, {}, late));
  expect(await findReturnReason(email)).toBeNull();
});

test("a bounce that arrives after a later delivery leaves no mark, however often it comes", async () => {
  const { email, id } = await createUser();
  const [early, middle, late] = [nowS() - 60, nowS() - 40, nowS() - 20].map((s) => new Date(s * 1000));
  const bounceAt = (at: Date | undefined) => createEvent("email.bounced", email, bounceFields("Permanent"), at);
  const listAuditEntries = () =>
    query("select 1 from audit_log where action = 'receiveEmailEvent' and subject_id = $1", [id]);
  await send(createEvent("email.delivered", email, {}, middle));
  await send(bounceAt(early));
  expect(await findReturnReason(email)).toBeNull();
  expect(await listAuditEntries(), "nothing was marked").toEqual([]);
  await send(bounceAt(late));
  expect(await findReturnReason(email)).toBe("bounced");
  await send(createEvent("email.delivered", email, {}, new Date()));
  for (const bounceEvent of [bounceAt(late), bounceAt(late)]) await send(bounceEvent);
  expect(await findReturnReason(email)).toBeNull();
  expect(await listAuditEntries(), "one for the mark and one for its end").toHaveLength(2);
});

test("the provider's test addresses end as they are called", async () => {
  const { email } = await createUser({ email: `bounced+${randomUUID()}@resend.dev` });
  (await visitor().call(requestPasswordReset, { body: { email } })).reply();
  await sandbox.waitForMail(email);
  await expect.poll(() => findReturnReason(email)).toBe("bounced");
});

describe("a mail that bounces", () => {
  const requestReset = async (email: string) => {
    (await visitor().call(requestPasswordReset, { body: { email } })).reply();
    return sandbox.waitForMail(email);
  };

  test("marks the address for administrators and its person, until the address is another or a mail arrives", async () => {
    const { client, user } = await signedIn();
    const admin = await signedInAdmin();
    const fetchEmailReturn = async () =>
      (await admin.client.call(getUser, { params: { user_id: user.id } })).reply().email_return;
    expect(await fetchEmailReturn()).toBeNull();
    const mail = await requestReset(user.email);
    expect((await sandbox.post(`/mail/${mail.id}/bounced`, {})).status).toBe(200);
    expect(await fetchEmailReturn()).toMatchObject({ reason: "bounced", returned_at: expect.stringMatching(/Z$/) });
    expect((await client.call(getProfile)).reply().email_return).toMatchObject({ reason: "bounced" });
    const page = await (await client.fetch("/portal")).text();
    expect(page).toContain(`Mail to ${user.email} came back`);
    await query("update users set email = $1 where id = $2", [`other-${user.email}`, user.id]);
    expect(await fetchEmailReturn()).toBeNull();
    await query("update users set email = $1 where id = $2", [user.email, user.id]);
    expect(await fetchEmailReturn()).toMatchObject({ reason: "bounced" });
    await sandbox.post(`/mail/${mail.id}/delivered`, {});
    expect(await fetchEmailReturn()).toBeNull();
    expect(await (await client.fetch("/portal")).text()).not.toContain("came back");
  });

  test("has the provider hold later mails back, which are still handed to it and marked by what it tells", async () => {
    const { email } = await createUser();
    await sandbox.post(`/mail/${(await requestReset(email)).id}/complained`, {});
    expect(await findReturnReason(email)).toBe("complained");
    (await visitor().call(requestPasswordReset, { body: { email } })).reply();
    await expect
      .poll(async () => (await sandbox.mailsTo(email)).map(({ status }) => status))
      .toEqual(["suppressed", "complained"]);
    await expect.poll(() => findReturnReason(email)).toBe("suppressed");
  });
});

test("a webhook that was not taken comes again", async () => {
  const { email } = await createUser();
  (await visitor().call(requestPasswordReset, { body: { email } })).reply();
  const mail = await sandbox.waitForMail(email);
  await sandbox.addFault({ service: "database", kind: "status", value: 503, text: "email.bounced" });
  await sandbox.post(`/mail/${mail.id}/bounced`, {});
  expect(await findReturnReason(email)).toBeNull();
  await expect.poll(() => findReturnReason(email)).toBe("bounced");
});
