// The life of a text message from its event to the report of its delivery or STOP.
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
import { twilioSignature } from "../../../sandbox/fakes/sms/incoming/tell-store.ts";
import { aNumber, answer, textsTo, waitForTexts, withPhone } from "../sso/phone/texts.ts";

const admin = (await signedInAdmin()).client;
const choose = (client: Client, types: readonly string[]) =>
  // an unknown type is the point
  client.call(chooseTextTypes, { body: { types: types as "welcome"[] } });
const read = async (client: Client) => (await client.call(getPhone)).reply();
/** An event of the type userRoleAdded, or of userRoleRemoved when it is done again. */
const changeRole = async (user_id: string, roles: ("user" | "buyer" | "org")[]) =>
  (await admin.call(updateUser, { params: { user_id }, body: { roles } })).reply();
const mailsOf = (id: string) =>
  query<{ channel: string; type: string }>("select channel, type from outbox where user_id = $1 order by id", [id]);

describe("events", () => {
  test("go as text messages to a verified number, as far as they were chosen", async () => {
    const { client, user, number } = await withPhone();
    (await choose(client, ["userRoleAdded", "orderShipped", "userRoleAdded"])).reply();
    expect((await read(client)).types.toSorted()).toEqual(["orderShipped", "userRoleAdded"]);
    await changeRole(user.id, ["user", "buyer", "org"]);
    const [text] = await waitForTexts(number, 2);
    expect(text).toMatch(/^CrunchBox: /);
    await changeRole(user.id, ["user", "buyer"]);
    expect(await mailsOf(user.id)).toEqual([
      { channel: "email", type: "userRoleAdded" },
      { channel: "phone", type: "userRoleAdded" },
      { channel: "email", type: "userRoleRemoved" },
    ]);
  });

  test("never go to a number that nobody verified", async () => {
    const { user } = await signedIn({ roles: ["buyer", "user"] });
    const number = aNumber();
    await query("update users set phone = $2 where id = $1", [user.id, number]);
    await changeRole(user.id, ["user", "buyer", "org"]);
    expect(await mailsOf(user.id)).toEqual([{ channel: "email", type: "userRoleAdded" }]);
  });

  test("that carry a link that opens an account, or are for people without one, cannot be chosen", async () => {
    const { client } = await withPhone();
    const byMailAlone = [
      "accountRequestReceived",
      "accountRequestApproved",
      "accountRequestRejected",
      "userSetup",
      "passwordReset",
      "emailChangeVerification",
      "userInactivated",
    ];
    for (const type of [...byMailAlone, "signInCode", "none"])
      expect([type, (await choose(client, [type])).status]).toEqual([type, 400]);
    const rest = specifiedTypeNames.filter((type) => !byMailAlone.includes(type));
    expect((await choose(client, rest)).reply().types).toHaveLength(22);
  });
});

