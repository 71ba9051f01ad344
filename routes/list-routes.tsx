import type * as z from "zod/mini";
import type { Ctx } from "../worker/domain/context.ts";
import type { Route } from "../worker/http/app-env.ts";
import { csvFile } from "../worker/http/csv.ts";
import { type Layout, page, type PageAccess } from "../worker/http/page.ts";
import { csvColumns, csvLine } from "../worker/ui/lists/csv.ts";
import { ListPage, type ListSpec } from "../worker/ui/lists/list-page.tsx";
import type { LayoutData } from "../worker/ui/frame/layout-data.ts";

type ListScreen<Row, Q extends z.ZodMiniType, S extends string> = {
  list: Omit<ListSpec<Row>, "schema">;
  access: Exclude<PageAccess, "public" | "visitor-or-session">;
  layout: Layout<LayoutData, S>;
  section: NoInfer<S>;
  /** The query of the list's contract: the address, the filters and the sorts are read by it. */
  query: Q;
  load: (
    ctx: Ctx,
    query: z.output<Q>,
  ) => Promise<{ data: Row[]; meta: { limit: number; offset: number; count: number } }>;
};

const rowsPerPage = 20;

/** The addresses of a list screen: its page and, where it has one, its file. */
export function listRoutes<Row, Q extends z.ZodMiniType, S extends string>(screen: ListScreen<Row, Q, S>): Route[] {
  const { access, layout, section, query, load } = screen;
  const list: ListSpec<Row> = { ...screen.list, schema: query };
  const { path, title, columns } = list;
  const shown = page({
    ...{ path, access, layout, section, query, page_size: rowsPerPage },
    load: (input) => load(input.ctx, input.query as z.output<Q>), // page() parses by `query` whenever there is one
    head: () => ({ title: `${title} · CrunchBox`, no_store: true }),
    view: (found, input) => <ListPage list={list} query={Object(input.query)} page={found} />,
  });
  if (!list.has_csv) return [shown];
  const cells = csvColumns(columns);
  const file = csvFile({
    ...{ path, access, query, load },
    name: list.noun[1],
    head: csvLine(cells.map(({ label }) => label)),
    line: (row: Row) => csvLine(cells.map(({ csv }) => csv(row))),
  });
  return [shown, file];
}
