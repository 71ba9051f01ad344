import { describe, expect, test } from "vitest";
import type { BodyOf } from "../../../worker/contract/endpoint.ts";
import { definitionOf, notificationTypeNames } from "../../../worker/contract/notification-types.ts";
import { sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import { listNotifications } from "../../../worker/contract/v1/client/notifications.ts";
import { updateProfile } from "../../../worker/contract/v1/sso/user.ts";
import { payloads } from "../../domain/mail-payloads.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createUser, uniqueEmail } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";

const admin = (await signedInAdmin()).client;
type Body = BodyOf<typeof sendNotification>;

const send = async (body: Body) => (await admin.call(sendNotification, { body })).reply();
const refusal = async (body: Body) => {
  const { status, errcode } = await admin.call(sendNotification, { body });
  return `${status} ${errcode}`;
};
/** What waits or was sent to a person, by channel. */
const queuedFor = async (userId: string) =>
  (await query<{ channel: string }>("select channel from outbox where user_id = $1 order by channel", [userId])).map(
    ({ channel }) => channel,
  );
const inApp = (userId: string) => query("select type from notifications where user_id = $1", [userId]);
const aPhone = () => `+1512${String(Math.floor(Math.random() * 10_000_000)).padStart(7, "0")}`;
const withPhone = async () => {
  const user = await createUser();
  const phone = aPhone();
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
    const [buyer, manager, both, gone] = await Promise.all([
      createUser({ org_id, roles: ["buyer", "user"] }),
      createUser({ org_id, roles: ["org", "user"] }),
      createUser({ org_id, roles: ["org", "buyer", "user"] }),
      createUser({ org_id, roles: ["buyer", "user"], state: "inactive" }),
    ]);
    const told = async () =>
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
    expect(await told()).toEqual([buyer.id, manager.id, both.id].toSorted());
    expect(await send({ type: "welcome", org_id, roles: ["org"], payload: {}, channels: ["app"] })).toMatchObject({
      queued: 2,
    });
    expect(await inApp(gone.id)).toEqual([]);
    expect(await inApp(buyer.id)).toHaveLength(1);
    expect(await inApp(both.id)).toHaveLength(2);
  });

  test("an address that belongs to nobody gets the mail; one that is a person's gets it with their settings", async () => {
    const stranger = uniqueEmail();
    const names = { first_name: "Mei", last_name: "Tanaka", org_name: "Initech" };
    expect(await send({ type: "accountRequestRejected", payload: { user_email: stranger, ...names } })).toMatchObject({
      queued: 1,
    });
    expect((await sandbox.waitForMail(stranger)).text).toContain("Hello Mei Tanaka,");
    const { user } = await signedIn();
    expect(await send({ type: "welcome", payload: { user_email: user.email.toUpperCase() } })).toMatchObject({
      queued: 2,
    });
    expect(await inApp(user.id)).toHaveLength(1);
  });

  test("nobody is a refusal, and so are people and organizations that are not there", async () => {
    const nothing = "00000000-0000-4000-8000-000000000000";
    const { id: org_id } = await createOrganization();
    const inactive = await createUser({ state: "inactive" });
    const noPhone = await createUser();
    const type = "welcome" as const;
    expect(await refusal({ type, payload: {} })).toBe("422 NOTIFICATION_ERROR");
    expect(await refusal({ type, payload: {}, org_id })).toBe("422 NOTIFICATION_ERROR");
    expect(await refusal({ type, payload: {}, user_id: inactive.id })).toBe("422 NOTIFICATION_ERROR");
    expect(await refusal({ type, payload: {}, user_id: noPhone.id, channels: ["phone"] })).toBe(
      "422 NOTIFICATION_ERROR",
    );
    expect(await refusal({ type, payload: {}, user_id: nothing })).toBe("404 USR_NOT_FOUND");
    expect(await refusal({ type, payload: {}, org_id: nothing })).toBe("404 ORG_NOT_FOUND");
  });

  test("a payload that its type does not know is refused by its path", async () => {
    const { user } = await signedIn();
    const wrong = { order_number: "", tracking_link: "javascript:alert(1)" };
    const answer = await admin.call(sendNotification, {
      body: { type: "orderShipped", user_id: user.id, payload: wrong },
    });
    expect(answer.status).toBe(400);
    expect(answer.issues.map(({ path }) => path.join("."))).toEqual(["payload.order_number", "payload.tracking_link"]);
    expect(await inApp(user.id)).toEqual([]);
  });
});

