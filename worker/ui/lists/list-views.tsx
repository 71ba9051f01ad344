import type * as z from "zod/mini";
import { pageHref, defaultPageSize } from "../../contract/page-query.ts";
import { Tabs } from "../parts/tabs.tsx";
import { isFiltered } from "./filter-labels.ts";
import { type SavedView, savedViewHref } from "./saved-views.tsx";

/** Counting the rows of a predefined view stops at this number, because every page of a list counts all its views. */
export const viewCountMax = 1000;

export type ViewedList = {
  noun: readonly [one: string, many: string];
  path: string;
  schema: z.ZodMiniType;
  /** Name of the list without a view, by default "All". */
  usual_view?: string;
  views?: readonly { label: string; query: Readonly<Record<string, string>> }[];
};

const viewQueries = new WeakMap<object, string[]>();

export function viewHrefs({ path, schema, views = [] }: ViewedList): string[] {
  const queries =
    viewQueries.get(views) ??
    views.map(({ query }) => pageHref("", schema, { ...Object(schema.safeParse(query).data), sort: "" }));
  viewQueries.set(views, queries);
  return queries.map((query) => path + query);
}

type ViewsProps = {
  list: ViewedList;
  query: Readonly<Record<string, unknown>>;
  /** In the order of `views`. */
  counts: readonly number[];
  saved: readonly SavedView[];
};

export function ViewTabs({ list, query, counts, saved }: ViewsProps) {
  const { path, schema, views = [], noun } = list;
  if (saved.length === 0 && counts.every((count) => count === 0) && !isFiltered(schema, query)) return null;
  const hrefs = viewHrefs(list);
  const tabs = views.map(({ label }, index) => ({
    label,
    href: hrefs[index] ?? path,
    count: counts[index] ?? 0,
    count_max: viewCountMax,
  }));
  const savedTabs = saved.map((view) => ({ label: view.name, href: savedViewHref(list, view) }));
  const currentHref = pageHref(path, schema, query, { page: "" });
  // predefined views match in any order and page size
  const defaultQuery = { ...query, sort: "", limit: defaultPageSize };
  const current = savedTabs.some(({ href }) => href === currentHref)
    ? currentHref
    : pageHref(path, schema, defaultQuery);
  return (
    <Tabs
      label={`Views of ${noun[1]}`}
      tabs={[{ label: list.usual_view ?? "All", href: path }, ...tabs, ...savedTabs]}
      current={current}
    />
  );
}
