import { expect, test } from "vitest";
import { sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import { getNotificationSettings } from "../../../worker/contract/v1/client/notifications.ts";
import { confirmEmailChange, getProfile } from "../../../worker/contract/v1/sso/user.ts";
import { payloads } from "../../domain/mail-examples.ts";
import { type Actor, signedIn, signedInAdmin } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { query } from "../../support/database.ts";
import { sandbox } from "../../support/sandbox.ts";
import { openChangeLink } from "../sso/links.ts";

const admin = (await signedInAdmin()).client;

type MailType = "newSoftwareVersion" | "newPluginVersion" | "orderConfirmed" | "passwordChanged";
const send = async ({ user }: Actor, type: MailType) =>
  (await admin.call(sendNotification, { body: { type, user_id: user.id, payload: { ...payloads[type] } } })).reply();
const fetchIsSubscribed = async ({ client }: Actor) =>
  (await client.call(getProfile)).reply().notification_settings.is_subscribed;
const fetchTypesOff = async ({ client }: Actor) => (await client.call(getNotificationSettings)).reply().email_off;
/** The URL that unsubscribes from all types, as in old mails and in the second button of the page of one type. */
const toAllUrl = (url: string) => url.replace(/\/from\/.*$/, "");

async function sendNews() {
  const person = await signedIn();
  await send(person, "newSoftwareVersion");
  const mail = await sandbox.waitForMail(person.user.email, "New version");
  const url = /^<(https?:[^>]+)>, <mailto:[^>]+>$/.exec(mail.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
  return { person, mail, url };
}

/** Sends the one-click POST of a mail program: no cookies, no redirects followed (RFC 8058 section 3.2). */
const click = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: "List-Unsubscribe=One-Click",
    redirect: "manual",
  });

test("news name a link for one click, in the headers and in the text, and mails that always come name none", async () => {
  const { person, mail, url } = await sendNews();
  expect(mail.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(url).toMatch(new RegExp(`^${workerUrl}/unsubscribe/${person.user.id}/[\\w-]{22}/from/newSoftwareVersion$`));
  expect(mail.text.split("\n")).toContain(url);
  expect(mail.html).toContain(`href="${url}"`);
  for (const [type, subject] of [
    ["orderConfirmed", "confirmed"],
    ["passwordChanged", "password"],
  ] as const) {
    await send(person, type);
    const other = await sandbox.waitForMail(person.user.email, subject);
    expect(Object.keys(other.headers).filter((name) => /unsubscribe/i.test(name))).toEqual([]);
    expect(other.text).not.toContain("/unsubscribe/");
  }
});

test("one click turns off the kind of its mail; other kinds still come", async () => {
  const { person, url } = await sendNews();
  const answer = await click(url);
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
  expect([await fetchIsSubscribed(person), await fetchTypesOff(person)]).toEqual([true, ["newSoftwareVersion"]]);
  expect((await click(url)).status).toBe(200);
  const auditRows = await query(
    "select actor_kind, data from audit_log where action = 'unsubscribe' and subject_id = $1",
    [person.user.id],
  );
  const changes = { "notification_settings.email_off": [null, ["newSoftwareVersion"]] };
  expect(auditRows).toEqual([{ actor_kind: "visitor", data: { changes } }]);
  await send(person, "newSoftwareVersion");
  await send(person, "newPluginVersion");
  const other = await sandbox.waitForMail(person.user.email, "Artifact filter");
  expect(other.headers["List-Unsubscribe"]).toContain("/from/newPluginVersion>");
  expect(await sandbox.mailsTo(person.user.email)).toHaveLength(2);
});

test("the link of all turns reminders and news off; an order mail still comes", async () => {
  const { person, url: own } = await sendNews();
  const url = toAllUrl(own);
  // The type's page offers to unsubscribe from all as a second button.
  expect(await (await click(own)).text()).toContain(`action="${new URL(url).pathname}"`);
  await click(`${own}/undo`, { origin: new URL(workerUrl).origin });
  const answer = await click(url);
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
  expect(await fetchIsSubscribed(person)).toBe(false);
  expect((await click(url)).status).toBe(200);
  const [auditRow] = await query(
    "select actor_kind, data from audit_log where action = 'unsubscribe' and subject_id = $1 order by id desc",
    [person.user.id],
  );
  const changes = { "notification_settings.is_subscribed": [true, false] };
  expect(auditRow).toEqual({ actor_kind: "visitor", data: { changes } });
  await send(person, "newSoftwareVersion");
  await send(person, "orderConfirmed");
  await sandbox.waitForMail(person.user.email, "is confirmed");
  expect((await sandbox.mailsTo(person.user.email)).map(({ subject }) => subject).toSorted()).toEqual([
    "New version of Flowpoint Pro: 2.4.0",
    "Your order CB-1042 is confirmed",
  ]);
});

test("a mail program on any site may send the click, and multipart is as good", async () => {
  const { person, url } = await sendNews();
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  const headers = { origin: "https://mail.example", "sec-fetch-site": "cross-site" };
  expect((await fetch(url, { method: "POST", headers, body, redirect: "manual" })).status).toBe(200);
  expect(await fetchTypesOff(person)).toEqual(["newSoftwareVersion"]);
});

test("the pages of a mail to a former address do not name the new one", async () => {
  const { person, url } = await sendNews();
  const { client, new_email } = await openChangeLink(person);
  (await client.call(confirmEmailChange)).reply();
  for (const address of [url, toAllUrl(url)])
    for (const answer of [await fetch(address), await click(address)]) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain(new_email);
    }
});

