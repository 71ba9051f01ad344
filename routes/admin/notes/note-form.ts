import type { NoteSubject } from "../../../db/enums.ts";
import * as contract from "../../../worker/contract/v1/admin/notes.ts";
import { createNote } from "../../../worker/domain/people/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";

type NoteForm = {
  subject_type: NoteSubject;
  path: string;
  /** Parameter of `path` that holds the record's id. */
  param: string;
  page: PageRoute;
  back: (id: string) => string;
};

export const noteForm = ({ subject_type, path, param, page, back }: NoteForm): Route => {
  const subjectId = (c: AppContext) => c.req.param(param) ?? "";
  return formPost(contract.createNote, {
    path,
    page,
    fields: { text: "note_text", id: "note_id" },
    complete: async (typed, c) => {
      typed.set("subject_type", subject_type);
      typed.set("subject_id", subjectId(c));
    },
    back: (_note: unknown, c: AppContext) => `${back(subjectId(c))}#notes`,
    send: (ctx, { body }) => createNote(ctx, body),
    done: ({ mentions }) =>
      mentions.length === 0
        ? "The note is added."
        : `The note is added, and ${mentions.map(({ name }) => name).join(", ")} get a mail.`,
  });
};
