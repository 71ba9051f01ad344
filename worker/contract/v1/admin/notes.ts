import * as z from "zod/mini";
import { noteSubjects } from "../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import {
  assignment,
  dueStates,
  mention,
  note,
  noteFilesMax,
  noteFileTypes,
  noteShape,
  noteTextMax,
} from "../../entities/note.ts";
import { calendarDay, describe, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Admin: notes", access: "use_console" } as const;
const params = z.object({ note_id: describe(uuid(), "ID of the note") });
const subject = {
  subject_type: describe(z.enum(noteSubjects), "Kind of the record"),
  subject_id: describe(uuid(), "ID of the record"),
};
const text = () =>
  freeText(noteTextMax, "Names administrators by @ and their full name or email address").check(
    z.minLength(1, "Write something."),
  );
const subjectErrors = ["ORDER_NOT_FOUND", "ORG_NOT_FOUND", "ACC_REQUEST_NOT_FOUND", "INVOICE_NOT_FOUND"] as const;
const accessDescription =
  "Whoever reads the record may do this: notes belong to the areas of orders, organizations, account requests and invoices.";

export const listNotes = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/admin/notes",
  query: z.object(subject),
  reply: listReply(note),
  errors: [],
  summary: "List the notes about a record",
  description: `Newest first, at most 200. ${accessDescription}`,
});

export const createNote = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/admin/notes",
  body: z.object({
    ...subject,
    text: text(),
    id: z.optional(describe(uuid(), "ID of the note; repeating it creates no second note")),
  }),
  reply: reply(noteShape),
  errors: [...subjectErrors, "NOTE_NOT_FOUND"],
  summary: "Write a note about a record",
  description: `Only administrators see it. Who is mentioned gets a mail, if they may read the record. ${accessDescription}`,
});

export const updateNote = endpoint({
  ...callDefaults,
  method: "PUT",
  path: "/v1/admin/notes/{note_id}",
  params,
  body: z.object({ text: text() }),
  reply: reply(noteShape),
  errors: ["NOTE_NOT_FOUND"],
  summary: "Change one’s own note",
  description: "Who is mentioned for the first time gets a mail.",
});

export const deleteNote = endpoint({
  ...callDefaults,
  method: "DELETE",
  path: "/v1/admin/notes/{note_id}",
  params,
  reply: emptyReply,
  errors: ["NOTE_NOT_FOUND"],
  summary: "Delete one’s own note",
  description: "The audit log keeps that there was a note, without its text.",
});

const fileParams = z.object({ note_id: params.shape.note_id, file_id: describe(uuid(), "ID of the file") });

export const createNoteFile = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/admin/notes/{note_id}/files",
  params,
  body: z.object({ id: z.optional(describe(uuid(), "ID of the file; repeating it attaches no second file")) }),
  file: {
    name: "file",
    bytes_max: 4 * 1024 * 1024,
    types: Object.keys(noteFileTypes),
    description: "A PDF, PNG, JPEG, WebP or text of at most 4 MiB.",
  },
  reply: reply(noteShape),
  errors: ["NOTE_NOT_FOUND"],
  summary: "Attach a file to one’s own note",
  description: `Accepts PDF, PNG, JPEG, WebP and text in UTF-8, detected by content. A note has at most ${noteFilesMax}.`,
});

export const downloadNoteFile = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/admin/notes/{note_id}/files/{file_id}",
  params: fileParams,
  reply_type: "application/octet-stream",
  errors: ["FILE_NOT_FOUND"],
  summary: "Download a file of a note",
  description: "Always a download, which browsers do not open.",
});

export const deleteNoteFile = endpoint({
  ...callDefaults,
  method: "DELETE",
  path: "/v1/admin/notes/{note_id}/files/{file_id}",
  params: fileParams,
  reply: emptyReply,
  errors: ["NOTE_NOT_FOUND", "FILE_NOT_FOUND"],
  summary: "Remove a file from one’s own note",
});

export const readMention = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/admin/notes/{note_id}/read",
  params,
  reply: emptyReply,
  errors: ["NOTE_NOT_FOUND"],
  summary: "Mark a mention of oneself as read",
});

const sorts = ["due_on", "updated_at"] as const;

export const listAssignments = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/admin/assignments",
  query: z.object({
    assigned: z.optional(describe(z.enum(["me", "nobody"]), "me: to the caller; nobody: only the day is set")),
    assignee_id: z.optional(describe(uuid(), "Assigned to this administrator")),
    subject_type: z.optional(subject.subject_type),
    due: z.optional(
      describe(z.enum(dueStates), "overdue: before today; week: today or within the next six days; none: no day"),
    ),
    ...listQuery(sorts),
    sort: z._default(
      describe(
        z.enum(sorts.flatMap((field) => [field, `-${field}` as const])),
        "Field to sort by, with a minus for descending order; no day comes last",
      ),
      "due_on",
    ),
  }),
  reply: listReply(assignment),
  errors: [],
  summary: "List what is assigned to whom, and until when",
  description: "Of the areas that the caller reads, the earliest due date first. Search covers names of records.",
});

export const updateAssignment = endpoint({
  ...callDefaults,
  method: "PUT",
  path: "/v1/admin/assignments",
  body: z.object({
    ...subject,
    assignee_id: describe(z.nullable(uuid()), "An administrator who may read the record; null: nobody"),
    due_on: describe(z.nullable(calendarDay()), "Day until which it should be done; null: none"),
  }),
  reply: emptyReply,
  errors: [...subjectErrors],
  summary: "Assign a record to an administrator",
  description: accessDescription,
});

export const listMine = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/admin/mine",
  reply: reply({
    assignments: describe(z.array(assignment), "Assigned to the caller, the earliest due date first"),
    mentions: describe(z.array(mention), "Unread notes that mention the caller, newest first"),
  }),
  errors: [],
  summary: "List what is assigned to oneself and who mentioned one",
});
