// A text message from its event to its delivery report, and STOP.
import { describe, expect, inject, test } from "vitest";
import { inactivateUser, reactivateUser, updateUser } from "../../../worker/contract/v1/admin/users.ts";
import { resendNotifications } from "../../../worker/contract/v1/admin/notifications.ts";
import { listOutbox } from "../../../worker/contract/v1/admin/outbox.ts";
import { receiveTextMessage } from "../../../worker/contract/v1/callbacks/sms.ts";
import { chooseTextTypes, getPhone, requestPhoneCode } from "../../../worker/contract/v1/sso/phone.ts";
import { specifiedTypeNames } from "../../../worker/contract/notification-types.ts";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { sandbox } from "../../support/sandbox.ts";
import { signRequest } from "../../../sandbox/fakes/sms/incoming/tell-store.ts";
import { unusedNumber, sendText, fetchTexts, waitForTexts, createUserWithPhone } from "../sso/phone/texts.ts";

const admin = (await signedInAdmin()).client;
const chooseTypes = (client: Client, types: readonly string[]) =>
  // Some tests send unknown types on purpose.
  client.call(chooseTextTypes, { body: { types: types as "welcome"[] } });
const fetchPhone = async (client: Client) => (await client.call(getPhone)).reply();
/** Raises userRoleAdded for an added role and userRoleRemoved for a removed one. */
const changeRole = async (user_id: string, roles: ("user" | "buyer" | "org")[]) =>
  (await admin.call(updateUser, { params: { user_id }, body: { roles } })).reply();
const listMessages = (id: string) =>
  query<{ channel: string; type: string }>("select channel, type from outbox where user_id = $1 order by id", [id]);

describe("events", () => {
  test("go as text messages to a verified number, as far as they were chosen", async () => {
    const { client, user, number } = await createUserWithPhone();
    (await chooseTypes(client, ["userRoleAdded", "orderShipped", "userRoleAdded"])).reply();
    expect((await fetchPhone(client)).types.toSorted()).toEqual(["orderShipped", "userRoleAdded"]);
    await changeRole(user.id, ["user", "buyer", "org"]);
    const [text] = await waitForTexts(number, 2);
    expect(text).toMatch(/^CrunchBox: /);
    await changeRole(user.id, ["user", "buyer"]);
    expect(await listMessages(user.id)).toEqual([
      { channel: "email", type: "userRoleAdded" },
      { channel: "phone", type: "userRoleAdded" },
      { channel: "email", type: "userRoleRemoved" },
    ]);
  });

  test("never go to a number that nobody verified", async () => {
    const { user } = await signedIn({ roles: ["buyer", "user"] });
    const number = unusedNumber();
    await query("update users set phone = $2 where id = $1", [user.id, number]);
    await changeRole(user.id, ["user", "buyer", "org"]);
    expect(await listMessages(user.id)).toEqual([{ channel: "email", type: "userRoleAdded" }]);
  });

  test("that carry a link that opens an account, or are for people without one, cannot be chosen", async () => {
    const { client } = await createUserWithPhone();
    const emailOnlyTypes = [
      "accountRequestReceived",
      "accountRequestApproved",
      "accountRequestRejected",
      "userSetup",
      "passwordReset",
      "emailChangeVerification",
      "userInactivated",
    ];
    for (const type of [...emailOnlyTypes, "signInCode", "none"])
      expect([type, (await chooseTypes(client, [type])).status]).toEqual([type, 400]);
    const textTypes = specifiedTypeNames.filter((type) => !emailOnlyTypes.includes(type));
    expect((await chooseTypes(client, textTypes)).reply().types).toHaveLength(22);
  });
});

