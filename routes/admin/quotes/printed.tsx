import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { findSeller } from "../../../worker/domain/platform/index.ts";
import { getAdminQuote } from "../../../worker/domain/sales/index.ts";
import { page } from "../../../worker/http/page.ts";
import { consoleLayout } from "../../layouts.tsx";
import { withNewestVersion, PrintedQuote } from "../../printed-quote.tsx";

export const adminPrintedQuote = page({
  path: pages.adminPrintedQuote,
  access: "quotes:read",
  layout: consoleLayout,
  section: "Quotes",
  params: z.object({ quote_id: uuid() }),
  async load({ ctx, params: { quote_id } }) {
    const [quote, seller] = await Promise.all([getAdminQuote(ctx, quote_id), findSeller(ctx)]);
    return { ...withNewestVersion(quote), seller };
  },
  head: ({ quote }) => ({ title: `Quote ${quote.quote_number} · Console · CrunchBox`, no_store: true }),
  view: (data, { params: path }) => (
    <PrintedQuote
      {...data}
      trail={[
        ["Quotes", pages.adminQuotes],
        [data.quote.quote_number, hrefOf(pages.adminQuote, path)],
      ]}
    />
  ),
});
