import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { noteSubjects } from "../../enums.ts";
import { users } from "./users.ts";

/** Administrators' notes about a record, which customers never see (ADR-068). */
export const notes = pgTable(
  "notes",
  {
    id: id(),
    subject_type: text({ enum: noteSubjects }).notNull(),
    subject_id: uuid().notNull(),
    /** Null for account requests. */
    org_id: uuid(),
    author_id: uuid().notNull(),
    text: text().notNull(),
    created_at: createdAt(),
    edited_at: instant(),
  },
  (table) => [index("notes_subject").on(table.subject_type, table.subject_id, table.created_at)],
);

export const noteMentions = pgTable(
  "note_mentions",
  {
    note_id: uuid()
      .notNull()
      .references(() => notes.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: createdAt(),
    read_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.note_id, table.user_id] }),
    index("note_mentions_user_id").on(table.user_id, table.created_at),
  ],
);

/** Files of notes, in the bucket as `notes/<key>`; a file without a row is removed after a day. */
export const noteFiles = pgTable(
  "note_files",
  {
    id: id(),
    note_id: uuid()
      .notNull()
      .references(() => notes.id, { onDelete: "cascade" }),
    key: uuid().notNull(),
    name: text().notNull(),
    content_type: text().notNull(),
    bytes: integer().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("note_files_key").on(table.key),
    index("note_files_note_id").on(table.note_id, table.created_at),
  ],
);

/** The administrator assigned to a record, and the due day; a row has at least one of them. */
export const assignments = pgTable(
  "assignments",
  {
    id: id(),
    subject_type: text({ enum: noteSubjects }).notNull(),
    subject_id: uuid().notNull(),
    org_id: uuid(),
    assignee_id: uuid().references(() => users.id, { onDelete: "set null" }),
    due_on: date(),
    assigned_by: uuid().notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("assignments_subject").on(table.subject_type, table.subject_id),
    index("assignments_assignee_id").on(table.assignee_id, table.due_on),
  ],
);
