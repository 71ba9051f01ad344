import { expect, test } from "vitest";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { createNote, listMine, listNotes } from "../../../../worker/contract/v1/admin/notes.ts";
import type { NoteSubject } from "../../../../db/enums.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { readCsv } from "../../../support/csv/read-csv.ts";
import { query } from "../../../support/database.ts";
import { createAccountRequest } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";
import { readControls } from "../controls.ts";

const post = ({ client }: Actor, path: string, fields: Record<string, string> = {}) =>
  client.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
const read = async ({ client }: Actor, path: string) => (await client.fetch(path)).text();
const mainOf = (html: string): string => /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";

async function createRecords(): Promise<[type: NoteSubject, id: string, page: string, form: string][]> {
  const { bought, user } = await shop.purchase([await shop.createProduct()]);
  const [invoice] = await query<{ id: string }>("select id from invoices where org_id = $1", [user.org_id]);
  const [order_id, org_id, invoice_id] = [bought.order_id ?? "", user.org_id, invoice?.id ?? ""];
  const { id: request_id } = await createAccountRequest();
  return [
    ["order", order_id, hrefOf(pages.adminOrder, { order_id }), hrefOf(pages.addOrderNote, { order_id })],
    ["organization", org_id, hrefOf(pages.organization, { org_id }), hrefOf(pages.addOrganizationNote, { org_id })],
    [
      "account_request",
      request_id,
      hrefOf(pages.request, { request_id }),
      hrefOf(pages.addRequestNote, { request_id }),
    ],
    ["invoice", invoice_id, hrefOf(pages.adminInvoice, { invoice_id }), hrefOf(pages.addInvoiceNote, { invoice_id })],
  ];
}

test("a note is written on the page of each kind of record, once by two clicks, and a refused one keeps its text", async () => {
  const admin = await signedInAdmin();
  for (const [subject_type, subject_id, page, form] of await createRecords()) {
    const fields = Object.fromEntries(readControls(await read(admin, page)).filter(([name]) => name === "note_id"));
    const typedFields = { ...fields, note_text: "Ring twice <b>" };
    for (const answer of [await post(admin, form, typedFields), await post(admin, form, typedFields)])
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `${page}#notes`]);
    const html = mainOf(await read(admin, page));
    expect(html).toContain("Ring twice &lt;b");
    const { data } = (await admin.client.call(listNotes, { query: { subject_type, subject_id } })).reply();
    expect(data.map(({ text }) => text)).toEqual(["Ring twice <b>"]);
    const longText = "x".repeat(4001);
    const refusal = await post(admin, form, { ...fields, note_text: longText });
    expect(refusal.status).toBe(422);
    expect(Object.fromEntries(readControls(await refusal.text()))["note_text"]).toBe(longText);
  }
});

test("the author changes and deletes a note on its page, others see no buttons for it", async () => {
  const [author, other] = [await signedInAdmin(), await signedInAdmin()];
  const [[subject_type, subject_id, page] = ["order" as const, "", ""]] = await createRecords();
  const { id: note_id } = (
    await author.client.call(createNote, { body: { subject_type, subject_id, text: "First words" } })
  ).reply();
  const [edit, remove] = [hrefOf(pages.editNote, { note_id }), hrefOf(pages.deleteNote, { note_id })];
  for (const path of [edit, remove]) {
    expect(await read(author, page)).toContain(path);
    expect(await read(other, page)).not.toContain(path);
  }
  expect((await other.client.fetch(edit)).status).toBe(404);
  expect(readControls(await read(author, edit))).toContainEqual(["text", "First words"]);
  const refusal = await post(author, edit, { text: " " });
  expect([refusal.status, await refusal.text()]).toEqual([422, expect.stringContaining("Write something.")]);
  expect((await post(author, edit, { text: "Second words" })).headers.get("location")).toBe(`${page}#notes`);
  expect(await read(other, page)).toContain("Second words");
  expect((await post(author, remove)).headers.get("location")).toBe(`${page}#notes`);
  expect(await read(other, page)).not.toContain("Second words");
});

test("a file is attached and removed on the page of the author's note, and a refused one says why and keeps the text", async () => {
  const author = await signedInAdmin();
  const [[subject_type, subject_id, page] = ["order" as const, "", ""]] = await createRecords();
  const { id: note_id } = (
    await author.client.call(createNote, { body: { subject_type, subject_id, text: "See the file" } })
  ).reply();
  const edit = hrefOf(pages.editNote, { note_id });
  const send = (content: string) => {
    const body = new FormData();
    body.append("file", new File([content], "call.txt"));
    return author.client.fetch(hrefOf(pages.attachNoteFile, { note_id }), { method: "POST", body });
  };
  const refusal = await send("\u0000");
  const html = await refusal.text();
  expect([refusal.status, html]).toEqual([422, expect.stringContaining("This file is none of them.")]);
  expect(readControls(html)).toContainEqual(["text", "See the file"]);
  const attachAnswer = await send("They agree.");
  expect([attachAnswer.status, attachAnswer.headers.get("location")]).toEqual([303, `${edit}#files`]);
  const [, path = ""] = /href="([^"]+)"[^>]*>call\.txt/.exec(await read(author, page)) ?? [];
  expect(await read(author, path)).toBe("They agree.");
  const remove = hrefOf(pages.removeNoteFile, { note_id, file_id: path.split("/").at(-1) ?? "" });
  expect(await read(author, edit)).toContain(remove);
  expect((await post(author, remove)).status).toBe(303);
  expect(await read(author, page)).not.toContain("call.txt");
});

