import * as z from "zod/mini";
import { Failure } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf } from "../../../worker/contract/pages.ts";
import type { Cursor } from "../../../worker/contract/paging.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { asksForCsv, csvFile } from "../../../worker/http/csv.ts";
import { PageNotFound, type PageRoute } from "../../../worker/http/page-spec.ts";
import { csvColumns, csvLine } from "../../../worker/ui/lists/csv.ts";
import type { Column } from "../../../worker/ui/lists/table.tsx";

type Page<Row> = { data: Row[]; meta: { limit: number; offset: number; count: number }; next?: Cursor | null };

type ListFile<Row, Q extends z.ZodMiniType> = {
  /** The file's name without the ending. */
  name: string;
  /** The list's own, so that the file has what the page shows. */
  columns: readonly Column<Row>[];
  query: Q;
  load: (ctx: Ctx, org_id: string, query: z.output<Q>) => Promise<Page<Row>>;
};

const params = z.object({ org_id: uuid() });

/** A list of one organization: its page, and with `?format=csv` the same rows as a file. */
export const withFile = <Row, Q extends z.ZodMiniType>(shown: PageRoute, spec: ListFile<Row, Q>): Route => ({
  ...shown,
  async handle(c, next) {
    const asked = params.safeParse(c.req.param());
    if (!asksForCsv(c) || !asked.success) return shown.handle(c, next);
    const { org_id } = asked.data;
    const { name, columns, query, load } = spec;
    const cells = csvColumns(columns);
    const file = csvFile({
      ...{ path: hrefOf(shown.path, { org_id }), access: "admin", name, query },
      load: (ctx: Ctx, wanted: z.output<Q>) => load(ctx, org_id, wanted),
      head: csvLine(cells.map(({ label }) => label)),
      line: (row: Row) => csvLine(cells.map(({ csv }) => csv(row))),
    });
    try {
      return await file(c, next);
    } catch (error) {
      if (error instanceof Failure && error.family === "notFound") throw new PageNotFound();
      throw error;
    }
  },
});
