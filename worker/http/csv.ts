import type * as z from "zod/mini";
import { Failure, isSetUpRequired } from "../contract/errors.ts";
import { readPageQuery } from "../contract/page-query.ts";
import type { Cursor } from "../contract/paging.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { adminClient, storefrontClient } from "../contract/paths.ts";
import { isConsoleAccess } from "../contract/people/permissions.ts";
import { afterLookup, type Ctx, type ReadCtx } from "../domain/context.ts";
import { requireAccess } from "./access.ts";
import type { AppContext, AppHandler } from "./app-env.ts";
import { addHeader, send } from "./middleware/headers.ts";
import { type PageAccess, PageNotFound } from "./page-spec.ts";

type Batch<Row> = { data: Row[]; meta: { count: number }; next?: Cursor | null };

type CsvSpec<Q extends z.ZodMiniType, Row> = {
  path: string;
  name: string | ((query: z.output<Q>) => string);
  access: PageAccess;
  not_impersonated?: true | undefined;
  query: Q;
  load: (ctx: ReadCtx, query: z.output<Q>) => Promise<Batch<Row>>;
  /**
   * Claims the user's only slot for sending a file in several parts. @throws TooManyRequests while the slot is taken
   */
  claim?: (ctx: Ctx) => Promise<{ renew(): Promise<void>; release(): Promise<void> }>;
  format: (ctx: ReadCtx) => CsvFormat<Row> | Promise<CsvFormat<Row>>;
};
export type CsvFormat<Row> = { head: string; line: (row: Row) => string };

// more than the 100 rows that the API allows, so that a file needs fewer round trips
const rowsPerStatement = 1000;
const byteOrderMark = "\uFEFF";

export const wantsCsv = (c: AppContext): boolean => c.req.query("format") === "csv";

/** A list as CSV (RFC 4180) with the page's filters, sent in batches. */
export const csvFile =
  <Q extends z.ZodMiniType, Row>(spec: CsvSpec<Q, Row>): AppHandler =>
  async (c) => {
    const query = readPageQuery(spec.query, new URL(c.req.url).searchParams, {});
    const access = await requireAccess(c, spec, (ctx) => toStream(spec, ctx, query)).catch((error: unknown) => ({
      refused: handleRefusal(c, spec, error),
    }));
    if ("refused" in access) return access.refused;
    const rows = await access.reading.catch(throwPageNotFound);
    const name = typeof spec.name === "string" ? spec.name : spec.name(query);
    addHeader(c, "content-disposition", `attachment; filename="${name}.csv"`);
    return send(c, rows, 200, { type: "text/csv; charset=utf-8", no_store: true });
  };

/** Redirects visitors to sign-in. Lists of the console answer users without access with the not-found page. */
function handleRefusal(
  c: AppContext,
  { access, path }: Pick<CsvSpec<never, never>, "access" | "path">,
  error: unknown,
) {
  if (!(error instanceof Failure) || isSetUpRequired(error)) throw error;
  const client_id = isConsoleAccess(access) ? adminClient : storefrontClient;
  if (error.status === 401) return c.redirect(hrefOf(pages.signIn, { client_id }, { redirect_uri: path }));
  if (isConsoleAccess(access)) throw new PageNotFound("", { cause: error });
  throw error;
}

function throwPageNotFound(error: unknown): never {
  if (error instanceof Failure && error.family === "notFound") throw new PageNotFound();
  throw error;
}

/**
 * Reads the first batch before the reply starts, so that a failure gets an error status instead of a truncated file.
 */
async function toStream<Q extends z.ZodMiniType, Row>(spec: CsvSpec<Q, Row>, ctx: ReadCtx, query: z.output<Q>) {
  const { load } = spec;
  const encoder = new TextEncoder();
  let offset = 0;
  let after: Cursor | "start" | null = "start";
  const readBatch = async (): Promise<Row[]> => {
    const part: Batch<Row> = await load(ctx, Object.assign({}, query, { limit: rowsPerStatement, offset, after }));
    offset += rowsPerStatement;
    after = part.next === undefined ? (offset < part.meta.count ? "start" : null) : part.next;
    return part.data;
  };
  // all statements are issued before the first await, so that they are batched with the session lookup
  const [{ head, line }, rows] = await Promise.all([spec.format(ctx), readBatch()]);
  const toText = (part: Row[]) => part.map(line).join("");
  // an empty chunk would stall the stream
  const readNonEmptyBatch = async (): Promise<string> =>
    toText(await readBatch()) || (after === null ? "" : readNonEmptyBatch());
  const firstChunk = byteOrderMark + head + toText(rows);
  const claim = after === null ? undefined : await spec.claim?.(await afterLookup(ctx));
  const add = async (stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>, text: string) => {
    if (text !== "") stream.enqueue(encoder.encode(text));
    if (after !== null) return claim?.renew();
    await claim?.release();
    stream.close();
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (stream) => add(stream, firstChunk),
    async pull(stream) {
      try {
        await add(stream, await readNonEmptyBatch());
      } catch (error) {
        await claim?.release();
        throw error;
      }
    },
  });
}
