import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/broadcasts.ts";
import { listAudit } from "../../../../worker/contract/v1/admin/audit.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createUser, unique } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { announce, type Body, draftActions } from "./drafts.ts";

const { client: admin, user: sender } = await signedInAdmin();
const { draft, read, sendIt } = draftActions(admin);

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const schedule = (id: string, send_at: string | null, updated_at?: string) =>
  admin.call(contract.scheduleNotification, { params: { id }, body: { send_at, ...(updated_at && { updated_at }) } });
const makeDue = (id: string) =>
  query("update broadcasts set send_at = now() - interval '1 second' where id = $1", [id]);
const runJob = () => sandbox.runJob("deliver-outbox");
const listNotified = (id: string) =>
  query<{ user_id: string; n: number }>(
    "select user_id, count(*)::int as n from notifications where event = 'broadcast:' || $1 group by user_id",
    [id],
  );

async function createScheduled(more: Partial<Body> = {}) {
  const { id: org_id } = await createOrganization();
  const people = [await createUser({ org_id }), await createUser({ org_id })];
  const id = await draft(announce(unique("Later"), { audience: { org_ids: [org_id] }, channels: ["app"], ...more }));
  const send_at = inAnHour();
  (await schedule(id, send_at)).reply();
  return { id, org_id, people, send_at };
}

describe("at its time", () => {
  test("it is sent once by many workers at once, to who is in the audience then", async () => {
    const { id, org_id, people, send_at } = await createScheduled();
    expect(await read(id)).toMatchObject({
      state: "scheduled",
      send_at,
      scheduled_by: { id: sender.id },
      sent_at: null,
    });
    await runJob();
    expect(await listNotified(id)).toEqual([]);
    const [leavingUser, stayingUser] = people;
    await query("update users set is_active = false where id = $1", [leavingUser?.id]);
    const joiningUser = await createUser({ org_id });
    await makeDue(id);
    await Promise.all([runJob(), runJob(), sendIt(id)]);
    await runJob();
    const notified = await listNotified(id);
    expect(notified.map(({ user_id }) => user_id).toSorted()).toEqual(
      [stayingUser?.id ?? "", joiningUser.id].toSorted(),
    );
    for (const { n } of notified) expect(n).toBe(1);
    expect(await read(id)).toMatchObject({ state: "sent", people: 2, sent_by: { id: sender.id } });
  });

  test("a worker that ends before its statement leaves it to the next, one that ends after it sends nothing twice", async () => {
    const { id } = await createScheduled();
    await makeDue(id);
    // Simulates an interrupted job whose lease has expired.
    await query("update tasks set status = 'processing', lease_until = now() where name = 'deliver-outbox'");
    await runJob();
    expect(await listNotified(id)).toHaveLength(2);
    await query("update tasks set status = 'processing', lease_until = now() where name = 'deliver-outbox'");
    await runJob();
    for (const { n } of await listNotified(id)) expect(n).toBe(1);
    const list = (await admin.call(listAudit, { query: { subject_type: "notification", subject_id: id } })).reply();
    expect(list.data.map(({ action }) => action)).toEqual([
      "sendNotification",
      "scheduleNotification",
      "draftNotification",
    ]);
    expect(list.data[0]).toMatchObject({
      actor: { id: sender.id },
      text: expect.stringMatching(/^Wrote, as scheduled, to 2 people who belong to /),
    });
  });

  test("nobody in the audience: nothing is sent, and it is a draft again that says when", async () => {
    const { id, people } = await createScheduled();
    const other = await createScheduled();
    await query("update users set is_active = false where id = any($1)", [people.map((each) => each.id)]);
    await makeDue(id);
    await makeDue(other.id);
    await runJob();
    expect(await read(id)).toMatchObject({ state: "draft", send_at: null, missed_at: expect.any(String) });
    expect((await read(id)).missed_reason).toBe("no_recipients");
    expect((await read(other.id)).state).toBe("sent");
    const list = (await admin.call(listAudit, { query: { subject_type: "notification", subject_id: id } })).reply();
    expect(list.data[0]?.text).toBe("Did not send a scheduled notification, because nobody was in its audience");
  });
});

