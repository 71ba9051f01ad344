import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
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
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { discountText, quoteDay } from "../../../worker/ui/parts/quote.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { appLayout } from "../../layouts.tsx";
import { sellerText } from "../../seller-text.ts";

const params = z.object({ quote_id: uuid() });

/** The newest version. */
async function readNewest(ctx: ReadCtx, id: string) {
  const quote = await getQuote(ctx, id);
  const [newest] = quote.versions;
  if (!newest) throw notFound("QUOTE_NOT_FOUND");
  return { quote, newest };
}

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
  view({ quote, newest, seller }, { params: path }) {
    const facts = [
      ["Seller", sellerText(seller)],
      ["For", `${quote.user.name}, ${quote.org.name}`],
      ["Version", String(newest.version)],
      ["Valid until", `${quoteDay(newest.valid_until)} (UTC)`],
      ["Text", newest.text],
    ] as const;
    const sums: (readonly [string, string])[] = [
      ["Subtotal", formatMoney(newest.subtotal)],
      ...(newest.discount > 0 ? [["Discount", discountText(newest)] as const] : []),
      ["Shipping", formatMoney(newest.shipping)],
      ["Total before tax", formatMoney(newest.total)],
    ];
    return (
      <>
        <PageHeader
          trail={[[`Quote ${quote.quote_number}`, hrefOf(pages.quote, path)]]}
          title={`Quote ${quote.quote_number}`}
          action={<PrintButton />}
        />
        <Facts facts={facts.filter(([, value]) => value)} />
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col" className="number">
                Quantity
              </th>
              <th scope="col" className="number">
                Unit price
              </th>
              <th scope="col" className="number">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {newest.lines.map(({ product_id, name, sku, quantity, price }) => (
              <tr key={product_id}>
                <td className="name">{sku ? `${name} (${sku})` : name}</td>
                <td className="number at-note">{quantity}</td>
                <td className="number at-hidden">{formatMoney(price)}</td>
                <td className="number">{formatMoney(quantity * price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Facts facts={sums} />
      </>
    );
  },
});

const head = ["Quote", "Version", "SKU", "Product", "Quantity", "Unit price", "Discount", "Amount"] as const;
const dollars = (cents: number) => cents / 100;

/** A row for each line of the newest version, and one for shipping; the amounts sum to the total before tax. */
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
          dollars(price),
          dollars(discount),
          dollars(total),
        ]),
        [null, "Shipping", null, null, null, dollars(newest.shipping)],
      ];
      const data = rows.map((row) => [quote.quote_number, newest.version, ...row]);
      return { data, meta: { count: data.length } };
    },
    format: () => ({ head: csvLine(head), line: csvLine }),
  }),
};

export const quoteOnPaper: Route[] = [printedQuote, quoteFile];
