import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf, SentFile } from "../../../contract/endpoint.ts";
import { note, noteFilesMax } from "../../../contract/entities/note.ts";
import { BadRequest, notFound } from "../../../contract/errors.ts";
import { isUuid } from "../../../contract/fields.ts";
import type * as contract from "../../../contract/v1/admin/notes.ts";
import { afterLookup, type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { idRow, many, maybeOneOf, one, uuids } from "../../sql.ts";
import { toNoteFileName, detectNoteFileType } from "./note-file-type.ts";
import { requireOwnSubject, type Note, selectNote } from "./notes.ts";
import { requireSubject, type Subject } from "./subjects.ts";

const prefix = "notes/";
const unusedMs = 24 * 60 * 60 * 1000;

const invalidFile = (message: string) => new BadRequest([{ code: "custom", path: ["file"], message }]);

/**
 * Adds a file to the user's own note, idempotent by `id`. The file is written to the bucket before the note refers to
 * it; `deleteUnusedNoteFiles` removes unreferenced files. @throws NOTE_NOT_FOUND for other users' notes,
 * USR_NOT_AUTHORIZED if the user may no longer read the record of the note, and BadRequest for other types of files and
 * too many of them
 */
export async function createNoteFile(
  ctx: Ctx,
  noteId: string,
  { file, id = crypto.randomUUID() }: { file: SentFile } & InputOf<typeof contract.createNoteFile>["body"],
): Promise<Note> {
  const { subject_type } = await requireOwnSubject(ctx, noteId);
  const type = detectNoteFileType(file.bytes);
  if (!type) throw invalidFile("Choose a PDF, PNG, JPEG, WebP or a text file in UTF-8. This file is none of them.");
  // The key is new, so that a repeated id never replaces the file of another note.
  const key = crypto.randomUUID();
  await ctx.gateways.files.saveFile(prefix + key, file.bytes);
  const selectOwnNote = sql`select * from notes where id = ${noteId} and author_id = ${requireUser(ctx).user_id}`;
  // The note is locked in a statement of its own, so that the next statement also counts the files of concurrent calls.
  const [, insertResult, result] = await ctx.db.batch([
    sql`${selectOwnNote} for update`,
    sql`
    with n as (${selectOwnNote}),
    f as (
      insert into note_files (id, key, note_id, name, content_type, bytes)
      select ${id}, ${key}, n.id, ${toNoteFileName(file.name, type)}, ${type}, ${file.bytes.length}::int from n
      where (select count(*) from note_files where note_files.note_id = n.id) < ${noteFilesMax}
      on conflict (id) do nothing
      returning note_id
    ),
    changed as (select n.* from n join f on f.note_id = n.id),
    ${audited(ctx, "updateNote", subject_type, "changed", { subject_id: sql`changed.subject_id` })}
    select 1 from n
    where exists (select from f) or exists (select from note_files where id = ${id} and note_id = n.id)`,
    selectNote(noteId),
  ]);
  const row = maybeOneOf(ctx, () => note, result);
  if (!row) throw notFound("NOTE_NOT_FOUND");
  if (!insertResult?.rows.length) throw invalidFile(`A note has at most ${noteFilesMax} files.`);
  return row;
}

/** @throws FILE_NOT_FOUND, and USR_NOT_AUTHORIZED for administrators who may not read the record of the note */
export async function downloadNoteFile(
  ctx: ReadCtx,
  { note_id, file_id }: InputOf<typeof contract.downloadNoteFile>["params"],
): Promise<{ content: Uint8Array<ArrayBuffer>; name: string; content_type: string }> {
  const [{ key, subject_type, ...file }, resolvedCtx] = await Promise.all([
    one(
      ctx,
      () =>
        z.object({
          key: z.string(),
          name: z.string(),
          content_type: z.string(),
          subject_type: note.shape.subject_type,
        }),
      sql`
      select f.key, f.name, f.content_type, n.subject_type from note_files f join notes n on n.id = f.note_id
      where f.id = ${file_id} and n.id = ${note_id}`,
      () => notFound("FILE_NOT_FOUND"),
    ),
    afterLookup(ctx),
  ]);
  requireSubject(resolvedCtx, { subject_type });
  return { ...file, content: await ctx.gateways.files.readFile(prefix + key) };
}

/** @throws NOTE_NOT_FOUND for notes of others, FILE_NOT_FOUND, and USR_NOT_AUTHORIZED as in `downloadNoteFile` */
export async function deleteNoteFile(
  ctx: Ctx,
  { note_id, file_id }: InputOf<typeof contract.deleteNoteFile>["params"],
): Promise<Subject> {
  const subject = await requireOwnSubject(ctx, note_id);
  await one(
    ctx,
    idRow,
    sql`
    with f as (
      delete from note_files using notes n
      where note_files.id = ${file_id} and n.id = ${note_id} and note_files.note_id = n.id
        and n.author_id = ${requireUser(ctx).user_id}
      returning note_files.id, n.subject_id, n.org_id
    ),
    ${audited(ctx, "updateNote", subject.subject_type, "f", { subject_id: sql`f.subject_id` })}
    select id from f`,
    () => notFound("FILE_NOT_FOUND"),
  );
  return subject;
}

/**
 * Deletes files from the bucket that were uploaded over a day ago and belong to no note. Every upload has a new key, so
 * no note can refer to a deleted file later.
 */
export async function deleteUnusedNoteFiles(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const counts = { found: 0, processed: 0 };
  let cursor: string | undefined;
  do {
    const listing = await ctx.gateways.files.listFiles(prefix, cursor);
    const oldKeys = listing.files
      .filter(({ uploaded }) => uploaded.getTime() < Date.now() - unusedMs)
      .map(({ key }) => key.slice(prefix.length))
      .filter(isUuid);
    counts.found += oldKeys.length;
    const unusedFiles = await many(
      ctx,
      idRow,
      sql`
      select id::text as id from unnest(${uuids(oldKeys)}) old (id)
      where not exists (select from note_files f where f.key = old.id)`,
    );
    if (unusedFiles.length > 0) await ctx.gateways.files.removeFile(unusedFiles.map(({ id }) => prefix + id));
    counts.processed += unusedFiles.length;
    cursor = listing.cursor;
  } while (cursor !== undefined);
  return counts;
}
