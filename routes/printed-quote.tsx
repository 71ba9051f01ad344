import { formatMoney } from "../islands/lib/money.ts";
import { notFound } from "../worker/contract/errors.ts";
import type { findSeller } from "../worker/domain/platform/index.ts";
import type { Quote } from "../worker/domain/sales/index.ts";
import { ObjectLayout } from "../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../worker/ui/layouts/page-header.tsx";
import { type Column, Table } from "../worker/ui/lists/table.tsx";
import { Facts } from "../worker/ui/parts/facts.tsx";
import { quoteDay, QuoteTotals } from "../worker/ui/parts/quote.tsx";
import { PrintButton } from "../worker/ui/parts/script-buttons.tsx";
import { sellerText } from "./seller-text.ts";

/** @throws QUOTE_NOT_FOUND before the first version is sent */
export function withNewestVersion(quote: Quote) {
  const [newest] = quote.versions;
  if (!newest) throw notFound("QUOTE_NOT_FOUND");
  return { quote, newest };
}

type PrintedQuoteProps = ReturnType<typeof withNewestVersion> & {
  seller: Awaited<ReturnType<typeof findSeller>>;
  trail: readonly (readonly [label: string, href: string])[];
};

export function PrintedQuote({ quote, newest, seller, trail }: PrintedQuoteProps) {
  const facts = [
    ["Seller", sellerText(seller)],
    ["For", `${quote.user.name}, ${quote.org.name}`],
    ["Valid until", `${quoteDay(newest.valid_until)} (UTC)`],
    ["Text", newest.text],
  ] as const;
  return (
    <>
      <PageHeader
        trail={trail}
        title={`Quote ${quote.quote_number}, version ${newest.version}`}
        action={<PrintButton />}
      />
      <ObjectLayout aside={<QuoteTotals version={newest} />}>
        <Facts facts={facts.filter(([, value]) => value)} />
        <Table columns={lineColumns} rows={newest.lines} id={({ product_id }) => product_id} />
      </ObjectLayout>
    </>
  );
}

type Line = ReturnType<typeof withNewestVersion>["newest"]["lines"][number];

const lineColumns: readonly Column<Line>[] = [
  { label: "Product", cell: ({ name, sku }) => (sku ? `${name} (${sku})` : name) },
  { label: "Price", cell: ({ quantity, price }) => `${quantity} × ${formatMoney(price)}`, on_phones: "note" },
  { label: "Amount", cell: ({ quantity, price }) => formatMoney(quantity * price), is_number: true },
];
