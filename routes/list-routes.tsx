import type { ReactNode } from "react";
import type * as z from "zod/mini";
import type { Ctx } from "../worker/domain/context.ts";
import { BadRequest } from "../worker/contract/errors.ts";
import { readPageQuery, usualPageSize } from "../worker/contract/page-query.ts";
import type { Cursor } from "../worker/contract/paging.ts";
import { listSavedViews } from "../worker/domain/views/index.ts";
import type { AppContext, Route } from "../worker/http/app-env.ts";
import type { Typed } from "../worker/http/flash.ts";
import { asksForCsv, csvFile } from "../worker/http/csv.ts";
import { page } from "../worker/http/page.ts";
import type { Viewer } from "../worker/http/viewer.ts";
import type { Layout, PageAccess } from "../worker/http/page-spec.ts";
import { bulkRowsMax } from "../worker/ui/lists/bulk-bar.tsx";
import { csvColumns, csvLine } from "../worker/ui/lists/csv.ts";
import type { Choices } from "../worker/ui/lists/list-filters.tsx";
import { ListPage, type ListSpec } from "../worker/ui/lists/list-page.tsx";
import type { ListAction } from "./bulk-action.ts";

type Loaded<Row> = {
  data: Row[];
  meta: { limit: number; offset: number; count: number };
  next?: Cursor | null;
};

type ListScreen<Row, Q extends z.ZodMiniType, L, S extends string, X> = {
  list: Omit<ListSpec<Row>, "schema" | "bulk">;
  access: Exclude<PageAccess, "public" | "visitor-or-session">;
  /** Refused while an administrator acts as its reader, the file too (T13). */
  not_impersonated?: true;
  layout: Layout<L, S>;
  section: NoInfer<S>;
  /** The query of the list's contract: the address, the filters and the sorts are read by it. */
  query: Q;
  load: (ctx: Ctx, query: z.output<Q>) => Promise<Loaded<Row>>;
  /** Of filters by an id the things to choose from, by the filter's name; read in the round trip of the page. `query`: what is chosen now. */
  choices?: (ctx: Ctx, query: z.output<Q>) => Promise<Choices>;
  /** What stands around the list for this reader: the main action, or one sentence on why there is none. */
  head?: (viewer: Viewer) => Pick<Parameters<typeof ListPage<Row>>[0], "action" | "subtitle" | "trail">;
  /** What can be done with several rows at once. */
  bulk?: {
    name: (row: Row) => string;
    actions: readonly ListAction[];
    /** Who may; everybody who sees the list where it is left out. */
    may?: (viewer: Viewer) => boolean;
    /** What the fields of the actions need, read in the round trip of the page; `typed`: where the form is drawn again. */
    load?: (ctx: Ctx, typed: URLSearchParams) => Promise<X>;
    /** What the actions need to know besides the rows. */
    fields?: (found: X | undefined, typed: Typed | undefined) => ReactNode;
  };
};

/** The addresses of a list screen: its page, which with `?format=csv` is its file, and its bulk actions. */
export function listRoutes<Row, Q extends z.ZodMiniType, L, S extends string, X = undefined>(
  screen: ListScreen<Row, Q, L, S, X>,
): Route[] {
  const { access, not_impersonated, layout, section, query, load, bulk } = screen;
  const list: ListSpec<Row> = { ...screen.list, schema: query, ...(bulk && { bulk }) };
  const { path, title, columns, noun } = list;
  const views = (list.views ?? []).map((view) => query.parse({ ...view.query, limit: 1 }) as z.output<Q>);
  const shown = page({
    ...{ path, access, not_impersonated, layout, section, query, page_size: usualPageSize },
    // page() parses by `query` whenever there is one
    load: ({ ctx, query: asked, typed }) =>
      Promise.all([
        load(ctx, asked as z.output<Q>),
        bulk?.load?.(ctx, typed),
        screen.choices?.(ctx, asked as z.output<Q>),
        Promise.all(views.map((view) => load(ctx, view))),
        listSavedViews(ctx, path),
      ]),
    head: () => ({ title: `${title} · CrunchBox`, no_store: true }),
    view([found, extra, choices, seen, saved], { query: asked, flash, viewer }) {
      const typed = flash?.typed;
      const refusal = typed && {
        chosen: typed.values["id"] ?? [],
        refused: typed.refused,
        // a form that only looked for something was not refused
        others: flash.tone === "danger" ? "Not changed" : "",
      };
      const bulk_fields = bulk?.fields?.(extra, typed);
      const view_counts = seen.map(({ meta }) => meta.count);
      const { bulk: _bulk, ...reading } = list;
      const shown_list = bulk?.may?.(viewer) === false ? reading : list;
      const shared = {
        list: shown_list,
        query: Object(asked),
        page: found,
        choices,
        view_counts,
        bulk_fields,
        refusal,
        typed,
      };
      // a person's own is none of who acts as them
      return <ListPage {...shared} {...(!viewer.impersonator && { saved })} {...screen.head?.(viewer)} />;
    },
  });
  const complete = (typed: URLSearchParams, c: AppContext) => addMatching(screen, typed, c);
  const actions = bulk?.actions.map((each) => each.routeOf({ page: shown, path, noun, complete })) ?? [];
  if (!list.has_csv) return [shown, ...actions];
  const cells = csvColumns(columns);
  const file = csvFile({
    ...{ path, access, not_impersonated, query, load },
    name: noun[1],
    head: csvLine(cells.map(({ label }) => label)),
    line: (row: Row) => csvLine(cells.map(({ csv }) => csv(row))),
  });
  const either: Route = { ...shown, handle: (c, next) => (asksForCsv(c) ? file : shown.handle)(c, next) };
  return [either, ...actions];
}

type Matching<Row, Q extends z.ZodMiniType> = Pick<
  ListScreen<Row, Q, unknown, string, unknown>,
  "list" | "query" | "load"
> & { bulk?: { name: (row: Row) => string } };

/**
 * "All that match": the rows of every page are selected, too. Throws BadRequest when they are not as many any more as were
 * shown: nobody decides about rows that came since.
 */
async function addMatching<Row, Q extends z.ZodMiniType>(
  { list, query, load, bulk }: Matching<Row, Q>,
  typed: URLSearchParams,
  c: AppContext,
): Promise<void> {
  const shown = typed.get("all");
  if (shown === null || !bulk) return;
  const asked = readPageQuery(query, new URL(c.req.url).searchParams, {});
  const { data } = await load(c.get("ctx"), Object.assign({}, asked, { limit: bulkRowsMax + 1, offset: 0 }));
  if (data.length !== Number(shown)) throw new BadRequest([meanwhile(shown, data.length, list.noun)]);
  typed.delete("id");
  for (const row of data) {
    typed.append("id", list.id(row));
    typed.set(`name.${list.id(row)}`, bulk.name(row));
  }
}

const meanwhile = (shown: string, count: number, [one, many]: readonly [string, string]) => ({
  ...{ code: "custom", path: ["all"] },
  message: `${count > bulkRowsMax ? `More than ${bulkRowsMax}` : count} ${count === 1 ? `${one} matches` : `${many} match`} now, not ${shown} as before. Nothing was changed: look at them, and select them again.`,
});