describe("its author", () => {
  const createAuthoredDraft = async () => {
    const actor = await signedInAdmin("catalogue");
    const { draft: draftIt } = draftActions(actor.client);
    const { id: org_id } = await createOrganization();
    await createUser({ org_id });
    const subject = unique("Later");
    const id = await draftIt(announce(subject, { audience: { org_ids: [org_id] }, channels: ["app"] }));
    const body = { send_at: inAnHour() };
    (await actor.client.call(contract.scheduleNotification, { params: { id }, body })).reply();
    return { id, subject, user: actor.user, send_at: body.send_at };
  };
  const listMails = async (subject: string, email: string) =>
    (await sandbox.mailsTo(email)).filter((mail) => mail.subject === `Not sent: ${subject}`);

  test.each([
    ["loses the permission", "update users set preset = 'support' where id = $1"],
    ["is deactivated", "update users set is_active = false where id = $1"],
  ])("%s: it is not sent, says why, and the owners get a mail", async (_name, change) => {
    const support = await signedInAdmin("support");
    const { id, subject, user } = await createAuthoredDraft();
    expect((await read(id)).is_blocked).toBe(false);
    await query(change, [user.id]);
    expect(await read(id)).toMatchObject({ state: "scheduled", is_blocked: true });
    await makeDue(id);
    await Promise.all([runJob(), runJob()]);
    await runJob();
    expect(await listNotified(id)).toEqual([]);
    expect(await read(id)).toMatchObject({
      state: "draft",
      send_at: null,
      is_blocked: false,
      missed_at: expect.any(String),
      missed_reason: "no_permission",
      scheduled_by: { id: user.id },
    });
    await sandbox.waitForMail(sender.email, `Not sent: ${subject}`);
    const mails = await listMails(subject, sender.email);
    expect(mails.map(({ text }) => text.replaceAll(/\s+/g, " "))).toEqual([
      expect.stringContaining(`${user.first_name} ${user.last_name} may no longer send notifications`),
    ]);
    expect(mails[0]?.text).toContain(hrefOf(pages.adminNotification, { id }));
    expect(await sandbox.mailsTo(support.user.email)).toEqual([]);
    const list = (await admin.call(listAudit, { query: { subject_type: "notification", subject_id: id } })).reply();
    expect(list.data[0]?.text).toBe(
      "Did not send a scheduled notification, because the user who scheduled it may no longer send notifications",
    );
  });

  test("has lost the permission, and another takes it over: it is sent in their name, and no owner is mailed", async () => {
    const { id, subject, user, send_at } = await createAuthoredDraft();
    await query("update users set preset = 'warehouse' where id = $1", [user.id]);
    (await schedule(id, send_at)).reply();
    expect(await read(id)).toMatchObject({ is_blocked: false, send_at, scheduled_by: { id: sender.id } });
    await makeDue(id);
    await runJob();
    expect(await read(id)).toMatchObject({ state: "sent", people: 1, sent_by: { id: sender.id } });
    expect(await listMails(subject, sender.email)).toEqual([]);
  });

  test("gets the permission back before the time, and it is sent", async () => {
    const { id, user } = await createAuthoredDraft();
    await query("update users set preset = 'support' where id = $1", [user.id]);
    await query("update users set preset = 'catalogue' where id = $1", [user.id]);
    await makeDue(id);
    await runJob();
    expect(await read(id)).toMatchObject({ state: "sent", sent_by: { id: user.id } });
  });
});

describe("before its time", () => {
  test("it is taken back, set anew, changed and sent at once", async () => {
    const { id } = await createScheduled();
    (await schedule(id, null)).reply();
    expect(await read(id)).toMatchObject({ state: "draft", send_at: null, scheduled_by: null });
    await runJob();
    expect(await listNotified(id)).toEqual([]);
    const send_at = inAnHour();
    (await schedule(id, send_at)).reply();
    const { org_id } = await createUser();
    await draft(announce("Other words", { id, audience: { org_ids: [org_id] }, channels: ["app"] }));
    expect(await read(id)).toMatchObject({ state: "scheduled", send_at, subject: "Other words" });
    (await sendIt(id)).reply();
    expect(await read(id)).toMatchObject({ state: "sent", people: 1 });
    await makeDue(id);
    await runJob();
    expect(await listNotified(id)).toHaveLength(1);
  });

  test("another kind is looked at first: it is no longer scheduled", async () => {
    const { id, org_id } = await createScheduled();
    const payload = { reason: "safety", subject: "Stop", message: "Now." };
    await draft({ id, type: "mustRead", payload, audience: { org_ids: [org_id] }, channels: ["app"] });
    expect(await read(id)).toMatchObject({ state: "draft", type: "mustRead", send_at: null });
  });

  test("the clean-up leaves it, however old", async () => {
    const { id } = await createScheduled();
    await query("update broadcasts set updated_at = now() - interval '60 days' where id = $1", [id]);
    await sandbox.runJob("clean-up");
    expect((await read(id)).state).toBe("scheduled");
  });

  test("the list has them under a state of their own", async () => {
    const { id } = await createScheduled();
    const list = async (state: "draft" | "scheduled" | "sent") =>
      (await admin.call(contract.listBroadcasts, { query: { state, limit: "100" } }))
        .reply()
        .data.map((each) => each.id);
    expect(await list("scheduled")).toContain(id);
    expect(await list("draft")).not.toContain(id);
    expect(await list("sent")).not.toContain(id);
  });
});

test("the past, nobody, another version, what was sent and who may not are refused, and nothing changes", async () => {
  const { id, people, send_at } = await createScheduled();
  const past = await schedule(id, "2020-01-01T00:00:00Z");
  expect([past.status, past.issues.map(({ path }) => path.join())]).toEqual([400, ["send_at"]]);
  expect((await schedule(id, inAnHour(), "2026-01-01T00:00:00.000Z")).errcode).toBe("OBJECT_OUTDATED");
  expect((await schedule(randomUUID(), inAnHour())).errcode).toBe("NOTIFICATION_NOT_FOUND");
  const support = (await signedInAdmin("support")).client;
  const body = { send_at: null };
  expect((await support.call(contract.scheduleNotification, { params: { id }, body })).status).toBe(403);
  await query("update users set is_active = false where id = any($1)", [people.map((each) => each.id)]);
  expect((await schedule(id, inAnHour())).errcode).toBe("NOTIFICATION_ERROR");
  expect(await read(id)).toMatchObject({ state: "scheduled", send_at });
  await query("update users set is_active = true where id = any($1)", [people.map((each) => each.id)]);
  (await sendIt(id)).reply();
  expect((await schedule(id, inAnHour())).errcode).toBe("OBJECT_OUTDATED");
  expect((await schedule(id, null)).errcode).toBe("OBJECT_OUTDATED");
});