describe("what the provider queued", () => {
  const textOf = async (id: string) =>
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
    const { client, user } = await withPhone();
    (await choose(client, ["userRoleAdded"])).reply();
    await changeRole(user.id, ["user", "buyer", "org"]);
    await expect.poll(() => textOf(user.id)).toMatchObject({ sent_at: expect.any(Date), failed_at: null, payload: {} });
  });

  // https://www.twilio.com/docs/api/errors/30034: a sender without registration is taken with 201 and never delivered.
  test("and never delivered is given up with the carrier's reason, which the console shows", async () => {
    const { client, user, number } = await withPhone();
    (await choose(client, ["userRoleAdded"])).reply();
    await sandbox.post("/sms/account", { blocked: number });
    await changeRole(user.id, ["user", "buyer", "org"]);
    const reason = "sms: undelivered, error 30034: the sender is not registered with US carriers (A2P 10DLC)";
    await expect
      .poll(() => textOf(user.id))
      .toMatchObject({ sent_at: null, failed_at: expect.any(Date), last_error: reason });
    const { data } = (
      await admin.call(listOutbox, { query: { state: "given-up", channel: "phone", search: number } })
    ).reply();
    expect(data).toMatchObject([{ recipient: number, state: "given-up", last_error: reason, next_at: null }]);
    const shown = await admin.fetch(`/admin/integrations/outbox/${data[0]?.id}`);
    expect(await shown.text()).toContain(reason);
    expect(await (await admin.fetch("/admin/integrations/health")).text()).toMatch(/Text messages: .* not delivered/);
  });

  test("and never delivered is sent again when an administrator asks", async () => {
    const { client, user, number } = await withPhone();
    (await choose(client, ["userRoleAdded"])).reply();
    await sandbox.post("/sms/account", { blocked: number });
    await changeRole(user.id, ["user", "buyer", "org"]);
    await expect.poll(async () => (await textOf(user.id))?.failed_at).toEqual(expect.any(Date));
    await sandbox.post("/sms/account", { unblocked: number });
    const id = (await textOf(user.id))?.id ?? "";
    (await admin.call(resendNotifications, { body: { id } })).reply();
    await expect.poll(() => textOf(user.id)).toMatchObject({ sent_at: expect.any(Date), failed_at: null, payload: {} });
    const [second, first] = (await textsTo(number)).map(({ text }) => text);
    expect(second).toBe(first);
  });

  test("is not sent twice when its answer was lost and its report came", async () => {
    const { client, user, number } = await withPhone();
    (await choose(client, ["userRoleAdded"])).reply();
    await sandbox.addFault({ service: "sms", kind: "cut", when: "after", text: encodeURIComponent(number) });
    await changeRole(user.id, ["user", "buyer", "org"]);
    await expect.poll(() => textOf(user.id)).toMatchObject({ sent_at: expect.any(Date), payload: {} });
    await query("update outbox set next_at = now(), lease_until = now() where user_id = $1", [user.id]);
    await sandbox.runJob("deliver-outbox");
    // The code that verified the number, and the message.
    expect(await textsTo(number)).toHaveLength(2);
  });

  describe("and is reported", () => {
    const token = inject("workerVars")["SMS_AUTH_TOKEN"] ?? "";
    const report = async (sending: string, fields: Record<string, string>, signed = true) => {
      const url = `${workerUrl}/v1/callbacks/sms?sending=${sending}`;
      const response = await fetch(url, {
        method: "POST",
        headers: { "x-twilio-signature": signed ? twilioSignature(url, fields, token) : "" },
        body: new URLSearchParams(fields),
      });
      return response.status;
    };
    /** A queued message without a report; its key of a sending. */
    const queued = async () => {
      const number = aNumber();
      const [row] = await query<{ id: string; key: string }>(
        `insert into outbox (channel, type, recipient, payload, sent_at)
         values ('phone', 'userRoleAdded', $1, '{"a": 1}', now())
         returning id, id || '-' || (extract(epoch from created_at) * 1000)::bigint as key`,
        [number],
      );
      return { number, id: row?.id ?? "", key: row?.key ?? "" };
    };
    const rowOf = async (id: string) =>
      (await query("select sent_at, failed_at, last_error, payload from outbox where id = $1", [id]))[0];
    const sent = { sent_at: expect.any(Date), failed_at: null, last_error: null };

    test("changes nothing without the signature, of another sending, or before its end", async () => {
      const { id, key, number } = await queued();
      const failed = { MessageStatus: "failed", ErrorCode: "30005", To: number };
      expect(await report(key, failed, false)).toBe(401);
      for (const other of [`${id}-1`, `${key}-1`, id, "", "x", "9".repeat(30)])
        expect([other, await report(other, failed)]).toEqual([other, 200]);
      for (const MessageStatus of ["queued", "sending", "sent"])
        expect(await report(key, { MessageStatus, To: number })).toBe(200);
      expect(await rowOf(id)).toEqual({ ...sent, payload: { a: 1 } });
    });

    test("counts once, in any order", async () => {
      const { id, key, number } = await queued();
      expect(await report(key, { MessageStatus: "delivered", To: number })).toBe(200);
      for (const MessageStatus of ["sent", "undelivered"])
        expect(await report(key, { MessageStatus, To: number })).toBe(200);
      expect(await rowOf(id)).toEqual({ ...sent, payload: {} });
      const other = await queued();
      expect(await report(other.key, { MessageStatus: "failed", ErrorCode: "30005", To: other.number })).toBe(200);
      expect(await report(other.key, { MessageStatus: "delivered", To: other.number })).toBe(200);
      expect(await rowOf(other.id)).toMatchObject({
        sent_at: null,
        last_error: "sms: failed, error 30005: the number does not exist",
      });
    });

    test("with STOP turns text messages to the number off", async () => {
      const { id, key, number } = await queued();
      expect(await report(key, { MessageStatus: "failed", ErrorCode: "21610", To: number })).toBe(200);
      expect(await query("select 1 from phone_opt_outs where number = $1", [number])).toHaveLength(1);
      expect(await rowOf(id)).toMatchObject({ last_error: "sms: failed, error 21610: the recipient replied STOP" });
    });
  });
});

