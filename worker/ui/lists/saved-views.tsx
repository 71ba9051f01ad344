import type * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { pageHref, readPageQuery, usualPageSize } from "../../contract/page-query.ts";
import { hrefOf, pages } from "../../contract/pages.ts";
import { ConfirmForm } from "../forms/confirm-form.tsx";
import { isNarrowed, type Query } from "./filter-labels.ts";

export type SavedView = { id: string; name: string; query: string };
type ListAt = { path: string; schema: z.ZodMiniType; query: Query };

export const viewNameMax = 40;

/** Omits what the list no longer supports. */
export const savedViewHref = ({ path, schema }: Omit<ListAt, "query">, { query }: SavedView): string =>
  pageHref(path, schema, Object(readPageQuery(schema, new URLSearchParams(query), { page_size: usualPageSize })));

type SavedViewFormProps = {
  list: ListAt;
  saved: readonly SavedView[];
  views: readonly string[];
};

/** Saves filters, order and page size; removes the view if it is already saved. */
export function SavedViewForm({ list, saved, views }: SavedViewFormProps) {
  const { path, schema, query } = list;
  const here = pageHref(path, schema, query, { page: "" });
  const address = (form: string) => hrefOf(form, {}, { list: path, query: here.split("?")[1] ?? "" });
  const currentView = saved.find((view) => savedViewHref(list, view) === here);
  if (currentView)
    return (
      <form method="post" action={address(pages.removeView)}>
        <input type="hidden" name="id" value={currentView.id} />
        <button className="button quiet">Remove the view “{currentView.name}”</button>
      </form>
    );
  if (here === path || views.includes(here) || (!isNarrowed(schema, query) && !here.includes("sort="))) return null;
  return (
    <div>
      <ConfirmForm
        id="save-view"
        label="Save this view"
        title="Save this view"
        action={address(pages.saveView)}
        confirm="Save"
      >
        <Field
          name="name"
          label="Name"
          hint="It appears above the list, only for you, with these filters and this order."
          maxLength={viewNameMax}
          required
        />
      </ConfirmForm>
    </div>
  );
}
