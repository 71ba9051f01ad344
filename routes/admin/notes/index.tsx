import * as z from "zod/mini";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { noteTextMax } from "../../../worker/contract/entities/note.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/notes.ts";
import {
  deleteNote,
  getOwnNote,
  readMention,
  updateAssignment,
  updateNote,
} from "../../../worker/domain/people/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { subjectPage } from "../../../worker/ui/parts/audit/subject-page.ts";
import { consoleLayout } from "../../layouts.tsx";

type Subject = { subject_type: string; subject_id: string };

const toNotes = (subject: Subject | undefined): string =>
  `${(subject && subjectPage({ type: subject.subject_type, id: subject.subject_id })?.href) ?? pages.admin}#notes`;

const editPage = page({
  path: pages.editNote,
  access: "use_console",
  layout: consoleLayout,
  section: "Overview",
  params: z.object({ note_id: uuid() }),
  load: ({ ctx, params: { note_id } }) => getOwnNote(ctx, note_id),
  head: () => ({ title: "Change a note · Console · CrunchBox", no_store: true }),
  view: ({ id, text, ...subject }, { flash }) => {
    const { field } = fieldsOf(flash?.typed, { text });
    return (
      <>
        <PageHeader trail={[["Notes", toNotes(subject)]]} title="Change your note" />
        <FormLayout>
          <form method="post" action={hrefOf(pages.editNote, { note_id: id })} noValidate className="form-layout">
            <TextAreaField {...field("text")} label="A note" rows={6} maxLength={noteTextMax} />
            <button className="button">Save</button>
          </form>
        </FormLayout>
      </>
    );
  },
});

const edit = formPost(contract.updateNote, {
  path: pages.editNote,
  page: editPage,
  back: toNotes,
  send: (ctx, { params, body }) => updateNote(ctx, params.note_id, body),
  done: () => "The note is changed.",
});

const remove = formPost(contract.deleteNote, {
  path: pages.deleteNote,
  back: toNotes,
  send: (ctx, { params }) => deleteNote(ctx, params.note_id),
  done: () => "The note is deleted.",
});

const read = formPost(contract.readMention, {
  path: pages.readMention,
  back: pages.admin,
  send: (ctx, { params }) => readMention(ctx, params.note_id),
});

const assign = formPost(contract.updateAssignment, {
  path: pages.assign,
  back: (_result: unknown, c: AppContext) =>
    toNotes({ subject_type: c.req.param("subject_type") ?? "", subject_id: c.req.param("subject_id") ?? "" }),
  send: async (ctx, { body }) => {
    await updateAssignment(ctx, body);
    return body;
  },
  done: ({ assignee_id, due_on }) =>
    assignee_id || due_on ? "It is assigned." : "It is done: nobody takes care of it any more.",
});

export const notePages: Route[] = [editPage, edit, remove, read, assign];