describe("STOP", () => {
  test.each(["STOP", " stop ", "StopAll", "UNSUBSCRIBE", "cancel", "END", "quit"])(
    "by the word %j turns text messages to the number off, for everybody who has it",
    async (word) => {
      const { client, user, number } = await withPhone();
      (await choose(client, ["userRoleAdded", "userReactivated"])).reply();
      expect(await answer(number, word)).toBe(200);
      expect(await read(client)).toMatchObject({ number, is_opted_out: true, shop_number: "+15005550006" });
      await changeRole(user.id, ["user", "buyer", "org"]);
      expect(await mailsOf(user.id)).toEqual([{ channel: "email", type: "userRoleAdded" }]);
      const colleague = await signedIn();
      const refused = await colleague.client.call(requestPhoneCode, { body: { number } });
      expect([refused.status, refused.errcode]).toEqual([422, requestPhoneCode.errors[0]]);
    },
  );

  test.each(["START", "unstop", "Yes"])("is taken back by %j", async (word) => {
    const { client, user, number } = await withPhone();
    (await choose(client, ["userRoleAdded"])).reply();
    await answer(number, "STOP");
    expect(await answer(number, word)).toBe(200);
    expect(await read(client)).toMatchObject({ is_opted_out: false, types: ["userRoleAdded"] });
    await changeRole(user.id, ["user", "buyer", "org"]);
    await waitForTexts(number, 2);
    const told = await query<{ action: string }>(
      "select action from audit_log where subject_id = $1 and action like '%TextMessage%' order by id",
      [user.id],
    );
    expect(told.map(({ action }) => action)).toEqual(["stopTextMessages", "receiveTextMessage"]);
  });

  test("is the whole message: other words change nothing", async () => {
    const { client, number } = await withPhone();
    for (const text of ["STOP please", "Don't stop", "help", "1234"]) expect(await answer(number, text)).toBe(200);
    expect((await read(client)).is_opted_out).toBe(false);
  });

  test("that only the provider heard is learned from its refusal, which is no failure", async () => {
    const { client, user, number } = await withPhone();
    (await choose(client, ["userRoleAdded"])).reply();
    await answer(number, "STOP");
    await query("delete from phone_opt_outs where number = $1", [number]);
    await changeRole(user.id, ["user", "buyer", "org"]);
    const isOut = () => query("select 1 from phone_opt_outs where number = $1", [number]);
    await expect.poll(isOut).toHaveLength(1);
    expect((await mailsOf(user.id)).map(({ channel }) => channel)).toEqual(["email"]);
    expect(await textsTo(number)).toHaveLength(1);
  });

  test("withdraws what waits", async () => {
    const { client, user, number } = await withPhone();
    (await choose(client, ["userReactivated"])).reply();
    await sandbox.addFault({ service: "sms", kind: "status", value: 503, times: 20, text: encodeURIComponent(number) });
    const params = { user_id: user.id };
    (await admin.call(inactivateUser, { params })).reply();
    (await admin.call(reactivateUser, { params })).reply();
    await expect.poll(async () => (await mailsOf(user.id)).some(({ channel }) => channel === "phone")).toBe(true);
    await answer(number, "STOP");
    expect((await mailsOf(user.id)).filter(({ channel }) => channel === "phone")).toEqual([]);
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
  const isOut = async (number: string) =>
    (await query("select 1 from phone_opt_outs where number = $1", [number])).length === 1;

  test("takes what Twilio signed, twice, too, and answers TwiML that says nothing", async () => {
    const From = aNumber();
    const fields = { From, To: "+15005550006", Body: "Stop", MessageSid: "SM1", Empty: "", Ünï: "cödé & more" };
    const signature = twilioSignature(url, fields, token);
    for (const _ of [1, 2])
      expect(await post(fields, signature)).toEqual({
        status: 200,
        type: "text/xml",
        text: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
      });
    expect(await isOut(From)).toBe(true);
    const started = { ...fields, Body: "more of it", OptOutType: "START" };
    expect((await post(started, twilioSignature(`${url}?x=1`, started, token), "?x=1")).status).toBe(200);
    expect(await isOut(From), "a messaging service says what it took a message for").toBe(false);
  });

  test.each([
    ["a sender", { From: "+1\u0000202", Body: "STOP" }],
    ["a sender who starts again", { From: "\u0000", Body: "START" }],
    ["a recipient", { To: "+1\u0000202", MessageStatus: "failed", ErrorCode: "21610" }],
  ])("takes a NUL in the number of %s, and keeps no opt-out with it", async (_, fields) => {
    const sending = "?sending=%00";
    expect((await post(fields, twilioSignature(url + sending, fields, token), sending)).status).toBe(200);
    expect(await query("select number from phone_opt_outs where number !~ '^[+][0-9]+$'")).toEqual([]);
  });

  test("refuses everything else with 401, and does nothing", async () => {
    const From = aNumber();
    const fields = { From, To: "+15005550006", Body: "STOP" };
    const right = twilioSignature(url, fields, token);
    const tried: [string, Record<string, string>, string][] = [
      ["no signature", fields, ""],
      ["no base64", fields, "%%%"],
      ["another token", fields, twilioSignature(url, fields, "another")],
      ["another address", fields, twilioSignature(`${url}/`, fields, token)],
      ["another field", { ...fields, Extra: "1" }, right],
      ["another sender", { ...fields, From: aNumber() }, right],
      ["another word", { ...fields, Body: "START" }, right],
      ["SHA-1 without a key", fields, btoa("x".repeat(20))],
    ];
    for (const [what, sent, signature] of tried)
      expect([what, (await post(sent, signature)).status]).toEqual([what, 401]);
    expect((await visitor().call(receiveTextMessage)).status).toBe(401);
    expect(await isOut(From)).toBe(false);
  });
});