describe("channels", () => {
  test("a text message goes to those who have a number, with the link and no more than 10 segments", async () => {
    const { id, phone } = await withPhone();
    const payload = { ...payloads.orderShipped, message: "x".repeat(4000) };
    expect(await send({ type: "orderShipped", user_id: id, payload, channels: ["phone"] })).toMatchObject({
      queued: 1,
    });
    const texts = async (): Promise<{ text: string }[]> =>
      (await fetch(`${sandbox.url}/sms.json?to=${encodeURIComponent(phone)}`)).json();
    await expect.poll(async () => (await texts()).length, { timeout: 15_000 }).toBe(1);
    const [{ text } = { text: "" }] = await texts();
    expect(text).toMatch(/^CrunchBox: Your order CB-1042 was shipped\nhttps:/);
    expect(text.length).toBeLessThanOrEqual(1530);
    expect(await queuedFor(id)).toEqual(["phone"]);
    expect(await inApp(id)).toEqual([]);
  });

  test("what opens an account goes by mail alone, whatever is asked for", async () => {
    const { id, email } = await withPhone();
    const secret = notificationTypeNames.filter((type) => definitionOf(type).is_secret);
    expect(secret).toEqual(["userSetup", "passwordReset", "emailChangeVerification"]);
    for (const type of secret) {
      const payload = { ...payloads[type] };
      expect(await send({ type, user_id: id, payload, channels: ["email", "phone", "app"] })).toMatchObject({
        queued: 1,
      });
      expect(await refusal({ type, user_id: id, payload, channels: ["phone", "app"] })).toBe("422 NOTIFICATION_ERROR");
    }
    expect([await queuedFor(id), await inApp(id)]).toEqual([["email", "email", "email"], []]);
    await expect.poll(async () => (await sandbox.mailsTo(email)).length, { timeout: 15_000 }).toBe(3);
  });

  test(
    "every one of the 29 types arrives by mail, by phone and in the app, but for those three",
    { timeout: 60_000 },
    async () => {
      const { id, email, phone } = await withPhone();
      for (const type of notificationTypeNames)
        await send({ type, user_id: id, payload: { ...payloads[type] }, channels: ["email", "phone", "app"] });
      expect(await inApp(id)).toHaveLength(26);
      await expect.poll(async () => (await sandbox.mailsTo(email)).length, { timeout: 40_000 }).toBe(29);
      const texts = async (): Promise<unknown[]> =>
        (await fetch(`${sandbox.url}/sms.json?to=${encodeURIComponent(phone)}`)).json();
      await expect.poll(async () => (await texts()).length, { timeout: 20_000 }).toBe(26);
      const unsent = () => query("select 1 from outbox where user_id = $1 and sent_at is null", [id]);
      await expect.poll(unsent, { timeout: 10_000 }).toEqual([]);
    },
  );

  test("who turned reminders and news off gets them in the app alone, and everything else as ever", async () => {
    const { client, user } = await signedIn();
    await query("update users set phone = $2 where id = $1", [user.id, aPhone()]);
    (await client.call(updateProfile, { body: { notification_settings: { is_subscribed: false } } })).reply();
    const channels = ["email", "phone", "app"] as const;
    for (const type of ["newSoftwareVersion", "newPluginVersion", "subscriptionRenewalReminder"] as const)
      await send({ type, user_id: user.id, payload: { ...payloads[type] }, channels: [...channels] });
    expect([await queuedFor(user.id), await inApp(user.id)]).toMatchObject([[], [{}, {}, {}]]);
    await send({
      type: "orderConfirmed",
      user_id: user.id,
      payload: { ...payloads.orderConfirmed },
      channels: [...channels],
    });
    expect(await queuedFor(user.id)).toEqual(["email", "phone"]);
  });
});