test("what is assigned and who mentioned stand on the overview, until it is done and read", async () => {
  const [admin, other] = [await signedInAdmin(), await signedInAdmin("support")];
  const [[subject_type, subject_id, page] = ["order" as const, "", ""]] = await createRecords();
  const empty = await read(other, pages.admin);
  expect(empty).toContain("Nothing is assigned to you, and there is no unread note that mentions you.");
  expect(empty).toContain(`href="${pages.assignments}"`);
  const assign = hrefOf(pages.assign, { subject_type, subject_id });
  const answer = await post(admin, assign, { assignee_id: other.user.id, due_on: "2020-02-29" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${page}#notes`]);
  const text = `@${other.user.email} please look`;
  const { id: note_id } = (await admin.client.call(createNote, { body: { subject_type, subject_id, text } })).reply();
  const overview = mainOf(await read(other, pages.admin));
  expect(overview).toContain(`${page}#notes`);
  expect(overview.replaceAll(/<[^>]*>/g, "")).toContain("29 Feb 2020, overdue");
  expect(overview).toContain(text);
  expect((await post(other, hrefOf(pages.readMention, { note_id }))).headers.get("location")).toBe(pages.admin);
  expect(await read(other, page)).toContain(`${other.user.first_name} ${other.user.last_name} takes care of it`);
  await post(other, assign, { assignee_id: "", due_on: "" });
  expect((await other.client.call(listMine)).reply()).toMatchObject({ assignments: [], mentions: [] });
  const refusal = await post(admin, assign, { assignee_id: other.user.id, due_on: "soon" });
  expect(refusal.headers.get("location")).toBe(`${page}#notes`);
  expect((await other.client.call(listMine)).reply().assignments).toEqual([]);
});

test("all assignments are a list by person, day and kind, of the areas that its viewer reads", async () => {
  const [admin, other, warehouse] = [
    await signedInAdmin(),
    await signedInAdmin("support"),
    await signedInAdmin("warehouse"),
  ];
  const [order, organization, request, invoice] = await createRecords();
  const assign = async (record: typeof order, assignee_id: string, due_on: string) => {
    const [subject_type = "order", subject_id = ""] = record ?? [];
    const answer = await post(admin, hrefOf(pages.assign, { subject_type, subject_id }), { assignee_id, due_on });
    expect(answer.status).toBe(303);
  };
  const today = new Date();
  const inDays = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await assign(order, other.user.id, "2020-02-29");
  await assign(organization, other.user.id, inDays(3));
  await assign(request, other.user.id, "");
  await assign(invoice, "", "2999-01-31");
  const findLinked = async (actor: Actor, filters: string) => {
    const html = mainOf(await read(actor, `${pages.assignments}?${filters}`));
    return [order, organization, request, invoice].map((record) => html.includes(`${record?.[2]}#notes`));
  };
  const assigneeFilter = `assignee_id=${other.user.id}`;
  expect(await findLinked(admin, assigneeFilter)).toEqual([true, true, true, false]);
  expect(await findLinked(other, "assigned=me")).toEqual([true, true, true, false]);
  expect(await findLinked(admin, "assigned=me")).toEqual([false, false, false, false]);
  expect(await findLinked(admin, "assigned=nobody&sort=-updated_at")).toEqual([false, false, false, true]);
  expect(await findLinked(admin, `${assigneeFilter}&due=overdue`)).toEqual([true, false, false, false]);
  expect(await findLinked(admin, `${assigneeFilter}&due=week`)).toEqual([false, true, false, false]);
  expect(await findLinked(admin, `${assigneeFilter}&due=none`)).toEqual([false, false, true, false]);
  expect(await findLinked(admin, `${assigneeFilter}&subject_type=order`)).toEqual([true, false, false, false]);
  expect(await findLinked(warehouse, assigneeFilter)).toEqual([true, false, false, false]);
  const html = mainOf(await read(admin, `${pages.assignments}?${assigneeFilter}`));
  const positions = [order, organization, request].map((record) => html.indexOf(`${record?.[2]}#notes`));
  expect(positions).toEqual(positions.toSorted((one, another) => one - another));
  expect(html.replaceAll(/<[^>]*>/g, "")).toContain("29 Feb 2020, overdue");
  expect(html).toContain(`${other.user.first_name} ${other.user.last_name}`);
  const emptyHtml = await read(await signedInAdmin("finance"), `${pages.assignments}?assigned=me&due=overdue`);
  expect(emptyHtml).not.toContain("#notes");
});

test("the file of assignments has every row, also beyond the first thousand", async () => {
  const admin = await signedInAdmin();
  await query(
    `insert into assignments (subject_type, subject_id, assignee_id, assigned_by)
     select 'organization', gen_random_uuid(), $1::uuid, $1::uuid from generate_series(1, 1001)`,
    [admin.user.id],
  );
  const path = `${pages.assignments}?assignee_id=${admin.user.id}`;
  expect(mainOf(await read(admin, path))).toContain("1,001 ");
  expect((await readCsv(await read(admin, `${path}&format=csv`))).rows).toHaveLength(1001);
});