describe("what the provider queued", () => {
  const findText = async (id: string) =>
    (
      await query<{
        id: string;
        sent_at: Date | null;
        failed_at: Date | null;
        last_error: string | null;
        payload: object;
      }>("select * from outbox where user_id = $1 and channel = 'phone'", [id])
    )[0];

  test("and delivered is sent, and keeps no content", async () => {
    const { client, user } = await createUserWithPhone();
    (await chooseTypes(client, ["userRoleAdded"])).reply();
    await changeRole(user.id, ["user", "buyer", "org"]);
    await expect
      .poll(() => findText(user.id))
      .toMatchObject({ sent_at: expect.any(Date), failed_at: null, payload: {} });
  });

  // https://www.twilio.com/docs/api/errors/30034: a sender without registration is taken with 201 and never delivered.
  test("and never delivered is given up with the carrier's reason, which the console shows", async () => {
    const { client, user, number } = await createUserWithPhone();
    (await chooseTypes(client, ["userRoleAdded"])).reply();
    await sandbox.post("/sms/account", { blocked: number });
    await changeRole(user.id, ["user", "buyer", "org"]);
    const reason = "sms: undelivered, error 30034: the sender is not registered with US carriers (A2P 10DLC)";
    await expect
      .poll(() => findText(user.id))
      .toMatchObject({ sent_at: null, failed_at: expect.any(Date), last_error: reason });
    const { data } = (
      await admin.call(listOutbox, { query: { state: "given-up", channel: "phone", search: number } })
    ).reply();
    expect(data).toMatchObject([{ recipient: number, state: "given-up", last_error: reason, next_at: null }]);
    const outboxPage = await admin.fetch(`/admin/integrations/outbox/${data[0]?.id}`);
    expect(await outboxPage.text()).toContain(reason);
    expect(await (await admin.fetch("/admin/integrations/health")).text()).toMatch(/Text messages: .* not delivered/);
  });

  test("and never delivered is sent again when an administrator asks", async () => {
    const { client, user, number } = await createUserWithPhone();
    (await chooseTypes(client, ["userRoleAdded"])).reply();
    await sandbox.post("/sms/account", { blocked: number });
    await changeRole(user.id, ["user", "buyer", "org"]);
    await expect.poll(async () => (await findText(user.id))?.failed_at).toEqual(expect.any(Date));
    await sandbox.post("/sms/account", { unblocked: number });
    const id = (await findText(user.id))?.id ?? "";
    (await admin.call(resendNotifications, { body: { id } })).reply();
    await expect
      .poll(() => findText(user.id))
      .toMatchObject({ sent_at: expect.any(Date), failed_at: null, payload: {} });
    const [second, first] = (await fetchTexts(number)).map(({ text }) => text);
    expect(second).toBe(first);
  });

  test("is not sent twice when its answer was lost and its report came", async () => {
    const { client, user, number } = await createUserWithPhone();
    (await chooseTypes(client, ["userRoleAdded"])).reply();
    await sandbox.addFault({ service: "sms", kind: "cut", when: "after", text: encodeURIComponent(number) });
    await changeRole(user.id, ["user", "buyer", "org"]);
    await expect.poll(() => findText(user.id)).toMatchObject({ sent_at: expect.any(Date), payload: {} });
    await query("update outbox set next_at = now(), lease_until = now() where user_id = $1", [user.id]);
    await sandbox.runJob("deliver-outbox");
    // The verification code and one message.
    expect(await fetchTexts(number)).toHaveLength(2);
  });

  describe("and is reported", () => {
    const token = inject("workerVars")["SMS_AUTH_TOKEN"] ?? "";
    const report = async (sending: string, fields: Record<string, string>, isSigned = true) => {
      const url = `${workerUrl}/v1/callbacks/sms?sending=${sending}`;
      const response = await fetch(url, {
        method: "POST",
        headers: { "x-twilio-signature": isSigned ? signRequest(url, fields, token) : "" },
        body: new URLSearchParams(fields),
      });
      return response.status;
    };
    /** Inserts a text message without a delivery report; returns its number, id and sending key. */
    const createQueuedText = async () => {
      const number = unusedNumber();
      const [row] = await query<{ id: string; key: string }>(
        `insert into outbox (channel, type, recipient, payload, sent_at)
         values ('phone', 'userRoleAdded', $1, '{"a": 1}', now())
         returning id, id || '-' || (extract(epoch from created_at) * 1000)::bigint as key`,
        [number],
      );
      return { number, id: row?.id ?? "", key: row?.key ?? "" };
    };
    const findRow = async (id: string) =>
      (await query("select sent_at, failed_at, last_error, payload from outbox where id = $1", [id]))[0];
    const sentFields = { sent_at: expect.any(Date), failed_at: null, last_error: null };

    test("changes nothing without the signature, of another sending, or before its end", async () => {
      const { id, key, number } = await createQueuedText();
      const failed = { MessageStatus: "failed", ErrorCode: "30005", To: number };
      expect(await report(key, failed, false)).toBe(401);
      for (const other of [`${id}-1`, `${key}-1`, id, "", "x", "9".repeat(30)])
        expect([other, await report(other, failed)]).toEqual([other, 200]);
      for (const MessageStatus of ["queued", "sending", "sent"])
        expect(await report(key, { MessageStatus, To: number })).toBe(200);
      expect(await findRow(id)).toEqual({ ...sentFields, payload: { a: 1 } });
    });

    test("counts once, in any order", async () => {
      const { id, key, number } = await createQueuedText();
      expect(await report(key, { MessageStatus: "delivered", To: number })).toBe(200);
      for (const MessageStatus of ["sent", "undelivered"])
        expect(await report(key, { MessageStatus, To: number })).toBe(200);
      expect(await findRow(id)).toEqual({ ...sentFields, payload: {} });
      const other = await createQueuedText();
      expect(await report(other.key, { MessageStatus: "failed", ErrorCode: "30005", To: other.number })).toBe(200);
      expect(await report(other.key, { MessageStatus: "delivered", To: other.number })).toBe(200);
      expect(await findRow(other.id)).toMatchObject({
        sent_at: null,
        last_error: "sms: failed, error 30005: the number does not exist",
      });
    });

    test("with STOP turns text messages to the number off", async () => {
      const { id, key, number } = await createQueuedText();
      expect(await report(key, { MessageStatus: "failed", ErrorCode: "21610", To: number })).toBe(200);
      expect(await query("select 1 from phone_opt_outs where number = $1", [number])).toHaveLength(1);
      expect(await findRow(id)).toMatchObject({ last_error: "sms: failed, error 21610: the recipient replied STOP" });
    });
  });
});

