import { afterAll, beforeAll, expect, test } from "vitest";
import { createNote, createNoteFile, deleteNote } from "../../../../worker/contract/v1/admin/notes.ts";
import { type Actor, actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { type Factories, factoriesOn } from "../../../support/factories.ts";
import { sandboxAt } from "../../../support/sandbox.ts";

const dayMs = 24 * 60 * 60 * 1000;

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let factories: Factories;
let admin: Actor;
beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
  factories = factoriesOn(database);
  admin = await actorsOn({ query: database, factories, url: app.worker.url }).signedInAdmin();
});
afterAll(() => app?.stop());

const setFileAge = (ms: number) => fetch(`${app.sandbox.url}/files/age`, { method: "PUT", body: String(ms) });

async function createNoteWithFile() {
  const subject_id = (await factories.createAccountRequest()).id;
  const body = { subject_type: "account_request" as const, subject_id, text: "See the file" };
  const params = { note_id: (await admin.client.call(createNote, { body })).reply().id };
  const file = new File(["They agree."], "call.txt");
  const { files } = (await admin.client.call(createNoteFile, { params, body: { file } })).reply();
  return { params, path: `/v1/admin/notes/${params.note_id}/files/${files[0]?.id}` };
}

test("the file of a deleted note leaves the bucket after a day, and that of another note stays", async () => {
  const [deletedNote, otherNote] = [await createNoteWithFile(), await createNoteWithFile()];
  const [row] = await database<{ id: string; key: string }>("select id, key from note_files where note_id = $1", [
    deletedNote.params.note_id,
  ]);
  (await admin.client.call(deleteNote, { params: deletedNote.params })).reply();
  const sandbox = sandboxAt(app.sandbox.url);
  /** Restores the file's row under the other note, and downloads the file if the bucket still has it. */
  const probe = async () => {
    await database(
      `insert into note_files (id, key, note_id, name, content_type, bytes) values ($1, $2, $3, 'call.txt', 'text/plain', 11)`,
      [row?.id, row?.key, otherNote.params.note_id],
    );
    const { status } = await admin.client.fetch(`/v1/admin/notes/${otherNote.params.note_id}/files/${row?.id}`);
    await database("delete from note_files where id = $1", [row?.id]);
    return status;
  };
  await sandbox.runJob("clean-up");
  expect(await probe()).toBe(200);
  await setFileAge(dayMs + 60_000);
  await sandbox.runJob("clean-up");
  expect(await probe()).toBe(503);
  expect(await (await admin.client.fetch(otherNote.path)).text()).toBe("They agree.");
});
