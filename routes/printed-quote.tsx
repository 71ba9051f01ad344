import { formatMoney } from "../islands/lib/money.ts";
import { notFound } from "../worker/contract/errors.ts";
import type { findSeller } from "../worker/domain/platform/index.ts";
import type { Quote } from "../worker/domain/sales/index.ts";
import { PageHeader } from "../worker/ui/layouts/page-header.tsx";
import { Facts } from "../worker/ui/parts/facts.tsx";
import { discountText, quoteDay } from "../worker/ui/parts/quote.tsx";
import { PrintButton } from "../worker/ui/parts/script-buttons.tsx";
import { sellerText } from "./seller-text.ts";

/** Throws QUOTE_NOT_FOUND before the first version is sent. */
export function newestOf(quote: Quote) {
  const [newest] = quote.versions;
  if (!newest) throw notFound("QUOTE_NOT_FOUND");
  return { quote, newest };
}

type PrintedQuoteProps = ReturnType<typeof newestOf> & {
  seller: Awaited<ReturnType<typeof findSeller>>;
  /** Page of the quote. */
  href: string;
};

/** The newest version, on paper. */
export function PrintedQuote({ quote, newest, seller, href }: PrintedQuoteProps) {
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
        trail={[[`Quote ${quote.quote_number}`, href]]}
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
}