describe("STOP", () => {
  test.each(["STOP", " stop ", "StopAll", "UNSUBSCRIBE", "cancel", "END", "quit"])(
    "by the word %j turns text messages to the number off, for everybody who has it",
    async (word) => {
      const { client, user, number } = await createUserWithPhone();
      (await chooseTypes(client, ["userRoleAdded", "userReactivated"])).reply();
      expect(await sendText(number, word)).toBe(200);
      expect(await fetchPhone(client)).toMatchObject({ number, is_opted_out: true, shop_number: "+15005550006" });
      await changeRole(user.id, ["user", "buyer", "org"]);
      expect(await listMessages(user.id)).toEqual([{ channel: "email", type: "userRoleAdded" }]);
      const colleague = await signedIn();
      const refused = await colleague.client.call(requestPhoneCode, { body: { number } });
      expect([refused.status, refused.errcode]).toEqual([422, requestPhoneCode.errors[0]]);
    },
  );

  test.each(["START", "unstop", "Yes"])("is taken back by %j", async (word) => {
    const { client, user, number } = await createUserWithPhone();
    (await chooseTypes(client, ["userRoleAdded"])).reply();
    await sendText(number, "STOP");
    expect(await sendText(number, word)).toBe(200);
    expect(await fetchPhone(client)).toMatchObject({ is_opted_out: false, types: ["userRoleAdded"] });
    await changeRole(user.id, ["user", "buyer", "org"]);
    await waitForTexts(number, 2);
    const auditRows = await query<{ action: string }>(
      "select action from audit_log where subject_id = $1 and action like '%TextMessage%' order by id",
      [user.id],
    );
    expect(auditRows.map(({ action }) => action)).toEqual(["stopTextMessages", "receiveTextMessage"]);
  });

  test("is the whole message: other words change nothing", async () => {
    const { client, number } = await createUserWithPhone();
    for (const text of ["STOP please", "Don't stop", "help", "1234"]) expect(await sendText(number, text)).toBe(200);
    expect((await fetchPhone(client)).is_opted_out).toBe(false);
  });

  test("that only the provider heard is learned from its refusal, which is no failure", async () => {
    const { client, user, number } = await createUserWithPhone();
    (await chooseTypes(client, ["userRoleAdded"])).reply();
    await sendText(number, "STOP");
    await query("delete from phone_opt_outs where number = $1", [number]);
    await changeRole(user.id, ["user", "buyer", "org"]);
    const listOptOuts = () => query("select 1 from phone_opt_outs where number = $1", [number]);
    await expect.poll(listOptOuts).toHaveLength(1);
    expect((await listMessages(user.id)).map(({ channel }) => channel)).toEqual(["email"]);
    expect(await fetchTexts(number)).toHaveLength(1);
  });

  test("withdraws what waits", async () => {
    const { client, user, number } = await createUserWithPhone();
    (await chooseTypes(client, ["userReactivated"])).reply();
    await sandbox.addFault({ service: "sms", kind: "status", value: 503, times: 20, text: encodeURIComponent(number) });
    const params = { user_id: user.id };
    (await admin.call(inactivateUser, { params })).reply();
    (await admin.call(reactivateUser, { params })).reply();
    await expect.poll(async () => (await listMessages(user.id)).some(({ channel }) => channel === "phone")).toBe(true);
    await sendText(number, "STOP");
    expect((await listMessages(user.id)).filter(({ channel }) => channel === "phone")).toEqual([]);
    await sandbox.clearFaults();
  });
});

