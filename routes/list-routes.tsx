import type { ReactNode } from "react";
import type * as z from "zod/mini";
import type { ReadCtx } from "../worker/domain/context.ts";
import { parseInput } from "../worker/contract/issue-messages.ts";
import { defaultPageSize } from "../worker/contract/page-query.ts";
import { can, isPermission } from "../worker/contract/people/permissions.ts";
import { hrefOf } from "../worker/contract/pages.ts";
import type { Cursor } from "../worker/contract/paging.ts";
import { claimExport, listSavedViews } from "../worker/domain/platform/index.ts";
import type { AppContext, Route } from "../worker/http/app-env.ts";
import type { TypedInput } from "../worker/http/flash.ts";
import { wantsCsv, type CsvFormat, csvFile } from "../worker/http/csv.ts";
import { page } from "../worker/http/page.ts";

import type { Viewer } from "../worker/http/viewer.ts";
import type { Layout, PageAccess, PageRoute, ViewerOf } from "../worker/http/page-spec.ts";
import { type BulkAction, bulkRowsMax } from "../worker/ui/lists/bulk-bar.tsx";
import { csvLine } from "../worker/contract/csv.ts";
import { csvColumns } from "../worker/ui/lists/csv.ts";
import { type Choices, isFiltered } from "../worker/ui/lists/filter-labels.ts";
import { ListPage, type ListSpec } from "../worker/ui/lists/list-page.tsx";
import { viewCountMax } from "../worker/ui/lists/list-views.tsx";
import type { ListAction } from "./bulk-action.ts";
import { addMatchingRows } from "./matching-rows.ts";

type LoadedPage<Row> = {
  data: Row[];
  meta: { limit: number; offset: number; count: number; matching?: string | null; amount?: number };
  next?: Cursor | null;
};

type ListHead = Pick<Parameters<typeof ListPage>[0], "action" | "subtitle" | "trail">;
/** Path parameters of the record that a list belongs to. */
type Params = Record<string, string>;

type ParentRecord<P extends Params> = {
  params: z.ZodMiniType<P>;
  /** Batched with the session lookup. @throws not found */
  load: (
    ctx: ReadCtx,
    params: P,
  ) => Promise<{ title: string; trail: ListHead["trail"]; below?: (typed: TypedInput | undefined) => ReactNode }>;
};

type ListAccess = Exclude<PageAccess, "public" | "visitor-or-session">;

type ListScreen<A extends ListAccess, Row, Q extends z.ZodMiniType, L, S extends string, X, P extends Params, H> = {
  /** The path is a pattern, so saved views apply to every record. */
  list: Omit<ListSpec<Row>, "schema" | "bulk">;
  of?: ParentRecord<P>;
  access: A;
  /** Refuses page and file during an impersonation (T13). */
  not_impersonated?: true;
  layout: Layout<L, S, ViewerOf<NoInfer<A>>>;
  section: NoInfer<S>;
  query: Q;
  load: (ctx: ReadCtx, query: z.output<Q>, params: P) => Promise<LoadedPage<Row>>;
  /** Options by the name of an id filter; batched with the session lookup. */
  choices?: (ctx: ReadCtx, query: z.output<Q>) => Promise<Choices>;
  /** Data that `head` needs about the whole list; batched with the session lookup. */
  load_head?: (ctx: ReadCtx) => Promise<H>;
  /**
   * The viewer's primary action, or why it is unavailable. `has_any` is false only if the list is empty without
   * filters.
   */
  head?: (viewer: Viewer, has_any: boolean, facts: NoInfer<H>) => ListHead;
  csv?: (ctx: ReadCtx) => Promise<CsvFormat<Row>>;
  bulk?: {
    name: (row: Row) => string;
    actions: readonly ListAction<NoInfer<X>>[];
    /** By default every viewer of the list may use bulk actions. */
    may?: (viewer: Viewer) => boolean;
    /**
     * Data for the questions of bulk actions; batched with the session lookup. `typed` is the input of a refused
     * action.
     */
    load?: (ctx: ReadCtx, typed: URLSearchParams) => Promise<X>;
    fields?: (found: X | undefined, typed: TypedInput | undefined) => ReactNode;
  };
};

const bindQuestion = <X,>({ question, ...action }: ListAction<X>, found: X): BulkAction => ({
  ...action,
  question: question && {
    ...question,
    fields: (typed) => question.fields?.(typed, found),
  },
});

const isPermitted = (
  viewer: Viewer,
  { access, not_impersonated }: Pick<ListAction, "access" | "not_impersonated">,
): boolean => (!isPermission(access) || can(viewer, access)) && !(not_impersonated && viewer.impersonator);

/** The page, its CSV file at `?format=csv`, and its bulk actions (ADR-031). */
export function listRoutes<
  const A extends ListAccess,
  Row,
  Q extends z.ZodMiniType,
  L,
  S extends string,
  X = undefined,
  P extends Params = Record<never, string>,
  H = undefined,
