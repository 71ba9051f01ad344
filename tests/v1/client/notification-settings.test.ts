import { expect, test } from "vitest";
import { runNotificationTask, sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import {
  getNotificationSettings,
  updateNotificationSettings,
} from "../../../worker/contract/v1/client/notifications.ts";
import { updateProfile } from "../../../worker/contract/v1/sso/user.ts";
import { payloads } from "../../domain/mail-examples.ts";
import { type Actor, signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { sandbox } from "../../support/sandbox.ts";

const admin = (await signedInAdmin()).client;
type NotificationType =
  | "newSoftwareVersion"
  | "newPluginVersion"
  | "announcement"
  | "subscriptionRenewalReminder"
  | "orderConfirmed";
const send = async ({ user }: Actor, type: NotificationType) =>
  (await admin.call(sendNotification, { body: { type, user_id: user.id, payload: { ...payloads[type] } } })).reply();
const fetchSettings = async ({ client }: Actor) => (await client.call(getNotificationSettings)).reply();
type SettingsChange = Parameters<typeof saveSettings>[1];
const saveSettings = async (
  { client }: Actor,
  body: {
    is_subscribed?: boolean;
    email_off?: ("newPluginVersion" | "announcement")[];
    digest?: "at_once" | "daily" | "weekly";
  },
) => (await client.call(updateNotificationSettings, { body })).reply();
const listQueuedTypes = async ({ user }: Actor) =>
  (await query<{ type: string }>("select type from outbox where user_id = $1 order by id", [user.id])).map(
    ({ type }) => type,
  );
const listInAppTypes = async ({ user }: Actor) =>
  (await query<{ type: string }>("select type from notifications where user_id = $1", [user.id]))
    .map(({ type }) => type)
    .toSorted();

test("at first everything comes at once", async () => {
  const person = await signedIn();
  expect(await fetchSettings(person)).toEqual({
    success: true,
    email: person.user.email,
    is_subscribed: true,
    email_off: [],
    digest: "at_once",
  });
});

test("a type that is turned off is in the app alone; others and what always comes are mailed", async () => {
  const person = await signedIn();
  expect((await saveSettings(person, { email_off: ["newPluginVersion"] })).email_off).toEqual(["newPluginVersion"]);
  for (const type of ["newPluginVersion", "newSoftwareVersion", "orderConfirmed"] as const) await send(person, type);
  expect(await listQueuedTypes(person)).toEqual(["newSoftwareVersion", "orderConfirmed"]);
  expect(await listInAppTypes(person)).toEqual(["newPluginVersion", "newSoftwareVersion", "orderConfirmed"]);
});

test("is_subscribed turns every optional type off, and true restores the own choices", async () => {
  const person = await signedIn();
  await saveSettings(person, { email_off: ["announcement"], digest: "weekly" });
  const settings = (is_subscribed: boolean) =>
    person.client.call(updateProfile, { body: { notification_settings: { is_subscribed } } });
  (await settings(false)).reply();
  for (const type of ["newSoftwareVersion", "subscriptionRenewalReminder", "orderConfirmed"] as const)
    await send(person, type);
  expect(await listQueuedTypes(person)).toEqual(["orderConfirmed"]);
  (await settings(true)).reply();
  expect(await fetchSettings(person)).toMatchObject({
    is_subscribed: true,
    email_off: ["announcement"],
    digest: "weekly",
  });
});

const invalidBodies: [string, unknown][] = [
  ["a type that always comes", { email_off: ["orderConfirmed"] }],
  ["a type that does not exist", { email_off: ["spam"] }],
  ["an unknown digest", { digest: "hourly" }],
  ["no flag", { is_subscribed: "no" }],
];
test.each(invalidBodies)("%s is refused, and nothing changes", async (_what, body) => {
  const person = await signedIn();
  // The body breaks the contract on purpose.
  expect((await person.client.call(updateNotificationSettings, { body: body as SettingsChange })).status).toBe(400);
  expect(await fetchSettings(person)).toMatchObject({ is_subscribed: true, email_off: [], digest: "at_once" });
});

test("a queued mail that nobody tried to send is withdrawn when its type is turned off", async () => {
  const person = await signedIn();
  for (const type of ["newPluginVersion", "announcement"])
    await query(
      "insert into outbox (channel, type, recipient, user_id, payload, next_at) values ('email', $1, $2, $3, '{}', now() + interval '1 day')",
      [type, person.user.email, person.user.id],
    );
  await saveSettings(person, { email_off: ["newPluginVersion"] });
  expect(await listQueuedTypes(person)).toEqual(["announcement"]);
  await query("delete from outbox where user_id = $1", [person.user.id]);
});

/** Moves collected notifications `days` days back; two days are before the last morning of every time zone. */
const ageDigestEntries = ({ user }: Actor, days: number) =>
  query("update digest_entries set created_at = now() - $2 * interval '1 day' where user_id = $1", [user.id, days]);
const fetchDigests = async ({ user }: Actor) =>
  (await sandbox.mailsTo(user.email)).filter(({ subject }) => subject.startsWith("Your reminders and news"));
const runJob = () => sandbox.runJob("deliver-outbox");

test("a daily digest collects reminders and news of a day in one mail, once under a retry", async () => {
  const person = await signedIn();
  await saveSettings(person, { digest: "daily" });
  for (const type of ["newSoftwareVersion", "announcement", "subscriptionRenewalReminder", "orderConfirmed"] as const)
    await send(person, type);
  // Optional notifications wait for the digest; mandatory ones are mailed at once.
  expect(await listQueuedTypes(person)).toEqual(["orderConfirmed"]);
  expect(await listInAppTypes(person)).toHaveLength(4);
  await ageDigestEntries(person, 2);
  await Promise.all([runJob(), runJob()]);
  await runJob();
  const mail = await sandbox.waitForMail(person.user.email, "Your reminders and news");
  expect(await fetchDigests(person)).toHaveLength(1);
  for (const expectedText of [
    "Flowpoint Pro 2.4.0 is ready to download.",
    "Closed on Friday",
    // The amount of a reminder is the next term's price with tax.
    "Flowpoint Pro renews on 30 Nov 2026 for $480.00.",
  ])
    expect(mail.text).toContain(expectedText);
  expect(mail.headers["List-Unsubscribe"]).toContain(
    "/from/announcement.newSoftwareVersion.subscriptionRenewalReminder>",
  );
});

test("what came today waits for the next morning", async () => {
  const person = await signedIn();
  await saveSettings(person, { digest: "daily" });
  await send(person, "announcement");
  await query("update digest_entries set created_at = now() + interval '1 minute' where user_id = $1", [
    person.user.id,
  ]);
  await runJob();
  expect(await listQueuedTypes(person)).toEqual([]);
});

test("a weekly digest waits for Monday; a renewal reminder waits a day at most", async () => {
  const person = await signedIn();
  await saveSettings(person, { digest: "weekly" });
  await send(person, "announcement");
  await send(person, "subscriptionRenewalReminder");
  // Moves both entries to 8:01 UTC on the latest Monday. A later morning has passed unless that was less than a day ago
  // (`is_monday`).
  const [moment] = await query<{ is_monday: boolean }>(
    `update digest_entries set created_at = date_trunc('week', now() at time zone 'UTC' - interval '8 hours') at time zone 'UTC'
       + interval '8 hours 1 minute'
     where user_id = $1 returning extract(isodow from now() at time zone 'UTC' - interval '8 hours') = 1 as is_monday`,
    [person.user.id],
  );
  await runJob();
  const waitingEntries = await query<{ type: string }>(
    "select type from digest_entries where user_id = $1 and sent_at is null order by type",
    [person.user.id],
  );
  expect(waitingEntries.map(({ type }) => type)).toEqual(
    moment?.is_monday ? ["announcement", "subscriptionRenewalReminder"] : ["announcement"],
  );
  await ageDigestEntries(person, 8);
  await runJob();
  await expect.poll(() => fetchDigests(person)).toHaveLength(moment?.is_monday ? 1 : 2);
});

test("the morning is that of the person's zone", async () => {
  const [utcUser, westUser] = [await signedIn(), await signedIn()];
  // 8:00 in Etc/GMT+12 is 12 hours after 8:00 in UTC.
  for (const [person, zone] of [
    [utcUser, "UTC"],
    [westUser, "Etc/GMT+12"],
  ] as const) {
    await saveSettings(person, { digest: "daily" });
    await query(
      `update users set notification_settings = notification_settings || jsonb_build_object('time_zone', $2::text) where id = $1`,
      [person.user.id, zone],
    );
    await send(person, "announcement");
    await query(
      `update digest_entries set created_at =
         (date_trunc('day', now() at time zone 'UTC' - interval '8 hours') + interval '8 hours') at time zone 'UTC'
           - interval '1 minute'
       where user_id = $1`,
      [person.user.id],
    );
  }
  await runJob();
  const [row] = await query<{ is_later: boolean }>(
    `select (date_trunc('day', now() at time zone 'Etc/GMT+12' - interval '8 hours') + interval '8 hours') at time zone 'Etc/GMT+12'
       > (date_trunc('day', now() at time zone 'UTC' - interval '8 hours') + interval '8 hours') at time zone 'UTC' as is_later`,
  );
  expect(await listQueuedTypes(utcUser)).toEqual(["digest"]);
  expect(await listQueuedTypes(westUser)).toEqual(row?.is_later ? ["digest"] : []);
});

test("who turns digests off gets the rest at once, and who turns a type off gets none of it", async () => {
  const [digestsOff, typeOff] = [await signedIn(), await signedIn()];
  for (const person of [digestsOff, typeOff]) {
    await saveSettings(person, { digest: "weekly" });
    await send(person, "announcement");
  }
  await saveSettings(digestsOff, { digest: "at_once" });
  await saveSettings(typeOff, { email_off: ["announcement"] });
  await ageDigestEntries(typeOff, 9);
  await runJob();
  expect([await listQueuedTypes(digestsOff), await listQueuedTypes(typeOff)]).toEqual([["digest"], []]);
});

test.each([
  ["daily", "at_once", "digest"],
  ["at_once", "daily", "subscriptionRenewalReminder"],
] as const)("a reminder found under %s and again under %s is mailed once, as %s", async (first, second, mailType) => {
  const person = await signedIn({ roles: ["org", "buyer", "user"] });
  await query(
    `with p as (insert into products (name) values ('Flowpoint Pro') returning id)
     insert into subscriptions (org_id, user_id, product_id, status, amount, interval, stripe_id, current_period_end)
     select $1, $2, p.id, 'active', 4900, 'year', 'sub_' || gen_random_uuid(), now() + interval '20 days' from p`,
    [person.user.org_id, person.user.id],
  );
  for (const digest of [first, second]) {
    await saveSettings(person, { digest });
    (await admin.call(runNotificationTask)).reply();
  }
  await ageDigestEntries(person, 2);
  await runJob();
  expect(await listQueuedTypes(person)).toEqual([mailType]);
  expect(await listInAppTypes(person)).toEqual(["subscriptionRenewalReminder"]);
});

test("who turns all news off in the profile gets nothing that waits, neither a mail nor a digest", async () => {
  const person = await signedIn();
  await saveSettings(person, { digest: "weekly" });
  await send(person, "announcement");
  await query(
    "insert into outbox (channel, type, recipient, user_id, payload, next_at) values ('email', 'announcement', $1, $2, '{}', now() + interval '1 day')",
    [person.user.email, person.user.id],
  );
  (await person.client.call(updateProfile, { body: { first_name: "Ada" } })).reply();
  expect(await listQueuedTypes(person)).toEqual(["announcement"]);
  (await person.client.call(updateProfile, { body: { notification_settings: { is_subscribed: false } } })).reply();
  await ageDigestEntries(person, 9);
  await runJob();
  expect(await listQueuedTypes(person)).toEqual([]);
});