describe("the webhook of text messages", () => {
  const token = inject("workerVars")["SMS_AUTH_TOKEN"] ?? "";
  const url = `${workerUrl}/v1/callbacks/sms`;
  const post = async (fields: Record<string, string>, signature: string, search = "") => {
    const response = await fetch(url + search, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
  };
  const isOptedOut = async (number: string) =>
    (await query("select 1 from phone_opt_outs where number = $1", [number])).length === 1;

  test("takes what Twilio signed, twice, too, and answers TwiML that says nothing", async () => {
    const From = unusedNumber();
    const fields = { From, To: "+15005550006", Body: "Stop", MessageSid: "SM1", Empty: "", Ünï: "cödé & more" };
    const signature = signRequest(url, fields, token);
    for (const _ of [1, 2])
      expect(await post(fields, signature)).toEqual({
        status: 200,
        type: "text/xml",
        text: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
      });
    expect(await isOptedOut(From)).toBe(true);
    const startFields = { ...fields, Body: "more of it", OptOutType: "START" };
    expect((await post(startFields, signRequest(`${url}?x=1`, startFields, token), "?x=1")).status).toBe(200);
    expect(await isOptedOut(From), "a messaging service says what it took a message for").toBe(false);
  });

  test.each([
    ["a sender", { From: "+1\u0000202", Body: "STOP" }],
    ["a sender who starts again", { From: "\u0000", Body: "START" }],
    ["a recipient", { To: "+1\u0000202", MessageStatus: "failed", ErrorCode: "21610" }],
  ])("takes a NUL in the number of %s, and keeps no opt-out with it", async (_, fields) => {
    const sending = "?sending=%00";
    expect((await post(fields, signRequest(url + sending, fields, token), sending)).status).toBe(200);
    expect(await query("select number from phone_opt_outs where number !~ '^[+][0-9]+$'")).toEqual([]);
  });

  test("refuses everything else with 401, and does nothing", async () => {
    const From = unusedNumber();
    const fields = { From, To: "+15005550006", Body: "STOP" };
    const validSignature = signRequest(url, fields, token);
    const forgedRequests: [string, Record<string, string>, string][] = [
      ["no signature", fields, ""],
      ["no base64", fields, "%%%"],
      ["another token", fields, signRequest(url, fields, "another")],
      ["another address", fields, signRequest(`${url}/`, fields, token)],
      ["another field", { ...fields, Extra: "1" }, validSignature],
      ["another sender", { ...fields, From: unusedNumber() }, validSignature],
      ["another word", { ...fields, Body: "START" }, validSignature],
      ["SHA-1 without a key", fields, btoa("x".repeat(20))],
    ];
    for (const [what, sent, signature] of forgedRequests)
      expect([what, (await post(sent, signature)).status]).toEqual([what, 401]);
    expect((await visitor().call(receiveTextMessage)).status).toBe(401);
    expect(await isOptedOut(From)).toBe(false);
  });
});