>(screen: ListScreen<A, Row, Q, L, S, X, P, H>): [PageRoute, ...Route[]] {
  const { access, not_impersonated, layout, section, query, load, bulk, of } = screen;
  const list: ListSpec<Row> = { ...screen.list, schema: query };
  const { path, columns, noun } = list;
  const viewQueries = (list.views ?? []).map((view) =>
    Object.assign({}, query.parse({ ...view.query, limit: 1 }) as z.output<Q>, { count_max: viewCountMax }),
  );
  const listPage = page({
    path,
    access,
    not_impersonated,
    layout,
    section,
    query,
    page_size: defaultPageSize,
    params: of?.params,
    // as: page() has parsed query and path parameters
    load: ({ ctx, query: filters, typed, params }) =>
      Promise.all([
        load(ctx, Object.assign({}, filters as z.output<Q>, bulk && { matching_max: bulkRowsMax }), params as P),
        bulk?.load?.(ctx, typed),
        screen.choices?.(ctx, filters as z.output<Q>),
        Promise.all(viewQueries.map((view) => load(ctx, view, params as P))),
        listSavedViews(ctx, path),
        of?.load(ctx, params as P),
        screen.load_head?.(ctx),
      ]),
    head: ([, , , , , one]) => ({ title: `${one?.title ?? list.title} · CrunchBox`, no_store: true }),
    view([rows, bulkData, choices, viewPages, saved, one, facts], { query: filters, flash, viewer, params }) {
      const typed = flash?.typed;
      const refusal = typed && {
        chosen: typed.values["id"] ?? [],
        refused: typed.refused,
        // a search within the form is not a rejection
        others: flash.tone === "danger" ? "Not changed" : "",
      };
      const bulk_fields = bulk?.fields?.(bulkData, typed);
      const view_counts = viewPages.map(({ meta }) => meta.count);
      const actions =
        bulk?.may?.(viewer) === false
          ? []
          : (bulk?.actions ?? [])
              .filter((each) => isPermitted(viewer, each))
              .map((each) => bindQuestion(each, bulkData as X));
      const { action, ...empty } = list.empty;
      const shown_list = {
        ...list,
        ...(bulk && actions.length > 0 && { bulk: { name: bulk.name, actions } }),
        empty: { ...empty, ...(action && isPermitted(viewer, { access: "session", ...action }) && { action }) },
      };
      const hasAny = rows.meta.count > 0 || isFiltered(query, Object(filters));
      const listProps = {
        list: { ...shown_list, path: hrefOf<string>(path, params), ...(one && { title: one.title }) },
        query: Object(filters),
        page: rows,
        choices,
        view_counts,
        bulk_fields,
        refusal,
        typed,
        trail: one?.trail,
      };
      // as: `facts` is undefined only if the screen has no `load_head`
      const head = screen.head?.(viewer, hasAny, facts as H);
      // an impersonating administrator does not see the user's views
      const list_view = <ListPage {...listProps} {...(!viewer.impersonator && { saved })} {...head} />;
      return one?.below ? (
        <>
          {list_view}
          {one.below(typed)}
        </>
      ) : (
        list_view
      );
    },
  });
  const complete = async (typed: URLSearchParams, c: AppContext) => {
    const params = parseParams(screen, c);
    if (!bulk || !params) return;
    const loadRows = (ctx: ReadCtx, filters: z.output<Q>) => load(ctx, filters, params);
    await addMatchingRows({ id: list.id, name: bulk.name, noun, query, load: loadRows }, typed, c);
  };
  const bulkList = { page: listPage, path, noun, complete };
  const actions = (bulk?.actions ?? []).flatMap(({ routeOf, undoRouteOf }) => [
    routeOf(bulkList),
    ...(undoRouteOf ? [undoRouteOf(bulkList)] : []),
  ]);
  if (!list.has_csv) return [listPage, ...actions];
  const cells = csvColumns(columns);
  const buildCsvHandler = (params: P) =>
    csvFile({
      path: hrefOf<string>(path, params),
      access,
      not_impersonated,
      query,
      load: (ctx: ReadCtx, filters: z.output<Q>) => load(ctx, filters, params),
      claim: claimExport,
      name: noun[1],
      format:
        screen.csv ??
        (() => ({
          head: csvLine(cells.map(({ label }) => label)),
          line: (row: Row) => csvLine(cells.map(({ csv }) => csv(row))),
        })),
    });
  const handle: Route["handle"] = (c, next) => {
    const params = parseParams(screen, c);
    return (params && wantsCsv(c) ? buildCsvHandler(params) : listPage.handle)(c, next);
  };
  return [{ ...listPage, handle }, ...actions];
}

const parseParams = <P extends Params>({ of }: { of?: ParentRecord<P> | undefined }, c: AppContext): P | undefined =>
  of ? parseInput(of.params, c.req.param()).data : ({} as P); // as: such a list has no parameters
