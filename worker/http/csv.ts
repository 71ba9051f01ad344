import type * as z from "zod/mini";
import { Failure } from "../contract/errors.ts";
import { readPageQuery } from "../contract/page-query.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { adminClient, storefrontClient } from "../contract/paths.ts";
import type { Ctx } from "../domain/context.ts";
import { requireAccess } from "./access.ts";
import type { AppContext, Route } from "./app-env.ts";
import { addHeader, send } from "./middleware/headers.ts";
import { type PageAccess, PageNotFound } from "./page-spec.ts";

type CsvSpec<Q extends z.ZodMiniType, Row> = {
  /** The list's own path; the file stands beside it. */
  path: string;
  /** Its name without the ending. */
  name: string;
  access: PageAccess;
  not_impersonated?: true | undefined;
  query: Q;
  load: (ctx: Ctx, query: z.output<Q>) => Promise<{ data: Row[]; meta: { count: number } }>;
  head: string;
  line: (row: Row) => string;
};

// of the verb, not of the wire: there one page has at most 100
const rowsPerStatement = 1000;
const byteOrderMark = "\uFEFF";

/** A list's rows as a file, all that the same filters show on its page, read and sent part by part. */
export const csvFile = <Q extends z.ZodMiniType, Row>(spec: CsvSpec<Q, Row>): Route => ({
  method: "GET",
  path: `${spec.path}.csv`,
  async handle(c) {
    try {
      await requireAccess(c, spec);
    } catch (error) {
      return refuse(c, spec, error);
    }
    const query = readPageQuery(spec.query, new URL(c.req.url).searchParams, {});
    const rows = await toStream(spec, c.get("ctx"), query);
    addHeader(c, "content-disposition", `attachment; filename="${spec.name}.csv"`);
    return send(c, rows, 200, { type: "text/csv; charset=utf-8", no_store: true });
  },
});

/** Whoever is not signed in comes to the page by signing in; a list for administrators tells nobody else that it exists. */
function refuse(c: AppContext, { access, path }: Pick<CsvSpec<never, never>, "access" | "path">, error: unknown) {
  if (!(error instanceof Failure)) throw error;
  const client_id = access === "admin" ? adminClient : storefrontClient;
  if (error.status === 401) return c.redirect(hrefOf(pages.signIn, { client_id }, { redirect_uri: path }));
  if (access === "admin") throw new PageNotFound();
  throw error;
}

/** The first rows are there before the answer begins, so that what fails is told by its status and never as a short file. */
async function toStream<Q extends z.ZodMiniType, Row>(spec: CsvSpec<Q, Row>, ctx: Ctx, query: z.output<Q>) {
  const { load, head, line } = spec;
  const read = (offset: number) => load(ctx, Object.assign({}, query, { limit: rowsPerStatement, offset }));
  const encoder = new TextEncoder();
  const first = await read(0);
  let offset = rowsPerStatement;
  const add = (stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>, text: string, count: number) => {
    if (text !== "") stream.enqueue(encoder.encode(text));
    if (offset >= count) stream.close();
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (stream) => add(stream, byteOrderMark + head + first.data.map(line).join(""), first.meta.count),
    async pull(stream) {
      const { data, meta } = await read(offset);
      offset += rowsPerStatement;
      add(stream, data.map(line).join(""), meta.count);
    },
  });
}
