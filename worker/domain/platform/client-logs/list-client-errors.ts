import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { clientError, clientErrorShape } from "../../../contract/entities/client-error.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { one } from "../../sql.ts";

export type ClientError = z.output<typeof clientError>;
type Filter = { level?: string | undefined; release?: string | undefined; browser?: string | undefined };

const columns = selectFields(clientErrorShape, "e", { count: sql`e.count::int` });

export const listClientErrors = (ctx: ReadCtx, query: ListQuery & Filter): Promise<Page<ClientError>> =>
  readPage(ctx, query, {
    shape: () => clientError,
    columns,
    from: sql`client_errors e`,
    where: [
      query.level && sql`e.level = ${query.level}`,
      query.release && sql`e.release = ${query.release}`,
      query.browser && sql`e.browser = ${query.browser}`,
    ],
    text: sql`(e.message || ' ' || coalesce(e.page, '') || ' ' || coalesce(e.release, ''))`,
    alias: "e",
  });

export const getClientError = (ctx: ReadCtx, id: string): Promise<ClientError> =>
  one(
    ctx,
    () => clientError,
    sql`select ${columns} from client_errors e where e.id = ${id}`,
    () => notFound("CLIENT_ERROR_NOT_FOUND"),
  );
