import type * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { pageHref, readPageQuery, defaultPageSize } from "../../contract/page-query.ts";
import { hrefOf, pages } from "../../contract/pages.ts";
import { ConfirmForm } from "../forms/confirm-form.tsx";
import { isFiltered, type Query } from "./filter-labels.ts";

export type SavedView = { id: string; name: string; query: string };
type ListState = { path: string; schema: z.ZodMiniType; query: Query };

export const viewNameMax = 40;

/** Omits filters that the list no longer supports. */
export const savedViewHref = ({ path, schema }: Omit<ListState, "query">, { query }: SavedView): string =>
  pageHref(path, schema, Object(readPageQuery(schema, new URLSearchParams(query), { page_size: defaultPageSize })));

type SavedViewFormProps = {
  list: ListState;
  saved: readonly SavedView[];
  views: readonly string[];
};

/** Saves filters, order and page size as a view, or removes the view if it is already saved. */
export function SavedViewForm({ list, saved, views }: SavedViewFormProps) {
  const { path, schema, query } = list;
  const currentHref = pageHref(path, schema, query, { page: "" });
  const address = (form: string) => hrefOf(form, {}, { list: path, query: currentHref.split("?")[1] ?? "" });
  const currentView = saved.find((view) => savedViewHref(list, view) === currentHref);
  if (currentView)
    return (
      <form method="post" action={address(pages.removeView)}>
        <input type="hidden" name="id" value={currentView.id} />
        <button className="button quiet">Remove the view “{currentView.name}”</button>
      </form>
    );
  if (
    currentHref === path ||
    views.includes(currentHref) ||
    (!isFiltered(schema, query) && !currentHref.includes("sort="))
  )
    return null;
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
