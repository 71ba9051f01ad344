import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  createNote,
  createNoteFile,
  deleteNote,
  deleteNoteFile,
  downloadNoteFile,
  listNotes,
} from "../../../../worker/contract/v1/admin/notes.ts";
import type { Client } from "../../../support/client.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { hold, raceForRow } from "../../../support/database.ts";
import { createAccountRequest } from "../../../support/factories.ts";
import { buildPng } from "../../../support/pictures/png.ts";

const createSubject = async () => ({
  subject_type: "account_request" as const,
  subject_id: (await createAccountRequest()).id,
});
const writeNote = async (client: Client, subject: Awaited<ReturnType<typeof createSubject>>) =>
  (await client.call(createNote, { body: { ...subject, text: "See the file" } })).reply().id;
const attach = (client: Client, note_id: string, content: BlobPart, name: string, id?: string) =>
  client.call(createNoteFile, {
    params: { note_id },
    body: { file: new File([content], name), ...(id && { id }) },
  });

test("a file of a note is downloaded as it is, by administrators who read the record, and never opened by a browser", async () => {
  const [author, support, warehouse, stranger] = [
    await signedInAdmin(),
    await signedInAdmin("support"),
    await signedInAdmin("warehouse"),
    await signedIn({ roles: ["org", "user"] }),
  ];
  const subject = await createSubject();
  const note_id = await writeNote(author.client, subject);
  const html = "<script>alert(1)</script>";
  const id = randomUUID();
  const { files } = (await attach(author.client, note_id, html, "../../Übersicht\r\n\u202Etxt.html", id)).reply();
  expect(files).toEqual([{ id, name: "Übersicht txt.html.txt", content_type: "text/plain", bytes: html.length }]);
  expect((await attach(author.client, note_id, html, "again.txt", id)).reply().files).toHaveLength(1);
  const path = `/v1/admin/notes/${note_id}/files/${id}`;
  const answer = await support.client.fetch(path);
  expect([answer.status, await answer.text()]).toEqual([200, html]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/plain",
    "content-disposition": `attachment; filename="_bersicht txt.html.txt"; filename*=UTF-8''%C3%9Cbersicht%20txt.html.txt`,
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "cache-control": "no-store",
  });
  for (const { client } of [warehouse, stranger]) expect((await client.fetch(path)).status).toBe(403);
  const otherNoteParams = { note_id: await writeNote(author.client, subject), file_id: id };
  expect((await author.client.call(downloadNoteFile, { params: otherNoteParams })).errcode).toBe("FILE_NOT_FOUND");
  expect((await author.client.call(deleteNoteFile, { params: otherNoteParams })).errcode).toBe("FILE_NOT_FOUND");
  const params = { note_id, file_id: id };
  expect((await support.client.call(deleteNoteFile, { params })).errcode).toBe("NOTE_NOT_FOUND");
  expect((await attach(support.client, note_id, "x", "x.txt")).errcode).toBe("NOTE_NOT_FOUND");
  (await author.client.call(deleteNoteFile, { params })).reply();
  expect((await support.client.fetch(path)).status).toBe(404);
});

test("the content decides what a file is; others, too large ones and an eleventh are refused", async () => {
  const { client } = await signedInAdmin();
  const subject = await createSubject();
  const note_id = await writeNote(client, subject);
  const accepted: [content: BlobPart, name: string, expected: [name: string, type: string]][] = [
    [buildPng(), "photo.exe", ["photo.exe.png", "image/png"]],
    ["%PDF-1.7\n", "offer.PDF", ["offer.PDF", "application/pdf"]],
    ["a;b\r\n", "list.csv", ["list.csv", "text/plain"]],
    ["x", "", ["file.txt", "text/plain"]],
  ];
  for (const [content, name, [expectedName, type]] of accepted) {
    const { files } = (await attach(client, note_id, content, name)).reply();
    expect(files.at(-1)).toMatchObject({ name: expectedName, content_type: type });
  }
  const refusedContents: BlobPart[] = ["", "PK\u0003\u0004zip", new Uint8Array([0xff, 0xfe, 0x41]), "MZ\u0000"];
  for (const content of refusedContents) {
    const answer = await attach(client, note_id, content, "file.pdf");
    expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["file"]]);
  }
  const large = await attach(client, note_id, "x".repeat(4 * 2 ** 20 + 1), "large.txt");
  expect(large.issues[0]?.message).toBe("The file must be at most 4 MiB.");
  for (let more = 0; more < 6; more += 1) (await attach(client, note_id, `${more}`, "more.txt")).reply();
  const eleventh = await attach(client, note_id, "x", "more.txt");
  expect(eleventh.issues[0]?.message).toBe("A note has at most 10 files.");
  const listSubjectNotes = async () => (await client.call(listNotes, { query: subject })).reply().data;
  expect((await listSubjectNotes()).map(({ files }) => files.length)).toEqual([10]);
  (await client.call(deleteNote, { params: { note_id } })).reply();
  expect(await listSubjectNotes()).toEqual([]);
});

test("of files that are attached at once no eleventh gets in", async () => {
  const { client } = await signedInAdmin();
  const { answers } = await raceForRow(async () => {
    const note_id = await writeNote(client, await createSubject());
    for (let more = 0; more < 9; more += 1) (await attach(client, note_id, `${more}`, "more.txt")).reply();
    const lock = await hold("select 1 from notes where id = $1 for update", [note_id]);
    const requests = ["tenth.txt", "eleventh.txt"].map((name) => () => attach(client, note_id, "x", name));
    return { lock, requests };
  });
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});