test("a GET shows how it stands and changes nothing", async () => {
  const { person, url } = await sendNews();
  for (const [address, question, textAfter] of [
    [url, "Turn off Firmware and apps?", "Firmware and apps: off"],
    [toAllUrl(url), "Unsubscribe from reminders and news?", "You are unsubscribed"],
  ] as const) {
    const page = await fetch(address);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain(question);
    expect(html).toContain("You still get messages about your account, orders and payments");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await fetchIsSubscribed(person)).toBe(true);
    await click(address);
    expect(await (await fetch(address)).text()).toContain(textAfter);
  }
});

test("what was queued and not tried is not sent any more", async () => {
  const { person, url } = await sendNews();
  await query(
    "insert into outbox (channel, type, recipient, user_id, payload, next_at) values ('email', 'newPluginVersion', $1, $2, $3, now() + interval '1 day'), ('email', 'orderConfirmed', $1, $2, $3, now() + interval '1 day')",
    [person.user.email, person.user.id, {}],
  );
  await click(toAllUrl(url));
  const remainingMails = await query("select type from outbox where user_id = $1 and sent_at is null", [
    person.user.id,
  ]);
  expect(remainingMails).toEqual([{ type: "orderConfirmed" }]);
  await query("delete from outbox where user_id = $1", [person.user.id]);
});

test("the same link subscribes again, from the page alone", async () => {
  const { person, url } = await sendNews();
  await click(url);
  await click(toAllUrl(url));
  for (const address of [toAllUrl(url), url]) {
    const settingsBefore = [await fetchIsSubscribed(person), await fetchTypesOff(person)];
    expect((await click(`${address}/undo`, { origin: "https://evil.example" })).status).toBe(403);
    expect([await fetchIsSubscribed(person), await fetchTypesOff(person)]).toEqual(settingsBefore);
    expect((await click(`${address}/undo`, { origin: new URL(workerUrl).origin })).status).toBe(200);
    expect(await fetchIsSubscribed(person)).toBe(true);
  }
  expect(await fetchTypesOff(person)).toEqual([]);
});

test("a link that nobody signed, or that was signed for somebody else, does nothing and tells nothing", async () => {
  const { person, url } = await sendNews();
  const other = await signedIn();
  const unknown = "00000000-0000-4000-8000-000000000000";
  const bodies = await Promise.all(
    [
      url.replace(/[\w-]{22}\/from/, `${"A".repeat(22)}/from`),
      url.replace(person.user.id, other.user.id),
      url.replace(person.user.id, unknown),
      url.replace("newSoftwareVersion", "orderConfirmed"),
    ].map(async (forgedUrl) => {
      const [shown, clicked] = [await fetch(forgedUrl), await click(forgedUrl)];
      expect([shown.status, clicked.status]).toEqual([404, 404]);
      return (await shown.text()).replaceAll(/nonce="[^"]*"/g, "");
    }),
  );
  expect(new Set(bodies).size).toBe(1);
  expect([await fetchTypesOff(person), await fetchTypesOff(other)]).toEqual([[], []]);
});
