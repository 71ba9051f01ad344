import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type NoteSubject, type StaffPreset, staffPresets } from "../../../../db/enums.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import {
  createNote,
  deleteNote,
  listAssignments,
  listMine,
  listNotes,
  readMention,
  updateAssignment,
  updateNote,
} from "../../../../worker/contract/v1/admin/notes.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { sendAtOnce } from "../../../support/at-once.ts";
import { query } from "../../../support/database.ts";
import { createAccountRequest, createOrganization } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";
import { waitForMails } from "../../../support/inbox.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { createPaidOrder } from "../../../support/shipping/orders.ts";

const orderSubject = (subject_id: string) => ({ subject_type: "order" as const, subject_id });
const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) => `${first_name} ${last_name}`;
test("a note is read by administrators, newest first, once however often it is sent, and never by customers", async () => {
  const [{ client, user }, { id: order_id, buyer }] = [await signedInAdmin(), await createPaidOrder(1)];
  const subject = orderSubject(order_id);
  const id = randomUUID();
  const body = { ...subject, id, text: "Called: wait" };
  const answers = await sendAtOnce(20, () => client.call(createNote, { body }));
  for (const answer of answers) expect(answer.reply().text).toBe("Called: wait");
  (await client.call(createNote, { body: { ...subject, text: "They agree" } })).reply();
  const notes = (await client.call(listNotes, { query: subject })).reply().data;
  expect(notes.map(({ text, author }) => [text, author.id])).toEqual([
    ["They agree", user.id],
    ["Called: wait", user.id],
  ]);
  for (const path of [`/portal/orders/${order_id}`, `/v1/client/orders/${order_id}`, "/v1/client/activity"])
    expect(await (await buyer.client.fetch(path)).text()).not.toContain("They agree");
  expect((await buyer.client.call(listNotes, { query: subject })).status).toBe(403);
  expect((await buyer.client.call(createNote, { body: { ...subject, text: "x" } })).status).toBe(403);
  const unknownBody = { ...orderSubject(randomUUID()), text: "x" };
  expect((await client.call(createNote, { body: unknownBody })).errcode).toBe("ORDER_NOT_FOUND");
  expect((await client.call(createNote, { body: { ...subject, text: " " } })).issues[0]?.path).toEqual(["text"]);
  const otherBody = { ...orderSubject((await createPaidOrder(1)).id), id, text: "x" };
  expect((await client.call(createNote, { body: otherBody })).errcode).toBe("NOTE_NOT_FOUND");
});

test("who is mentioned by name or address gets one mail, and an entry in Mine until it is read", async () => {
  const [author, mentionedByName, mentionedByEmail, stranger] = [
    await signedInAdmin(),
    await signedInAdmin("support"),
    await signedInAdmin("finance"),
    await signedIn({ roles: ["org", "user"] }),
  ];
  const subject = orderSubject((await createPaidOrder(1)).id);
  const text = `@${nameOf(mentionedByName.user).toUpperCase()}, ask (@${mentionedByEmail.user.email}). @${nameOf(author.user)} @${stranger.user.email} @${nameOf(mentionedByName.user)}x`;
  const note = (await author.client.call(createNote, { body: { ...subject, text } })).reply();
  expect(note.mentions.map(({ id }) => id).toSorted()).toEqual(
    [mentionedByName.user.id, mentionedByEmail.user.id].toSorted(),
  );
  const [{ order_number } = { order_number: "" }] = await query<{ order_number: string }>(
    "select order_number from orders where id = $1",
    [subject.subject_id],
  );
  for (const { user, client } of [mentionedByName, mentionedByEmail]) {
    const [mail] = await waitForMails(user.email, 1);
    expect(mail?.subject).toBe(`${nameOf(author.user)} mentioned you in a note about order ${order_number}`);
    expect(mail?.text.replaceAll(/\s+/g, " ")).toContain(text);
    expect(mail?.text).toContain(`${hrefOf(pages.adminOrder, { order_id: subject.subject_id })}#notes`);
    const { mentions } = (await client.call(listMine)).reply();
    expect(mentions).toMatchObject([{ note_id: note.id, label: `order ${order_number}`, text }]);
  }
  for (const { user } of [author, stranger]) expect(await sandbox.mailsTo(user.email)).toEqual([]);
  const params = { note_id: note.id };
  (await mentionedByName.client.call(readMention, { params })).reply();
  expect((await mentionedByName.client.call(listMine)).reply().mentions).toEqual([]);
  expect((await author.client.call(readMention, { params })).errcode).toBe("NOTE_NOT_FOUND");
});

