import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { adminQuote, quote, quoteRow } from "../../../contract/entities/quote.ts";
import { notFound } from "../../../contract/errors.ts";
import type * as adminContract from "../../../contract/v1/admin/quotes.ts";
import type * as contract from "../../../contract/v1/client/quotes.ts";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { type Page, readPage } from "../../listing.ts";
import { one, type RowOf } from "../../sql.ts";
import {
  adminQuoteColumns,
  isShownToCustomer,
  quoteColumns,
  quoteRowColumns,
  quoteStatus,
  quoteText,
} from "./quote-rows.ts";

export type QuoteRow = z.output<typeof quoteRow>;
export type Quote = z.output<typeof quote>;
export type AdminQuote = z.output<typeof adminQuote>;

const quoteSource = {
  shape: () => quoteRow,
  columns: quoteRowColumns,
  from: sql`quotes q`,
  text: quoteText,
  alias: "q",
};

export const listQuotes = (
  ctx: ReadCtx,
  query: InputOf<typeof contract.listQuotes>["query"],
): Promise<Page<QuoteRow>> =>
  readPage(ctx, query, {
    ...quoteSource,
    isOwn: true,
    where: [
      sql`q.org_id = ${currentOrgId(ctx)}`,
      isShownToCustomer,
      query.status && sql`${quoteStatus} = ${query.status}`,
    ],
  });

export const listAdminQuotes = (
  ctx: ReadCtx,
  query: InputOf<typeof adminContract.listAdminQuotes>["query"],
): Promise<Page<QuoteRow>> =>
  readPage(ctx, query, {
    ...quoteSource,
    where: [query.status && sql`${quoteStatus} = ${query.status}`, query.org_id && sql`q.org_id = ${query.org_id}`],
  });

export const getQuote = (ctx: ReadCtx, id: string): Promise<Quote> =>
  one(
    ctx,
    () => quote,
    sql`
    select ${quoteColumns} from quotes q
    where q.id = ${id} and q.org_id = ${currentOrgId(ctx)} and ${isShownToCustomer}`,
    () => notFound("QUOTE_NOT_FOUND"),
  );

export const getAdminQuote = (ctx: ReadCtx, id: string): Promise<AdminQuote> =>
  one(
    ctx,
    () => adminQuote,
    sql`select ${adminQuoteColumns} from quotes q where q.id = ${id}`,
    () => notFound("QUOTE_NOT_FOUND"),
  );

const offersRow = () => z.object({ count: z.int(), id: z.nullable(z.string()), total: z.nullable(z.number()) });
export type OpenOffers = RowOf<typeof offersRow>;

/** Number of quotes that the organization can accept, with id and total of the one that expires first. */
export const readOpenOffers = (ctx: ReadCtx): Promise<OpenOffers> =>
  one(
    ctx,
    offersRow,
    sql`
    with q as materialized (
      select id, total, expires_at from quotes
      where org_id = ${currentOrgId(ctx)} and status = 'sent' and expires_at > now()
    )
    select (select count(*)::int from q) as count, first.id, first.total::float as total
    from (select 1) always left join (select id, total from q order by expires_at, id limit 1) first on true`,
    () => new Error("a left join of one row returned none"),
  );
