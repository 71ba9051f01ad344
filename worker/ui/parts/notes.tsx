import type { ReactNode } from "react";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { Field } from "../../../islands/ui/field.tsx";
import type { NoteSubject } from "../../../db/enums.ts";
import { type assignment, type note, noteTextMax } from "../../contract/entities/note.ts";
import type * as z from "zod/mini";
import { hrefOf, pages } from "../../contract/pages.ts";
import { DateText, dateText } from "../date.tsx";
import { MentionScript } from "../island.tsx";
import { ConfirmForm } from "../forms/confirm-form.tsx";
import { buildFieldProps, type TypedFields } from "../forms/fields-of.ts";

type Note = z.output<typeof note>;
type Assignment = z.output<typeof assignment>;

type NotesProps = {
  board: {
    subject_type: NoteSubject;
    subject_id: string;
    notes: readonly Note[];
    assignment: Assignment | null;
    colleagues: readonly Note["author"][];
  };
  viewer_id: string;
  /** The current day in the viewer's time zone, such as 2027-03-01. */
  today: string;
  action: string;
  typed: TypedFields | undefined;
  /** A timeline on the page shows the notes instead. */
  is_listed_elsewhere?: true;
};

/** Undefined if another form of the page was refused. */
export const findNoteInput = <T extends TypedFields>(typed: T | undefined): T | undefined =>
  typed && "note_text" in typed.values ? typed : undefined;

export function Notes({ board, viewer_id, today, action, typed, is_listed_elsewhere }: NotesProps) {
  const { notes, colleagues } = board;
  const { field } = buildFieldProps(typed, { note_text: "" });
  return (
    <section id="notes" className="notes" aria-labelledby="notes-title">
      <h2 id="notes-title">Notes</h2>
      <p className="small">Customers never see them.</p>
      <div className="card">
        <AssignmentPanel board={board} today={today} />
        {notes.length > 0 && !is_listed_elsewhere && (
          <ul className="note-list">
            {notes.map((each) => (
              <li key={each.id}>
                <small>
                  {each.author.name}, <DateText at={each.created_at} />
                </small>
                <NoteBody note={each} is_own={each.author.id === viewer_id} />
              </li>
            ))}
          </ul>
        )}
        <form method="post" action={action} noValidate>
          <input type="hidden" name="note_id" value={crypto.randomUUID()} />
          <NoteTextField {...field("note_text")} colleagues={colleagues} viewer_id={viewer_id} rows={3} />
          <button className="button quiet">Add the note</button>
        </form>
      </div>
    </section>
  );
}

type NoteTextFieldProps = ReturnType<ReturnType<typeof buildFieldProps>["field"]> & {
  colleagues: readonly Note["author"][];
  viewer_id: string;
  rows: number;
};

/** With script, an @ opens the names of colleagues. */
export function NoteTextField({ colleagues, viewer_id, ...field }: NoteTextFieldProps) {
  const names = colleagues.filter(({ id }) => id !== viewer_id).map(({ name }) => name);
  return (
    <>
      {names.length > 0 && <MentionScript />}
      <TextAreaField
        {...field}
        label="A note"
        hint={names[0] && `Write @${names[0]}, for example, to notify a colleague by mail.`}
        maxLength={noteTextMax}
        data-mentions={names.length > 0 ? JSON.stringify([...new Set(names)]) : undefined}
      />
    </>
  );
}

/** Only the author of a note can act on it. */
export const NoteBody = ({ note: { id, text, mentions, files, edited_at }, is_own }: NoteBodyProps) => (
  <>
    <p id={`note-${id}`} className="note-text">
      {text}
    </p>
    {(mentions.length > 0 || edited_at) && (
      <small>
        {mentions.length > 0 && `Notified ${mentions.map(({ name }) => name).join(", ")}`}
        {mentions.length > 0 && edited_at && " · "}
        {edited_at && (
          <>
            changed <DateText at={edited_at} />
          </>
        )}
      </small>
    )}
    <NoteFiles note_id={id} files={files} />
    {is_own && (
      <div className="actions">
        <a className="button quiet" href={hrefOf(pages.editNote, { note_id: id })}>
          Change
        </a>
        <a className="button quiet" href={`${hrefOf(pages.editNote, { note_id: id })}#files`}>
          Attach a file
        </a>
        <ConfirmForm
          id={`delete-note-${id}`}
          label="Delete"
          title="Delete this note?"
          action={hrefOf(pages.deleteNote, { note_id: id })}
          confirm="Delete the note"
          is_dangerous
        >
          <p>Nobody can read it afterwards. The audit log keeps that there was a note.</p>
        </ConfirmForm>
      </div>
    )}
  </>
);
type NoteBodyProps = { note: Note; is_own: boolean };

/** `children` renders the actions for a file. */
export const NoteFiles = ({ note_id, files, children }: NoteFilesProps) =>
  files.length > 0 && (
    <div className="note-files">
      {files.map((file) => (
        <div key={file.id}>
          <a href={`/v1/admin/notes/${note_id}/files/${file.id}`} download>
            {file.name}
          </a>{" "}
          <small>{sizeText(file.bytes)}</small>
          {children?.(file)}
        </div>
      ))}
    </div>
  );
type NoteFilesProps = {
  note_id: string;
  files: Note["files"];
  children?: (file: Note["files"][number]) => ReactNode;
};

const sizeText = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.max(1, Math.round(bytes / 1024))} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;

function AssignmentPanel({ board, today }: Pick<NotesProps, "board" | "today">) {
  const { subject_type, subject_id, assignment: currentAssignment, colleagues } = board;
  const { assignee = null, due_on = null } = currentAssignment ?? {};
  const assignees =
    assignee && !colleagues.some(({ id }) => id === assignee.id) ? [...colleagues, assignee] : colleagues;
  const action = hrefOf(pages.assign, { subject_type, subject_id });
  const title = `assign-${subject_id}`;
  return (
    <div className="assignment">
      <p>
        {assignee ? `${assignee.name} takes care of it` : "Nobody takes care of it yet"}
        {due_on && (
          <>
            {assignee ? " until " : ", due "}
            <DueText due_on={due_on} today={today} />
          </>
        )}
        .
      </p>
      <div className="actions">
        <ConfirmForm
          id={title}
          label={currentAssignment ? "Change" : "Assign"}
          title="Who takes care of it?"
          action={action}
          confirm="Save"
        >
          <SelectField
            id={`assignee-${subject_id}`}
            name="assignee_id"
            label="Assigned to"
            defaultValue={assignee?.id ?? ""}
            options={[["", "Nobody"], ...assignees.map(({ id, name }) => [id, name] as const)]}
          />
          <Field
            id={`due-${subject_id}`}
            name="due_on"
            type="date"
            label="Due"
            is_optional
            defaultValue={due_on ?? ""}
          />
        </ConfirmForm>
        {currentAssignment && (
          <form method="post" action={action}>
            <input type="hidden" name="assignee_id" value="" />
            <input type="hidden" name="due_on" value="" />
            <button className="button quiet">Done</button>
          </form>
        )}
      </div>
    </div>
  );
}

/** Days are compared as texts, which ISO 8601 allows. */
export const DueText = ({ due_on, today }: { due_on: string; today: string }) => (
  <span className={due_on < today ? "overdue" : undefined}>
    <time dateTime={due_on}>{dateText(due_on, "UTC")}</time>
    {due_on < today && ", overdue"}
  </span>
);
