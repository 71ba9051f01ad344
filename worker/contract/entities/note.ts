import * as z from "zod/mini";
import { type NoteSubject, noteSubjects } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import type { StaffPermission } from "../people/permissions.ts";

/** Users who may read a record may also read and write its notes, and be assigned to it. */
export const noteAccess: Record<NoteSubject, StaffPermission> = {
  order: "orders:read",
  organization: "organizations:read",
  account_request: "requests:read",
  invoice: "invoices:read",
};

export const noteTextMax = 4000;

const colleague = z.object({ id: z.string(), name: describe(z.string(), "First and last name") });

const subjectShape = {
  subject_type: describe(z.enum(noteSubjects), "Kind of the record"),
  subject_id: describe(z.string(), "ID of the order, organization, account request or invoice"),
};

/** Allowed file types by content, with their extensions. */
export const noteFileTypes = {
  "application/pdf": [".pdf"],
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/webp": [".webp"],
  "text/plain": [".txt", ".csv", ".log", ".md"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type NoteFileType = keyof typeof noteFileTypes;
export const noteFilesMax = 10;

export const noteFileShape = {
  id: describe(z.string(), "ID of the file"),
  name: describe(z.string(), "Name of the file, with an ending that fits its content"),
  content_type: describe(z.string(), "Kind of the file, by its content"),
  bytes: describe(z.int(), "Size in bytes"),
};
export const noteFile = z.object(noteFileShape);

/** Customers never see notes. */
export const noteShape = {
  id: z.string(),
  ...subjectShape,
  text: describe(z.string(), "Text of the note"),
  author: colleague,
  mentions: describe(z.array(colleague), "Administrators whom the text names after an @"),
  files: describe(z.array(noteFile), "Attached files, oldest first"),
  created_at: instant(),
  edited_at: z.nullable(instant()),
};
export const note = z.object(noteShape);

export const assignmentShape = {
  ...subjectShape,
  label: describe(z.string(), "Name of the record, such as order 1042"),
  assignee: describe(z.nullable(colleague), "Administrator who takes care of it; null: nobody"),
  due_on: describe(z.nullable(z.string()), "Day until which it should be done; null: none"),
  assigned_by: describe(colleague, "Administrator who assigned it"),
  updated_at: instant(),
};
export const assignment = z.object(assignmentShape);

export const dueStates = ["overdue", "week", "none"] as const;

export const mentionShape = {
  note_id: describe(z.string(), "ID of the note"),
  ...subjectShape,
  label: assignmentShape.label,
  text: noteShape.text,
  author: colleague,
  created_at: instant(),
};
export const mention = z.object(mentionShape);
