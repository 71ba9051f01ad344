import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/admin/broadcasts.ts";
import { sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import { listNotifications } from "../../../worker/contract/v1/client/notifications.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { sendAtOnce } from "../../support/at-once.ts";
import { hold, query } from "../../support/database.ts";
import { createOrganization, unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { type Body, announce, draftActions, createStaff } from "./broadcasts/drafts.ts";

const { client: admin, user: sender } = await signedInAdmin();
const { draft, read, sendIt } = draftActions(admin);

describe("looking before sending", () => {
  test("counts people, organizations and ways, and prints it for a recipient by the templates that send it", async () => {
    const { org_id, people } = await createStaff(5);
    const [, , phoneUser, bouncedUser] = people;
    await query("update users set phone = '+15125550100' where id = $1", [phoneUser?.id]);
    await query(
      "update users set returned_email = email, email_returned_at = now(), email_returned = 'bounced' where id = $1",
      [bouncedUser?.id],
    );
    const channels = ["email", "app", "phone"] as const;
    const body = {
      ...announce("Closed on Friday", { org_id }, "Back on **Monday**: [plan](https://cgx.example.com/plan)"),
    };
    const fetchPreview = async (more: object) =>
      (await admin.call(contract.previewNotification, { body: { ...body, channels: [...channels], ...more } })).reply();
    const firstPreview = await fetchPreview({ recipient_id: phoneUser?.id });
    expect(firstPreview.reach).toMatchObject({
      people: 5,
      organizations: 1,
      app: 5,
      email: 3,
      email_off: 2,
      phone: 1,
      phone_missing: 4,
      phone_off: 0,
      email_returned: 1,
    });
    expect(firstPreview.recipient).toMatchObject({ user_id: phoneUser?.id, email: phoneUser?.email });
    expect(firstPreview.recipients).toHaveLength(5);
    expect(firstPreview.mail.subject).toBe("Closed on Friday");
    expect(firstPreview.mail.text).toContain(`Hello Test ${phoneUser?.last_name},`);
    expect(firstPreview.mail.html).toMatch(/<strong[^>]*>Monday<\/strong>/);
    expect(firstPreview.mail.html).toMatch(/href="https:\/\/cgx\.example\.com\/plan"/);
    expect(firstPreview.mail.html).toContain("Unsubscribe");
    expect(firstPreview.mail.html).not.toMatch(/\/unsubscribe\//);
    expect(firstPreview.app).toEqual({
      title: "Closed on Friday",
      markdown: "Back on **Monday**: [plan](<https://cgx.example.com/plan>)",
    });
    expect(firstPreview.phone).toContain(
      "CrunchBox: Closed on Friday\nBack on Monday: plan (https://cgx.example.com/plan)",
    );
    expect((await fetchPreview({ recipient_id: undefined })).recipient.email).toBe(firstPreview.recipients[0]?.email);
    expect(await query("select 1 from outbox where user_id = any($1)", [people.map(({ id }) => id)])).toEqual([]);
    expect(await query("select 1 from broadcasts where org_id = $1", [org_id])).toEqual([]);
  });

  test("refuses what reaches nobody, and a recipient who would not get it", async () => {
    const { org_id } = await createStaff(2);
    const { user: stranger } = await signedIn();
    const fetchRefusal = async (body: Body & { recipient_id?: string }) => {
      const { status, errcode } = await admin.call(contract.previewNotification, { body });
      return `${status} ${errcode}`;
    };
    expect(await fetchRefusal(announce("A", {}))).toBe("422 NOTIFICATION_ERROR");
    expect(await fetchRefusal(announce("A", { org_id, channels: ["email"] }))).toBe("422 NOTIFICATION_ERROR");
    expect(await fetchRefusal(announce("A", { org_id: randomUUID() }))).toBe("404 ORG_NOT_FOUND");
    expect(await fetchRefusal({ ...announce("A", { org_id }), recipient_id: stranger.id })).toBe("404 USR_NOT_FOUND");
    expect((await admin.call(contract.draftNotification, { body: announce("A", {}) })).errcode).toBe(
      "NOTIFICATION_ERROR",
    );
    const invalidBody = { ...announce("", { org_id }) };
    expect(
      (await admin.call(contract.previewNotification, { body: invalidBody })).issues.map(({ path }) => path),
    ).toEqual([["payload", "subject"]]);
  });

  test("HTML, other schemes and headings in an announcement stay text, in the mail and in the app (T5, T17)", async () => {
    const { client, user } = await signedIn();
    const message = [
      "# Big **news** <script>alert(1)</script>",
      "[go](javascript:alert(1)) ![x](https://evil.example/x.png) <img src=x onerror=a()>",
      "- one\n- **two**\n- [mail](mailto:help@cgx.example.com)",
    ].join("\n\n");
    const body = announce("Head\r\nBcc: all@example.test", { user_id: user.id }, message);
    const preview = (await admin.call(contract.previewNotification, { body })).reply();
    expect(preview.mail.subject).not.toMatch(/[\r\n]/);
    expect(preview.mail.html).not.toMatch(/<script|<img|href="javascript:/i);
    expect(preview.mail.html).toMatch(/<li[^>]*><strong[^>]*>two/);
    expect(preview.mail.html).toContain('href="mailto:help@cgx.example.com"');
    expect(preview.mail.text).toContain("- one\n- two\n");
    (await admin.call(sendNotification, { body })).reply();
    const { data } = (await client.call(listNotifications)).reply();
    expect(data[0]).toMatchObject({ type: "announcement", markdown: preview.app.markdown });
    expect(data[0]?.markdown).toContain("- one\n- **two**\n- [mail](<mailto:help@cgx.example.com>)");
    expect(data[0]?.markdown).toContain("\\<script\\>");
    expect(data[0]?.markdown).not.toMatch(/(?<!\\)\]\(<?javascript:/);
  });
});

describe("sending once", () => {
  test("a draft that is asked for 20 times at once goes to 14 people once each, and every answer says the same", async () => {
    const { org_id, people } = await createStaff(14);
    const subject = unique("Fourteen");
    const id = await draft(announce(subject, { org_id, id: randomUUID() }));
    expect(await read(id)).toMatchObject({ state: "draft", people: 0, sent_at: null, subject });
    const answers = await sendAtOnce(20, () => sendIt(id));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map((answer) => answer.reply().queued))).toEqual(new Set([14 + 12]));
    const counts = await query(
      `select u.id, (select count(*)::int from notifications n where n.user_id = u.id) as app,
         (select count(*)::int from outbox o where o.user_id = u.id) as mail
       from users u where u.org_id = $1`,
      [org_id],
    );
    const emailOffIds = people.slice(0, 2).map((person) => person.id);
    expect(counts).toHaveLength(14);
    for (const count of counts)
      expect(count).toMatchObject({ app: 1, mail: emailOffIds.includes(String(count["id"])) ? 0 : 1 });
    expect(
      await query("select 1 from audit_log where action = 'sendNotification' and subject_id = $1", [id]),
    ).toHaveLength(1);
    const reader = people[5];
    if (reader) await sandbox.waitForMail(reader.email, subject);
    await expect
      .poll(async () => (await read(id)).results.email)
      .toMatchObject({
        sent: 12,
        off: 2,
        waiting: 0,
      });
    // A sent message cannot be changed.
    expect(await draft(announce("Something else", { org_id, id }))).toBe(id);
    expect(await read(id)).toMatchObject({
      state: "sent",
      subject,
      people: 14,
      organizations: 1,
      sent_by: { id: sender.id },
    });
  });

  test("the same key posted 20 times to the send call sends once", async () => {
    const { user } = await signedIn();
    const body = announce(unique("Key"), { user_id: user.id, id: randomUUID() });
    const answers = await sendAtOnce(20, () => admin.call(sendNotification, { body }));
    expect(new Set(answers.map((answer) => answer.reply().queued))).toEqual(new Set([2]));
    expect(await query("select 1 from notifications where user_id = $1", [user.id])).toHaveLength(1);
    expect(await query("select 1 from outbox where user_id = $1", [user.id])).toHaveLength(1);
  });

  test("a draft is changed under its id, and what was looked at is what is sent", async () => {
    const { client, user } = await signedIn();
    const id = await draft(announce("First words", { user_id: user.id }));
    await draft(announce("Second words", { user_id: user.id, id }));
    (await sendIt(id)).reply();
    const { data } = (await client.call(listNotifications)).reply();
    expect(data).toMatchObject([{ title: "Second words" }]);
    expect((await sendIt(randomUUID())).errcode).toBe("NOTIFICATION_NOT_FOUND");
  });

  test("of 10 who change one draft that they read one does, the second is OBJECT_OUTDATED and reads what is there", async () => {
    const { user } = await signedIn();
    const id = await draft(announce("First words", { user_id: user.id }));
    const { updated_at } = await read(id);
    const change = (subject: string, version: string) =>
      admin.call(contract.draftNotification, {
        body: { ...announce(subject, { user_id: user.id, id }), updated_at: version },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => change(`Words ${n}`, updated_at)));
    expect(answers.map(({ status, errcode }) => errcode ?? status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => "OBJECT_OUTDATED"),
    ]);
    const current = await read(id);
    expect(current.subject).toBe(`Words ${answers.findIndex(({ status }) => status === 200)}`);
    expect((await change("Last words", current.updated_at)).status).toBe(200);
    const latest = await read(id);
    (await sendIt(id)).reply();
    expect((await change("Too late", latest.updated_at)).errcode).toBe("OBJECT_OUTDATED");
    expect(await read(id)).toMatchObject({ state: "sent", subject: "Last words" });
  });

  test("who changes a draft in the instant in which it is sent is not written over", async () => {
    const { user } = await signedIn();
    const id = await draft(announce("First words", { user_id: user.id }));
    const lock = await hold(
      `update broadcasts set payload = jsonb_set(payload, '{subject}', '"Second words"'),
         updated_at = updated_at + interval '1 second' where id = $1`,
      [id],
    );
    const sending = sendIt(id);
    // PostgreSQL shows only the first 1,024 bytes of a running statement, so its beginning is compared.
    const waiting = async () => (await lock.waiting()).filter((text) => text.includes("with reached as")).length;
    await expect.poll(waiting, { interval: 10 }).toBe(1);
    await lock.commit();
    expect((await sending).errcode).toBe("OBJECT_OUTDATED");
    expect(await read(id)).toMatchObject({ state: "draft", subject: "Second words" });
    (await sendIt(id)).reply();
    expect(await read(id)).toMatchObject({ state: "sent", subject: "Second words" });
  });

  test("many are told part by part, after the answer, each once", async () => {
    const { id: org_id } = await createOrganization();
    await query(
      `insert into users (org_id, email, first_name, last_name, roles, is_email_verified, is_active)
       select $1, 'many-' || n || '@' || $2 || '.test', 'Test', 'Person ' || n, '{user}', true, true
       from generate_series(1, 2500) n`,
      [org_id, unique("many")],
    );
    const body = { ...announce("To all", { org_id, channels: ["app"] }), id: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(sendNotification, { body })));
    for (const answer of answers) expect(answer.reply()).toMatchObject({ queued: 2500 });
    await expect
      .poll(async () => (await read(body.id)).results.app)
      .toMatchObject({ unread: 2500, waiting: 0, read: 0 });
    const notified = await query("select 1 from notifications where event = $1", [`broadcast:${body.id}`]);
    expect(notified).toHaveLength(2500);
    // One statement notifies at most 1,000 users.
    const [largestBatch] = await query<{ n: number }>(
      "select max(n)::int as n from (select count(*) as n from broadcast_recipients where broadcast_id = $1 group by told_at) part",
      [body.id],
    );
    expect(largestBatch?.n).toBeLessThanOrEqual(1000);
    await query("delete from users where org_id = $1", [org_id]);
  });
});
