// Notes and their mentions, which are written by the same statements.
import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { NoteSubject } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { assignment, note } from "../../../contract/entities/note.ts";
import { notFound } from "../../../contract/errors.ts";
import type { PageParams } from "../../../contract/pages.ts";
import { pages } from "../../../contract/pages.ts";
import type * as contract from "../../../contract/v1/admin/notes.ts";
import { afterLookup, type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { type Page, singlePage } from "../../listing.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { audited } from "../../platform/index.ts";
import { exists, iso, many, maybeOne, one, writeAndRead } from "../../sql.ts";
import { assignmentColumns } from "./assignments.ts";
import {
  isColleague,
  isColleagueOf,
  personJson,
  requireSubject,
  selectSubject,
  type Subject,
  subjectNotFound,
} from "./subjects.ts";

export type Note = z.output<typeof note>;

const mentions = sql`coalesce((
  select json_agg(${personJson(sql`m.user_id`)} order by m.created_at, m.user_id)
  from note_mentions m
  where m.note_id = n.id
), '[]')`;

const files = sql`coalesce((
  select json_agg(
    json_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type, 'bytes', f.bytes)
    order by f.created_at, f.id
  )
  from note_files f
  where f.note_id = n.id
), '[]')`;

const columns = sql`
  n.id, n.subject_type, n.subject_id, n.text, ${personJson(sql`n.author_id`)} as author, ${mentions} as mentions,
  ${files} as files,
  ${iso("n.created_at")} as created_at, ${iso("n.edited_at")} as edited_at`;

const selectNewestNotes = ({ subject_type, subject_id }: Subject): SQL => sql`
  select ${columns} from notes n
  where n.subject_type = ${subject_type} and n.subject_id = ${subject_id}
  order by n.created_at desc, n.id desc
  limit 200`;

export async function listNotes(ctx: ReadCtx, subject: Subject): Promise<Page<Note>> {
  const [rows, resolvedCtx] = await Promise.all([many(ctx, () => note, selectNewestNotes(subject)), afterLookup(ctx)]);
  requireSubject(resolvedCtx, subject);
  return singlePage(rows);
}

const colleague = () => z.object({ id: z.string(), name: z.string() });

const selectColleagues = (subject_type: NoteSubject): SQL => sql`
  select u.id, u.first_name || ' ' || u.last_name as name from users u where ${isColleague(subject_type)}
  order by u.first_name, u.last_name, u.id`;

/** Administrators whom a note can mention; empty for a deleted note. */
export const listColleaguesOfNote = (
  ctx: ReadCtx,
  note_id: string,
): Promise<z.output<ReturnType<typeof colleague>>[]> =>
  many(
    ctx,
    colleague,
    sql`
    select u.id, u.first_name || ' ' || u.last_name as name
    from notes n join users u on ${isColleagueOf("n")}
    where n.id = ${note_id}
    order by u.first_name, u.last_name, u.id`,
  );

const noteBoard = () =>
  z.object({
    notes: z.array(note),
    assignment: z.nullable(assignment),
    colleagues: z.array(colleague()),
  });

/**
 * `readNoteBoard` checks no permission, because every viewer of the record's page may read its notes and its
 * assignment.
 */
export type NoteBoard = z.output<ReturnType<typeof noteBoard>> & Subject;

export async function readNoteBoard(ctx: ReadCtx, subject_type: NoteSubject, subject_id: string): Promise<NoteBoard> {
  const subject = { subject_type, subject_id };
  const board = await one(
    ctx,
    noteBoard,
    sql`
    select
      coalesce((select json_agg(item) from (${selectNewestNotes(subject)}) item), '[]') as notes,
      (
        select row_to_json(item)
        from (
          select ${assignmentColumns} from assignments a
          where a.subject_type = ${subject_type} and a.subject_id = ${subject_id}
        ) item
      ) as assignment,
      coalesce((select json_agg(item) from (${selectColleagues(subject_type)}) item), '[]') as colleagues`,
    () => new Error("an unconditional select returned no row"),
  );
  return { ...board, ...subject };
}

export const selectNote = (id: string): SQL => sql`select ${columns} from notes n where n.id = ${id}`;

export const getOwnNote = (ctx: ReadCtx, id: string): Promise<Note> =>
  one(
    ctx,
    () => note,
    sql`${selectNote(id)} and n.author_id = ${currentUserId(ctx)}`,
    () => notFound("NOTE_NOT_FOUND"),
  );

/**
 * Whether the text mentions user u: an @ before the full name or the email address, with no letter or digit before or
 * after it.
 */
const isNamedIn = (text: SQL): SQL => {
  const escaped = (value: string) => sql.raw(`regexp_replace(${value}, '([^[:alnum:][:space:]])', '\\\\\\1', 'g')`);
  const name = escaped("u.first_name || ' ' || u.last_name");
  return sql`${text} ~* (
    '(^|[^[:alnum:]])@(' || ${escaped("u.email")} || '|' || ${name} || ')($|[^[:alnum:]])'
  )`;
};

/**
 * CTEs that record which administrators the text of each row of `n` mentions, except its author, and notify the newly
 * mentioned ones.
 */
function mentionParts(ctx: Ctx, subject_type: NoteSubject, subject_id: string): SQL {
  const [first_name, last_name] = ["u.first_name", "u.last_name"].map((column) => sql.raw(column));
  const author = sql`(select a.first_name || ' ' || a.last_name from users a where a.id = n.author_id)`;
  return sql`
    s as (${selectSubject({ subject_type, subject_id })}),
    named as (
      select u.*, n.id as note_id from n cross join users u
      where u.id <> n.author_id and ${isColleague(subject_type)} and ${isNamedIn(sql`n.text`)}
    ),
    m as (
      insert into note_mentions (note_id, user_id) select note_id, id from named
      on conflict do nothing
      returning note_id, user_id
    ),
    ${notificationParts(
      {
        type: "noteMention",
        recipient: sql`u.email`,
        user_id: sql`u.id`,
        payload: sql`jsonb_build_object(
          'first_name', ${first_name}, 'last_name', ${last_name}, 'author_name', ${author}, 'about', s.label,
          'text', n.text, 'url', ${subjectUrl(ctx, subject_type)})`,
      },
      sql`m join users u on u.id = m.user_id join n on n.id = m.note_id cross join s`,
    )}`;
}

const subjectPages = {
  order: [pages.adminOrder, "order_id"],
  organization: [pages.organization, "org_id"],
  account_request: [pages.request, "request_id"],
  invoice: [pages.adminInvoice, "invoice_id"],
} as const satisfies Record<NoteSubject, readonly [string, string]>;

function subjectUrl(ctx: Ctx, subject_type: NoteSubject): SQL {
  const [path, param] = subjectPages[subject_type];
  // The cast is sound, because `subjectPages` names the parameter of each path.
  return sql`${pageUrl(ctx, path, { [param]: sql`n.subject_id` } as PageParams<typeof path, SQL>)} || '#notes'`;
}

/**
 * Creates a note, idempotent by `id`. @throws the subject's not-found error, NOTE_NOT_FOUND for an id of another note,
 * and USR_NOT_AUTHORIZED for administrators who may not read records of this kind
 */
export async function createNote(
  ctx: Ctx,
  { subject_type, subject_id, text, id = crypto.randomUUID() }: InputOf<typeof contract.createNote>["body"],
): Promise<Note> {
  const subject = { subject_type, subject_id };
  requireSubject(ctx, subject);
  const author_id = requireUser(ctx).user_id;
  const { isWritten, row } = await writeAndRead(
    ctx,
    sql`
    with n as (
      insert into notes (id, subject_type, subject_id, org_id, author_id, text)
      select ${id}, ${subject_type}, o.id, o.org_id, ${author_id}, ${text} from (${selectSubject(subject)}) o
      on conflict (id) do nothing
      returning *
    ),
    ${mentionParts(ctx, subject_type, subject_id)},
    ${audited(ctx, "createNote", subject_type, "n", { subject_id: sql`n.subject_id` })}
    select 1 from s`,
    () => note,
    sql`
    ${selectNote(id)}
      and n.author_id = ${author_id} and n.subject_type = ${subject_type} and n.subject_id = ${subject_id}`,
  );
  if (!isWritten) throw subjectNotFound(subject);
  if (!row) throw notFound("NOTE_NOT_FOUND");
  ctx.wakeWorkers();
  return row;
}

export async function requireOwnSubject(ctx: Ctx, id: string): Promise<Subject> {
  const found = await maybeOne(ctx, () => note, sql`${selectNote(id)} and n.author_id = ${requireUser(ctx).user_id}`);
  if (!found) throw notFound("NOTE_NOT_FOUND");
  requireSubject(ctx, found);
  return found;
}

/** @throws NOTE_NOT_FOUND for notes of others, USR_NOT_AUTHORIZED if the user may no longer read the record */
export async function updateNote(
  ctx: Ctx,
  id: string,
  { text }: InputOf<typeof contract.updateNote>["body"],
): Promise<Note> {
  const { subject_type, subject_id } = await requireOwnSubject(ctx, id);
  const { row } = await writeAndRead(
    ctx,
    sql`
    with n as (
      update notes set text = ${text}, edited_at = now()
      where id = ${id} and author_id = ${requireUser(ctx).user_id} and text <> ${text}
      returning *
    ),
    ${mentionParts(ctx, subject_type, subject_id)},
    gone as (
      delete from note_mentions using n
      where note_mentions.note_id = n.id and note_mentions.user_id not in (select named.id from named)
      returning 1
    ),
    ${audited(ctx, "updateNote", subject_type, "n", { subject_id: sql`n.subject_id` })}
    select 1 from n`,
    () => note,
    selectNote(id),
  );
  if (!row) throw notFound("NOTE_NOT_FOUND");
  ctx.wakeWorkers();
  return row;
}

/** @throws NOTE_NOT_FOUND for notes of others, USR_NOT_AUTHORIZED if the user may no longer read the record */
export async function deleteNote(ctx: Ctx, id: string): Promise<Subject> {
  const { subject_type, subject_id } = await requireOwnSubject(ctx, id);
  const isDeleted = await exists(
    ctx,
    sql`
    with n as (
      delete from notes where id = ${id} and author_id = ${requireUser(ctx).user_id}
      returning *
    ),
    ${audited(ctx, "deleteNote", subject_type, "n", { subject_id: sql`n.subject_id` })}
    select 1 from n`,
  );
  if (!isDeleted) throw notFound("NOTE_NOT_FOUND");
  return { subject_type, subject_id };
}

/** @throws NOTE_NOT_FOUND for notes that do not mention the administrator */
export async function markMentionRead(ctx: Ctx, id: string): Promise<void> {
  const isFound = await exists(
    ctx,
    sql`
    update note_mentions set read_at = coalesce(read_at, now())
    where note_id = ${id} and user_id = ${requireUser(ctx).user_id}
    returning 1`,
  );
  if (!isFound) throw notFound("NOTE_NOT_FOUND");
}