test("a note is changed and deleted by its author alone, and the audit log keeps that it was there, not its text", async () => {
  const [author, other, newlyMentioned] = [
    await signedInAdmin(),
    await signedInAdmin(),
    await signedInAdmin("support"),
  ];
  const subject = orderSubject((await createPaidOrder(1)).id);
  const { id: note_id } = (
    await author.client.call(createNote, { body: { ...subject, text: `@${other.user.email} a secret word` } })
  ).reply();
  const params = { note_id };
  expect((await other.client.call(updateNote, { params, body: { text: "Mine now" } })).errcode).toBe("NOTE_NOT_FOUND");
  expect((await other.client.call(deleteNote, { params })).errcode).toBe("NOTE_NOT_FOUND");
  const text = `@${newlyMentioned.user.email} another word`;
  const changed = (await author.client.call(updateNote, { params, body: { text } })).reply();
  expect(changed).toMatchObject({ text, mentions: [{ id: newlyMentioned.user.id }] });
  expect(changed.edited_at).not.toBeNull();
  (await author.client.call(updateNote, { params, body: { text } })).reply();
  await waitForMails(newlyMentioned.user.email, 1);
  expect((await other.client.call(listMine)).reply().mentions).toEqual([]);
  (await author.client.call(deleteNote, { params })).reply();
  expect((await author.client.call(deleteNote, { params })).errcode).toBe("NOTE_NOT_FOUND");
  expect((await other.client.call(listNotes, { query: subject })).reply().data).toEqual([]);
  expect((await newlyMentioned.client.call(listMine)).reply().mentions).toEqual([]);
  const entries = await query<{ action: string; data: object }>(
    "select action, data from audit_log where subject_type = 'order' and subject_id = $1 and action like '%Note' order by id",
    [subject.subject_id],
  );
  expect(entries.map(({ action }) => action)).toEqual(["createNote", "updateNote", "deleteNote"]);
  expect(JSON.stringify(entries)).not.toContain("word");
});

test("assignments are in Mine, overdue first, until they are done", async () => {
  const [{ client, user }, other] = [await signedInAdmin("support"), await signedInAdmin()];
  const [first, second, third] = [await createPaidOrder(1), await createOrganization(), await createAccountRequest()];
  const assign = (subject_type: NoteSubject, subject_id: string, due_on: string | null, assignee_id: string | null) =>
    other.client.call(updateAssignment, { body: { subject_type, subject_id, assignee_id, due_on } });
  (await assign("order", first.id, null, user.id)).reply();
  (await assign("organization", second.id, "2999-01-31", user.id)).reply();
  (await assign("account_request", third.id, "2020-02-29", user.id)).reply();
  const listOwnAssignments = async () => (await client.call(listMine)).reply().assignments;
  expect((await listOwnAssignments()).map(({ label, due_on }) => [label, due_on])).toEqual([
    [`the account request of ${third.first_name} ${third.last_name}`, "2020-02-29"],
    [second.name, "2999-01-31"],
    [expect.stringMatching(/^order /), null],
  ]);
  const assigneeFilter = { query: { assignee_id: user.id } };
  expect((await other.client.call(listAssignments, assigneeFilter)).reply().data).toEqual(await listOwnAssignments());
  (await assign("account_request", third.id, null, null)).reply();
  (await assign("order", first.id, "2030-01-01", other.user.id)).reply();
  expect((await listOwnAssignments()).map(({ label }) => label)).toEqual([second.name]);
  const [entry] = await query<{ data: object }>(
    "select data from audit_log where subject_id = $1 and action = 'updateAssignment' order by id desc limit 1",
    [first.id],
  );
  expect(entry?.data).toMatchObject({
    changes: { assignee: [nameOf(user), nameOf(other.user)], due_on: [null, "2030-01-01"] },
  });
  const buyer = first.buyer.user.id;
  expect((await assign("order", first.id, null, buyer)).issues[0]?.path).toEqual(["assignee_id"]);
  // The warehouse may not read account requests.
  const warehouse = (await signedInAdmin("warehouse")).user.id;
  expect((await assign("account_request", third.id, null, warehouse)).issues[0]?.path).toEqual(["assignee_id"]);
  expect((await assign("invoice", randomUUID(), null, user.id)).errcode).toBe("INVOICE_NOT_FOUND");
  for (const due_on of ["2030-02-30", "0000-01-01"])
    expect((await assign("order", first.id, due_on, user.id)).issues.map(({ path }) => path)).toEqual([["due_on"]]);
});

/** The kinds of records whose notes each preset may read, written by hand. */
const readableSubjects: Record<StaffPreset, NoteSubject[]> = {
  owner: ["order", "organization", "account_request", "invoice"],
  support: ["order", "organization", "account_request", "invoice"],
  warehouse: ["order"],
  finance: ["order", "organization", "invoice"],
  catalogue: ["order"],
};

test.each(staffPresets)("%s reads, writes and assigns where the preset reads the record", async (preset) => {
  const [{ client, user }, owner] = [await signedInAdmin(preset), await signedInAdmin()];
  const { bought, user: buyer } = await shop.purchase([await shop.createProduct()]);
  const [invoice] = await query<{ id: string }>("select id from invoices where org_id = $1", [buyer.org_id]);
  const ids: Record<NoteSubject, string> = {
    order: bought.order_id ?? "",
    organization: buyer.org_id,
    account_request: (await createAccountRequest()).id,
    invoice: invoice?.id ?? "",
  };
  for (const [type, subject_id] of Object.entries(ids)) {
    const subject = { subject_type: type as NoteSubject, subject_id };
    const expected = readableSubjects[preset].includes(subject.subject_type) ? 200 : 403;
    const text = `@${user.email} look`;
    const assignment = { ...subject, assignee_id: null, due_on: null };
    const answers = [
      await client.call(createNote, { body: { ...subject, text: "Seen" } }),
      await client.call(listNotes, { query: subject }),
      await client.call(updateAssignment, { body: assignment }),
    ];
    expect(answers.map(({ status }) => `${type}: ${status}`)).toEqual(answers.map(() => `${type}: ${expected}`));
    const note = (await owner.client.call(createNote, { body: { ...subject, text } })).reply();
    expect(note.mentions.length).toBe(preset !== "owner" && expected === 403 ? 0 : 1);
  }
});
