import { expect, test } from "vitest";
import { payloads } from "../../domain/mail-examples.ts";
import { impersonating, signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import { postForm } from "../../support/forms.ts";
import { readWords } from "./words.ts";

const fetchRail = async (client: Client, path: string) => {
  const html = await (await client.fetch(path)).text();
  const [, rail = ""] = /<nav[^>]*settings-rail[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  return [...rail.matchAll(/<a ([^>]*)>([^<]*)</g)].map(([, attributes = "", label]) => {
    const [, href = ""] = /href="([^"]*)"/.exec(attributes) ?? [];
    return [label, href, attributes.includes('aria-current="page"')] as const;
  });
};
const fetchLabels = async (client: Client, path: string) => (await fetchRail(client, path)).map(([label]) => label);

test("one rail leads to every setting that the person has, and names where they are", async () => {
  const { client } = await signedIn({ roles: ["org", "user"] });
  const rail = await fetchRail(client, "/portal/profile");
  expect(rail.map(([label, href]) => [label, href])).toEqual([
    ["Profile", "/portal/profile"],
    ["Security", "/portal/sessions"],
    ["Notifications", "/portal/notifications/settings"],
    ["Organization", "/portal/organization"],
    ["Addresses", "/portal/organization/addresses"],
    ["People", "/portal/people"],
    ["Approval rules", "/portal/organization/approvals"],
    ["Payment methods", "/portal/payment-methods"],
    ["Subscriptions", "/portal/subscriptions"],
  ]);
  for (const [label, href] of rail) {
    const linkedRail = await fetchRail(client, href);
    expect(
      linkedRail.filter(([, , isCurrent]) => isCurrent).map(([name]) => name),
      href,
    ).toEqual([label]);
  }
});

test("what a person may not do is not in their rail", async () => {
  expect(await fetchLabels((await signedIn()).client, "/portal/profile")).toEqual([
    "Profile",
    "Security",
    "Notifications",
    "Organization",
    "Addresses",
    "Subscriptions",
  ]);
  const actingLabels = await fetchLabels((await impersonating()).client, "/portal/profile");
  for (const label of ["Security", "Payment methods"]) expect(actingLabels).not.toContain(label);
});

const fetchSettings = async (id: string) =>
  (await query<{ notification_settings: object }>("select notification_settings from users where id = $1", [id]))[0]
    ?.notification_settings;

test("each box saves itself without script, and two windows do not undo each other", async () => {
  const { client, user } = await signedIn();
  const page = "/portal/notifications/settings";
  for (const row of ["plugins", "renewals"]) {
    const answer = await postForm(client, `${page}/switch`, { row, is_on: "false" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${page}?saved=${row}-email#${row}-email`]);
  }
  expect(await fetchSettings(user.id)).toMatchObject({
    email_off: ["newPluginVersion", "subscriptionRenewalReminder"],
  });
  await postForm(client, `${page}/switch`, { row: "plugins", is_on: "true" });
  // pressing the same box twice changes nothing
  await postForm(client, `${page}/switch`, { row: "plugins", is_on: "true" });
  expect(await fetchSettings(user.id)).toMatchObject({ email_off: ["subscriptionRenewalReminder"] });
  const html = await (await client.fetch(page)).text();
  const boxes = [...html.matchAll(/aria-checked="(\w+)" aria-label="([^"]*)"/g)].map(([, state, label]) => [
    label,
    state,
  ]);
  // mandatory notifications have no box
  expect(boxes).toEqual([
    ["Renewals by email", "false"],
    ["Firmware and apps by email", "true"],
    ["Plugin news by email", "true"],
    ["News from CGX by email", "true"],
  ]);
  await postForm(client, `${page}/digest`, { digest: "weekly" });
  expect(await fetchSettings(user.id)).toMatchObject({ digest: "weekly" });
  await postForm(client, `${page}/switch`, { row: "orders", is_on: "false" });
  expect(await fetchSettings(user.id)).toMatchObject({ email_off: ["subscriptionRenewalReminder"] });
});

test("a link to change the password is mailed from the security page, and not to who acts for somebody", async () => {
  const { client, user } = await signedIn();
  expect((await postForm(client, "/portal/sessions/password-link")).headers.get("location")).toBe("/portal/sessions");
  expect(await readWords(client, "/portal/sessions")).toContain(`We sent a link to ${user.email}.`);
  const mails = await query("select type from outbox where user_id = $1", [user.id]);
  expect(mails).toEqual([{ type: "passwordReset" }]);
  const impersonation = await impersonating(user);
  expect((await postForm(impersonation.client, "/portal/sessions/password-link", {})).status).toBe(403);
});

test("people who were never seen, not lately, were invited, or are here today are told apart", async () => {
  const { client, user } = await signedIn({ roles: ["org", "user"] });
  const [invitedUser, absentUser] = await Promise.all([
    createUser({ org_id: user.org_id, state: "never-agreed" }),
    createUser({ org_id: user.org_id }),
    createUser({ org_id: user.org_id }),
  ]);
  // Ended sessions are deleted after 30 days, so a user created earlier without a session is "Not lately", not "Never".
  await query("update users set created_at = now() - interval '31 days' where id = $1", [absentUser.id]);
  await query("update users set created_at = now() - interval '4 days 1 hour' where id = $1", [invitedUser.id]);
  await query("update sessions set last_seen_at = now() where user_id = $1", [user.id]);
  const pageText = await readWords(client, "/portal/people");
  const expectedStates = ["Invited Invited 4 days ago", "Active Never", "Active Not lately", "Active Today"];
  for (const expectedText of expectedStates.map((each) => `User ${each} `)) expect(pageText).toContain(expectedText);
});

test("a notification is listed with the first words of its text, and only then can all be marked as read", async () => {
  const { client, user } = await signedIn();
  expect(await readWords(client, "/portal/notifications")).not.toContain("Mark all as read");
  const list = { subject: "Two days", message: "We are closed on:\n\n- Friday\n- Monday" };
  for (const payload of [payloads.announcement, list])
    await query("insert into notifications (user_id, type, payload) values ($1, 'announcement', $2)", [
      user.id,
      payload,
    ]);
  expect(await readWords(client, "/portal/notifications")).toContain("Two days We are closed on: Friday Monday");
  expect(await readWords(client, "/portal/notifications")).toContain("Closed on Friday We are closed on Friday.");
  expect(await readWords(client, "/portal/notifications")).toContain("Mark all as read");
});
