import * as z from "zod/mini";
import { csvLine } from "../../../worker/contract/csv.ts";
import { notFound } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { findSeller } from "../../../worker/domain/platform/index.ts";
import { getQuote } from "../../../worker/domain/sales/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { csvFile } from "../../../worker/http/csv.ts";
import { page } from "../../../worker/http/page.ts";
import { appLayout } from "../../layouts.tsx";
import { withNewestVersion, PrintedQuote } from "../../printed-quote.tsx";

const params = z.object({ quote_id: uuid() });

const readNewest = async (ctx: ReadCtx, id: string) => withNewestVersion(await getQuote(ctx, id));

const printedQuote = page({
  path: pages.printedQuote,
  access: "buy",
  layout: appLayout,
  section: "Quotes",
  params,
  async load({ ctx, params: { quote_id } }) {
    const [read, seller] = await Promise.all([readNewest(ctx, quote_id), findSeller(ctx)]);
    return { ...read, seller };
  },
  head: ({ quote }) => ({ title: `Quote ${quote.quote_number} · CrunchBox`, no_store: true }),
  view: (data, { params: path }) => (
    <PrintedQuote
      {...data}
      trail={[
        ["Quotes", pages.quotes],
        [data.quote.quote_number, hrefOf(pages.quote, path)],
      ]}
    />
  ),
});

const csvHeadings = ["Quote", "Version", "SKU", "Product", "Quantity", "Unit price", "Discount", "Amount"] as const;
const toDollars = (cents: number) => cents / 100;

/** One row for each line of the newest version, and one for shipping; the amounts sum to the total before tax. */
const quoteFile: Route = {
  method: "GET",
  path: pages.quoteFile,
  handle: csvFile({
    path: pages.quotes,
    access: "buy",
    query: z.object({ quote_id: z.optional(uuid()) }),
    name: "quote",
    async load(ctx, { quote_id }) {
      if (quote_id === undefined) throw notFound("QUOTE_NOT_FOUND");
      const { quote, newest } = await readNewest(ctx, quote_id);
      const rows = [
        ...newest.lines.map(({ sku, name, quantity, price, discount, total }) => [
          sku,
          name,
          quantity,
          toDollars(price),
          toDollars(discount),
          toDollars(total),
        ]),
        [null, "Shipping", null, null, null, toDollars(newest.shipping)],
      ];
      const data = rows.map((row) => [quote.quote_number, newest.version, ...row]);
      return { data, meta: { count: data.length } };
    },
    format: () => ({ head: csvLine(csvHeadings), line: csvLine }),
  }),
};

export const quoteOnPaper: Route[] = [printedQuote, quoteFile];
