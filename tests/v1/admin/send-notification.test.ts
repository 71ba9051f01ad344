// Sends valid payloads of all 29 types of the specification.
import { describe, expect, test } from "vitest";
import type { BodyOf } from "../../../worker/contract/endpoint.ts";
import { definitionOf, specifiedTypeNames, type SpecifiedType } from "../../../worker/contract/notification-types.ts";
import { sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import { getBroadcast, listBroadcasts, previewNotification } from "../../../worker/contract/v1/admin/broadcasts.ts";
import { listNotifications } from "../../../worker/contract/v1/client/notifications.ts";
import { updateProfile } from "../../../worker/contract/v1/sso/user.ts";
import { payloads } from "../../domain/mail-examples.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createUser, unique, uniqueEmail } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";

const admin = (await signedInAdmin()).client;
type Body = BodyOf<typeof sendNotification>;

/** Links that open accounts must use the shop's own host. */
const ownLink = new URL("/setup/7f0c2f8e-58a4-4f6c-9a55-2a8f5a3c9d10/481516", workerUrl).href;
const validPayload = (type: SpecifiedType): Record<string, unknown> => ({
  ...payloads[type],
  ...(definitionOf(type).is_secret && { url: ownLink }),
});

const send = async (body: Body) => (await admin.call(sendNotification, { body })).reply();
const fetchRefusal = async (body: Body) => {
  const { status, errcode } = await admin.call(sendNotification, { body });
  return `${status} ${errcode}`;
};
const listQueuedChannels = async (userId: string) =>
  (await query<{ channel: string }>("select channel from outbox where user_id = $1 order by channel", [userId])).map(
    ({ channel }) => channel,
  );
const listInApp = (userId: string) => query("select type from notifications where user_id = $1", [userId]);
const randomPhone = () => `+1512${String(Math.floor(Math.random() * 10_000_000)).padStart(7, "0")}`;
const createUserWithPhone = async () => {
  const user = await createUser();
  const phone = randomPhone();
  await query("update users set phone = $2 where id = $1", [user.id, phone]);
  return { ...user, phone };
};

describe("whom it reaches", () => {
  test("a person by mail and in the app unless channels are named, with the words that were given", async () => {
    const { client, user } = await signedIn();
    const payload = { subject: "Closed on Friday", message: "Back on <b>Monday</b>.\n# Bring *cake*" };
    expect(await send({ type: "welcome", user_id: user.id, payload })).toMatchObject({ queued: 2 });
    const mail = await sandbox.waitForMail(user.email, "Closed on Friday");
    expect(mail.text).toContain(`Hello Test ${user.last_name},`);
    expect(mail.html).toContain("Back on &lt;b");
    const { data } = (await client.call(listNotifications)).reply();
    expect(data).toMatchObject([{ type: "welcome", title: "Closed on Friday" }]);
    expect(data[0]?.markdown).toContain("Back on \\<b\\>Monday\\</b\\>.");
    expect(data[0]?.markdown).toContain("\\# Bring \\*cake\\*");
  });

  test("the active people of an organization, of roles, or of both, once each", async () => {
    const { id: org_id } = await createOrganization();
    const [buyer, manager, both, inactiveUser] = await Promise.all([
      createUser({ org_id, roles: ["buyer", "user"] }),
      createUser({ org_id, roles: ["org", "user"] }),
      createUser({ org_id, roles: ["org", "buyer", "user"] }),
      createUser({ org_id, roles: ["buyer", "user"], state: "inactive" }),
    ]);
    const listNotified = async () =>
      (
        await query<{ user_id: string }>(
          "select user_id from notifications n join users u on u.id = n.user_id where u.org_id = $1",
          [org_id],
        )
      )
        .map(({ user_id }) => user_id)
        .toSorted();
    expect(
      await send({ type: "welcome", org_id, roles: ["org", "buyer"], payload: {}, channels: ["app"] }),
    ).toMatchObject({ queued: 3 });
    expect(await listNotified()).toEqual([buyer.id, manager.id, both.id].toSorted());
    expect(await send({ type: "welcome", org_id, roles: ["org"], payload: {}, channels: ["app"] })).toMatchObject({
      queued: 2,
    });
    expect(await listInApp(inactiveUser.id)).toEqual([]);
    expect(await listInApp(buyer.id)).toHaveLength(1);
    expect(await listInApp(both.id)).toHaveLength(2);
  });

  test("an address that belongs to nobody gets the mail; one that is a person's gets it with their settings", async () => {
    const unknownEmail = uniqueEmail();
    const names = { first_name: "Mei", last_name: "Tanaka", org_name: "Initech" };
    expect(
      await send({ type: "accountRequestRejected", payload: { user_email: unknownEmail, ...names } }),
    ).toMatchObject({
      queued: 1,
    });
    expect((await sandbox.waitForMail(unknownEmail)).text).toContain("Hello Mei Tanaka,");
    const { user } = await signedIn();
    expect(await send({ type: "welcome", payload: { user_email: user.email.toUpperCase() } })).toMatchObject({
      queued: 2,
    });
    expect(await listInApp(user.id)).toHaveLength(1);
  });

  test("nobody is a refusal, and so are people and organizations that are not there", async () => {
    const unknownId = "00000000-0000-4000-8000-000000000000";
    const { id: org_id } = await createOrganization();
    const inactive = await createUser({ state: "inactive" });
    const noPhone = await createUser();
    const type = "welcome" as const;
    expect(await fetchRefusal({ type, payload: {} })).toBe("422 NOTIFICATION_ERROR");
    expect(await fetchRefusal({ type, payload: {}, org_id })).toBe("422 NOTIFICATION_ERROR");
    expect(await fetchRefusal({ type, payload: {}, user_id: inactive.id })).toBe("422 NOTIFICATION_ERROR");
    expect(await fetchRefusal({ type, payload: {}, user_id: noPhone.id, channels: ["phone"] })).toBe(
      "422 NOTIFICATION_ERROR",
    );
    expect(await fetchRefusal({ type, payload: {}, user_id: unknownId })).toBe("404 USR_NOT_FOUND");
    expect(await fetchRefusal({ type, payload: {}, org_id: unknownId })).toBe("404 ORG_NOT_FOUND");
  });

  test("a payload that its type does not know is refused by its path", async () => {
    const { user } = await signedIn();
    const invalidPayload = { order_number: "", tracking_link: "javascript:alert(1)" };
    const answer = await admin.call(sendNotification, {
      body: { type: "orderShipped", user_id: user.id, payload: invalidPayload },
    });
    expect(answer.status).toBe(400);
    expect(answer.issues.map(({ path }) => path.join("."))).toEqual(["payload.order_number", "payload.tracking_link"]);
    expect(await listInApp(user.id)).toEqual([]);
  });
});

describe("channels", () => {
  test("a text message goes to those who have a number, with the link and no more than 10 segments", async () => {
    const { id, phone } = await createUserWithPhone();
    const payload = { ...payloads.orderShipped, message: "x".repeat(4000) };
    expect(await send({ type: "orderShipped", user_id: id, payload, channels: ["phone"] })).toMatchObject({
      queued: 1,
    });
    const fetchTexts = async (): Promise<{ text: string }[]> =>
      (await fetch(`${sandbox.url}/sms.json?to=${encodeURIComponent(phone)}`)).json();
    await expect.poll(async () => (await fetchTexts()).length).toBe(1);
    const [{ text } = { text: "" }] = await fetchTexts();
    expect(text).toMatch(/^CrunchBox: Your order CB-1042 was shipped\nhttps:/);
    expect(text.length).toBeLessThanOrEqual(1530);
    expect(await listQueuedChannels(id)).toEqual(["phone"]);
    expect(await listInApp(id)).toEqual([]);
  });

  test("what opens an account goes by mail alone, whatever is asked for", async () => {
    const { id, email } = await createUserWithPhone();
    const secretTypes = specifiedTypeNames.filter((type) => definitionOf(type).is_secret);
    expect(secretTypes).toEqual(["userSetup", "passwordReset", "emailChangeVerification"]);
    for (const type of secretTypes) {
      const payload = { ...payloads[type], url: ownLink };
      expect(await send({ type, user_id: id, payload, channels: ["email", "phone", "app"] })).toMatchObject({
        queued: 1,
      });
      expect(await fetchRefusal({ type, user_id: id, payload, channels: ["phone", "app"] })).toBe(
        "422 NOTIFICATION_ERROR",
      );
    }
    expect([await listQueuedChannels(id), await listInApp(id)]).toEqual([["email", "email", "email"], []]);
    await expect.poll(async () => (await sandbox.mailsTo(email)).length).toBe(3);
  });

  test("every one of the 29 types arrives by mail, by phone and in the app, but for those three", async () => {
    const { id, email, phone } = await createUserWithPhone();
    for (const type of specifiedTypeNames)
      await send({ type, user_id: id, payload: validPayload(type), channels: ["email", "phone", "app"] });
    expect(await listInApp(id)).toHaveLength(26);
    await expect.poll(async () => (await sandbox.mailsTo(email)).length).toBe(29);
    const fetchTexts = async (): Promise<unknown[]> =>
      (await fetch(`${sandbox.url}/sms.json?to=${encodeURIComponent(phone)}`)).json();
    await expect.poll(async () => (await fetchTexts()).length).toBe(26);
    const listUnsent = () => query("select 1 from outbox where user_id = $1 and sent_at is null", [id]);
    await expect.poll(listUnsent).toEqual([]);
  });

  test("who turned reminders and news off gets them in the app alone, and everything else as ever", async () => {
    const { client, user } = await signedIn();
    await query("update users set phone = $2 where id = $1", [user.id, randomPhone()]);
    (await client.call(updateProfile, { body: { notification_settings: { is_subscribed: false } } })).reply();
    const channels = ["email", "phone", "app"] as const;
    for (const type of ["newSoftwareVersion", "newPluginVersion", "subscriptionRenewalReminder"] as const)
      await send({ type, user_id: user.id, payload: { ...payloads[type] }, channels: [...channels] });
    expect([await listQueuedChannels(user.id), await listInApp(user.id)]).toMatchObject([[], [{}, {}, {}]]);
    await send({
      type: "orderConfirmed",
      user_id: user.id,
      payload: { ...payloads.orderConfirmed },
      channels: [...channels],
    });
    expect(await listQueuedChannels(user.id)).toEqual(["email", "phone"]);
  });
});

/** Every payload field of the specification, and no other. */
const specifiedPayload = {
  first_name: "Ada",
  last_name: "Lovelace",
  code: "ABC234",
  subject: "About your account",
  message: "Words of the sender.",
  product: { id: "3f1c9a52-58a4-4f6c-9a55-2a8f5a3c9d10", name: "Flowpoint Pro" },
  version: "2.4.0",
  download_url: "https://downloads.cgx.test/flowpoint",
  device_name: "Quick-20r",
  device_serial: "Q20R-00017",
  tracking_link: "https://carrier.test/1Z999AA10123456784",
  tracking_number: "1Z999AA10123456784",
  manage_subscription_url: "https://portal.cgx.test/subscriptions",
  days_left: 7,
  order_number: "CB-1042",
  org: { id: "7f0c2f8e-58a4-4f6c-9a55-2a8f5a3c9d10", name: "Acme Robotics" },
  amount: 297_265,
  order_id: "3f1c9a52-58a4-4f6c-9a55-2a8f5a3c9d10",
  invoice_id: "3f1c9a52-58a4-4f6c-9a55-2a8f5a3c9d10",
  subscription_term: "month",
  expired_date: "2026-12-31",
  order_details: {
    price: 48_000,
    period: "month",
    card4digits: "4242",
    sub_total: 272_300,
    tax: 22_465,
    tax_percentage: 8.25,
    total: 297_265,
    attempt_date: "2026-11-20",
    delivery_method: "Ground",
    delivery_price: 2_500,
    products: [{ name: "Quick-20r headset", quantity: 2, price: 129_900 }],
  },
  billing_address: {
    line1: "1 Main Street",
    line2: "",
    city: "San Diego",
    state: "CA",
    postal_code: "92101",
    country: "US",
  },
};

describe("a payload of the specification's fields", () => {
  test("is sent as any of the 29 types, and its mail says what it should", async () => {
    const { id, email } = await createUser();
    const payload = { user_email: email, ...specifiedPayload };
    for (const type of specifiedTypeNames) {
      const { status, issues } = await admin.call(sendNotification, { body: { type, user_id: id, payload } });
      expect([type, status, issues]).toEqual([type, 200, []]);
    }
    await expect.poll(async () => (await sandbox.mailsTo(email)).length).toBe(29);
    for (const { subject, text, html } of await sandbox.mailsTo(email)) {
      expect(subject).toBe("About your account");
      expect(text).toContain("Words of the sender.");
      expect(`${text}${html}`).not.toMatch(/undefined|\[object|NaN|Invalid Date/);
    }
    expect(await query("select 1 from outbox where user_id = $1 and failed_at is not null", [id])).toEqual([]);
  });

  test("makes the link of a code on the shop's own host, of the person that it goes to", async () => {
    const { user } = await signedIn();
    const paths = { userSetup: "setup", passwordReset: "verify", emailChangeVerification: "verify-email" } as const;
    for (const [type, path] of Object.entries(paths) as [keyof typeof paths, string][]) {
      const subject = `Code of ${type}`;
      expect(await send({ type, payload: { user_email: user.email, code: "ABC234", subject } })).toMatchObject({
        queued: 1,
      });
      const { text } = await sandbox.waitForMail(user.email, subject);
      expect(text).toContain(new URL(`/${path}/${user.id}/ABC234`, workerUrl).href);
    }
    const { mail } = (
      await admin.call(previewNotification, {
        body: { type: "passwordReset", user_id: user.id, payload: { code: "ABC234" } },
      })
    ).reply();
    expect(mail.text).toContain(`/verify/${user.id}/ABC234`);
  });

  test("shows its code or link to nobody who looks at the notification later", async () => {
    const { id: user_id } = await createUser();
    const { client: support } = await signedInAdmin("support");
    const secrets = [{ code: "QRS789" }, { url: new URL(`/verify/${user_id}/QRS789`, workerUrl).href }];
    for (const secret of secrets) {
      const subject = unique("Reset");
      await send({ type: "passwordReset", user_id, payload: { subject, ...secret } });
      const { data } = (await support.call(listBroadcasts, { query: { search: subject } })).reply();
      const [found] = data;
      expect(data).toHaveLength(1);
      expect(found?.payload).toEqual({ subject });
      const id = found?.id ?? "";
      expect((await support.call(getBroadcast, { params: { id } })).reply().payload).toEqual({ subject });
      for (const path of [`/admin/notifications/${id}`, `/admin/notifications/${id}/mail`])
        expect(await (await support.fetch(path)).text(), path).not.toContain("QRS789");
    }
  });

  test("leads people who are to choose a password to this shop alone", async () => {
    const { id, org_id, email } = await createUser();
    const trySend = async (payload: object, recipient: object = { user_id: id }) => {
      const body = { type: "passwordReset" as const, ...recipient, payload: { ...payload } };
      const { status, errcode, issues } = await admin.call(sendNotification, { body });
      return [status, errcode ?? issues.map(({ path }) => path.join(".")).join(" ")];
    };
    const { host } = new URL(workerUrl);
    for (const url of [
      "https://evil.test/verify",
      `https://${host}.evil.test/verify`,
      `https://${host}@evil.test/verify`,
      `http://ada@${host}/verify`,
    ])
      expect([url, ...(await trySend({ url }))]).toEqual([url, 400, "payload.url"]);
    expect(await trySend({})).toEqual([400, "payload.url"]);
    expect(await trySend({ code: "ABC23" })).toEqual([400, "payload.code"]);
    expect(await trySend({ code: "ABC234" }, { org_id }), "a code is one person's").toEqual([400, "payload.code"]);
    const unknownPayload = { user_email: uniqueEmail(), code: "ABC234" };
    expect(await trySend(unknownPayload, {}), "a code is one of an account").toEqual([422, "NOTIFICATION_ERROR"]);
    expect(await sandbox.mailsTo(email)).toEqual([]);
    expect(await trySend({ url: new URL("/verify", workerUrl).href })).toEqual([200, ""]);
  });
});
