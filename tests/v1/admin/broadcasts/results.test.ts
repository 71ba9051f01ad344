import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/broadcasts.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createUser, unique } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { announce, draftActions, createStaff } from "./drafts.ts";

const { client: admin, user: sender } = await signedInAdmin();
const { draft, read, sendIt } = draftActions(admin);

describe("what became of it", () => {
  test("each recipient tells by way: read, sent, waiting, come back, given up, turned off", async () => {
    const { org_id, people } = await createStaff(7);
    const [, quietUser, reader, waitingUser, bouncedUser, failedUser, removedUser] = people;
    const id = await draft(announce(unique("Result"), { org_id }));
    (await sendIt(id)).reply();
    await expect.poll(async () => (await read(id)).results.email.sent).toBe(5);
    const updateOutbox = (who: { id: string } | undefined, change: string) =>
      query(`update outbox set ${change} where event = 'broadcast:' || $1 and user_id = $2`, [id, who?.id]);
    await updateOutbox(waitingUser, "sent_at = null, failed_at = null, next_at = now() + interval '1 hour'");
    await updateOutbox(failedUser, "sent_at = null, failed_at = now()");
    await query("delete from outbox where user_id = $1", [removedUser?.id]);
    await query("update notifications set read_at = now() where user_id = $1", [reader?.id]);
    await query(
      `update users set returned_email = email, email_returned_at = now() + interval '1 second', email_returned = 'bounced'
       where id = $1`,
      [bouncedUser?.id],
    );
    const list = async (filters: Record<string, string>) =>
      (
        await admin.call(contract.listBroadcastRecipients, { query: { broadcast_id: id, sort: "email", ...filters } })
      ).reply();
    const states = new Map((await list({})).data.map((row) => [row.user_id, [row.app, row.mail, row.phone]]));
    expect(
      [quietUser, reader, waitingUser, bouncedUser, failedUser, removedUser].map((who) => states.get(who?.id ?? "")),
    ).toEqual([
      ["unread", "off", "none"],
      ["read", "sent", "none"],
      ["unread", "waiting", "none"],
      ["unread", "bounced", "none"],
      ["unread", "given-up", "none"],
      ["unread", "withdrawn", "none"],
    ]);
    expect((await list({ mail: "bounced" })).data.map(({ email }) => email)).toEqual([bouncedUser?.email]);
    expect((await list({ app: "read", search: reader?.email ?? "" })).meta.count).toBe(1);
    expect((await read(id)).results).toMatchObject({
      app: { read: 1, unread: 6 },
      email: { off: 2, sent: 1, waiting: 1, bounced: 1, "given-up": 1, withdrawn: 1, none: 0 },
      phone: { none: 7 },
    });
  });

  test("a draft that nobody sends or changes for 30 days is gone, and what was sent stays", async () => {
    const user = await createUser();
    const createDraft = () => draft(announce(unique("Draft"), { user_id: user.id }));
    const [oldId, changedId, youngId, sentId] = [
      await createDraft(),
      await createDraft(),
      await createDraft(),
      await createDraft(),
    ];
    (await sendIt(sentId)).reply();
    await query(
      "update broadcasts set created_at = now() - interval '31 days', updated_at = now() - interval '31 days' where id = any($1)",
      [[oldId, changedId, sentId]],
    );
    await query("update broadcasts set updated_at = now() - interval '29 days' where id = $1", [youngId]);
    await draft(announce(unique("Changed"), { user_id: user.id, id: changedId }));
    await sandbox.runJob("clean-up");
    const fetchStatus = async (id: string) => (await admin.call(contract.getBroadcast, { params: { id } })).status;
    expect(await Promise.all([oldId, changedId, youngId, sentId].map(fetchStatus))).toEqual([404, 200, 200, 200]);
  });

  test("the list has drafts and what was sent, by subject, kind and state, and who sent it", async () => {
    const { user } = await signedIn();
    const mark = unique("Listed");
    const id = await draft(announce(`${mark} one`, { user_id: user.id }));
    await draft(announce(`${mark} two`, { user_id: user.id }));
    (await sendIt(id)).reply();
    const list = async (filters: Record<string, string>) =>
      (await admin.call(contract.listBroadcasts, { query: { search: mark, ...filters } })).reply().data;
    expect((await list({ sort: "created_at" })).map(({ subject, state }) => `${subject} ${state}`)).toEqual([
      `${mark} one sent`,
      `${mark} two draft`,
    ]);
    expect(await list({ state: "sent", type: "announcement" })).toMatchObject([
      { id, user_id: user.id, people: 1, created_by: { id: sender.id }, sent_by: { id: sender.id } },
    ]);
    expect((await list({ state: "draft" })).map(({ subject }) => subject)).toEqual([`${mark} two`]);
    expect(await list({ type: "welcome" })).toEqual([]);
    expect((await admin.call(contract.getBroadcast, { params: { id: randomUUID() } })).errcode).toBe(
      "NOTIFICATION_NOT_FOUND",
    );
  });
});
