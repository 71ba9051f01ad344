import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { noteFilesMax, noteFileTypes } from "../../../worker/contract/entities/note.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/notes.ts";
import {
  createNoteFile,
  deleteNote,
  deleteNoteFile,
  getOwnNote,
  listColleaguesOfNote,
  markMentionRead,
  updateAssignment,
  updateNote,
} from "../../../worker/domain/people/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { NoteFiles, NoteTextField } from "../../../worker/ui/parts/notes.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { assignmentList } from "./assignments.tsx";
import { notesHref } from "./subject.ts";

const notesHrefOrHome = (subject: Parameters<typeof notesHref>[0] | undefined): string =>
  subject ? notesHref(subject) : `${pages.admin}#notes`;

const editPage = page({
  path: pages.editNote,
  access: "use_console",
  layout: consoleLayout,
  section: "Overview",
  params: z.object({ note_id: uuid() }),
  load: async ({ ctx, params: { note_id } }) => {
    const [note, colleagues] = await Promise.all([getOwnNote(ctx, note_id), listColleaguesOfNote(ctx, note_id)]);
    return { ...note, colleagues };
  },
  head: () => ({ title: "Change a note · Console · CrunchBox", no_store: true }),
  view: ({ id, text, files, colleagues, ...subject }, { flash, viewer }) => {
    const typed = flash?.typed && "text" in flash.typed.values ? flash.typed : undefined;
    const { field } = buildFieldProps(typed ?? (flash?.typed && { ...flash.typed, values: { text: [text] } }), {
      text,
    });
    return (
      <>
        <PageHeader trail={[["Notes", notesHref(subject)]]} title="Change your note" />
        <FormLayout>
          <form method="post" action={hrefOf(pages.editNote, { note_id: id })} noValidate className="form-layout">
            <NoteTextField {...field("text")} colleagues={colleagues} viewer_id={viewer.user_id} rows={6} />
            <button className="button">Save</button>
          </form>
          <section id="files" className="notes" aria-labelledby="files-title">
            <h2 id="files-title">Files</h2>
            <NoteFiles note_id={id} files={files}>
              {({ id: file_id, name }) => (
                <ConfirmForm
                  id={`remove-${file_id}`}
                  label="Remove"
                  title={`Remove ${name}?`}
                  action={hrefOf(pages.removeNoteFile, { note_id: id, file_id })}
                  confirm="Remove the file"
                  is_dangerous
                >
                  <p>Nobody can download it afterwards.</p>
                </ConfirmForm>
              )}
            </NoteFiles>
            {files.length < noteFilesMax && (
              <form
                method="post"
                action={hrefOf(pages.attachNoteFile, { note_id: id })}
                encType="multipart/form-data"
                noValidate
              >
                <input type="hidden" name="id" value={crypto.randomUUID()} />
                <Field
                  name="file"
                  type="file"
                  label="A file"
                  accept={Object.values(noteFileTypes).flat().join(",")}
                  hint="A PDF, PNG, JPEG, WebP or text of at most 4 MiB"
                  error={field("file").error}
                />
                <button className="button quiet">Attach the file</button>
              </form>
            )}
          </section>
        </FormLayout>
      </>
    );
  },
});

const editForm = formPost(contract.updateNote, {
  path: pages.editNote,
  page: editPage,
  back: notesHrefOrHome,
  send: (ctx, { params, body }) => updateNote(ctx, params.note_id, body),
  done: () => "The note is changed.",
});

const editHref = (_result: unknown, c: AppContext): string =>
  `${hrefOf(pages.editNote, { note_id: c.req.param("note_id") ?? "" })}#files`;

const attachForm = formPost(contract.createNoteFile, {
  path: pages.attachNoteFile,
  page: editPage,
  back: editHref,
  send: (ctx, { params, body, file }) => createNoteFile(ctx, params.note_id, { ...body, file }),
  done: () => "The file is attached.",
});

const detachForm = formPost(contract.deleteNoteFile, {
  path: pages.removeNoteFile,
  back: editHref,
  send: (ctx, { params }) => deleteNoteFile(ctx, params),
  done: () => "The file is removed.",
});

const removeForm = formPost(contract.deleteNote, {
  path: pages.deleteNote,
  back: notesHrefOrHome,
  send: (ctx, { params }) => deleteNote(ctx, params.note_id),
  done: () => "The note is deleted.",
});

const markReadForm = formPost(contract.readMention, {
  path: pages.readMention,
  back: pages.admin,
  send: (ctx, { params }) => markMentionRead(ctx, params.note_id),
});

const assignForm = formPost(contract.updateAssignment, {
  path: pages.assign,
  back: (_result: unknown, c: AppContext) =>
    notesHref({ subject_type: c.req.param("subject_type") ?? "", subject_id: c.req.param("subject_id") ?? "" }),
  send: async (ctx, { body }) => {
    await updateAssignment(ctx, body);
    return body;
  },
  done: ({ assignee_id, due_on }) =>
    assignee_id || due_on ? "It is assigned." : "It is done: nobody takes care of it any more.",
});

export const notePages: Route[] = [
  ...assignmentList,
  editPage,
  editForm,
  attachForm,
  detachForm,
  removeForm,
  markReadForm,
  assignForm,
];
