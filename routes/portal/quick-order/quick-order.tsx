import { formatMoney } from "../../../islands/lib/money.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { pages } from "../../../worker/contract/pages.ts";
import { findSellableBySku, listSampleSkus, suggestSkus } from "../../../worker/domain/sales/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { page } from "../../../worker/http/page.ts";
import { LinesForm, readTypedLines } from "../../../worker/ui/forms/lines-form.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { appLayout } from "../../layouts.tsx";
import { AddToCartForm } from "./adding-form.tsx";
import { type ValidatedLine, validateLines } from "./validate-lines.ts";
import { linesMax, parseLines } from "./parse-lines.ts";

type PreviewData = { text: string; lines: ValidatedLine[]; is_too_long: boolean; samples: string[] };

async function checkLines(ctx: ReadCtx, fields: URLSearchParams): Promise<PreviewData> {
  const text = readTypedLines(fields);
  const parsedLines = parseLines(text);
  const is_too_long = parsedLines.length > linesMax;
  const skus = is_too_long ? [] : parsedLines.map(({ sku }) => sku);
  const wholeLines = is_too_long ? [] : parsedLines.flatMap((line) => line.whole ?? []);
  const [samples, products, suggestions] = await Promise.all([
    listSampleSkus(ctx),
    skus.length > 0 ? findSellableBySku(ctx, [...skus, ...wholeLines]) : [],
    skus.length > 0 ? suggestSkus(ctx, skus) : [],
  ]);
  return { text, lines: is_too_long ? [] : validateLines(parsedLines, products, suggestions), is_too_long, samples };
}

const pageDefaults = {
  path: pages.quickOrder,
  access: "buy",
  layout: appLayout,
  section: "Orders",
  head: () => ({ title: "Quick order · CrunchBox", no_store: true }),
  view: (checked: PreviewData) => <QuickOrder {...checked} />,
} as const;

export const quickOrderPage = page({ ...pageDefaults, load: ({ ctx, typed }) => checkLines(ctx, typed) });
export const quickOrderPreviewPage = page({
  ...pageDefaults,
  method: "POST",
  form_bytes_max: 256 * 1024,
  load: ({ ctx, typed }) => checkLines(ctx, typed),
});

function QuickOrder({ text, lines, is_too_long, samples }: PreviewData) {
  const invalidLines = lines.filter(({ obstacle }) => obstacle !== undefined);
  return (
    <>
      <PageHeader
        trail={[["Orders", pages.orders]]}
        title="Quick order"
        subtitle="Paste SKUs and quantities, or upload a CSV file. You see each product and its price before anything goes into your cart."
      />
      {is_too_long && (
        <Notice tone="danger">{`At most ${linesMax} lines can be read at once. Please split your list.`}</Notice>
      )}
      {text.trim() !== "" && lines.length === 0 && !is_too_long && (
        <Notice tone="danger">No line contains a SKU.</Notice>
      )}
      {lines.length > 0 && <LinesResult lines={lines} wrong={invalidLines} />}
      {lines.length === 0 || invalidLines.length > 0 ? (
        <LinesForm
          text={lines.length > 0 ? invalidLines.map(toText).join("\n") : text}
          is_again={invalidLines.length > 0}
          action={pages.quickOrder}
          label="SKU and quantity"
          placeholder={samples.map((sku, index) => `${sku}, ${index + 1}`).join("\n")}
          hint={{
            first:
              "One product per line: its SKU, then the quantity. Without a quantity we add one. The first line may name the columns.",
            again: "Some lines cannot be added. Correct them and check again. Your cart has not changed.",
          }}
          next={[
            "We look each SKU up and show its product and your price.",
            "Lines that cannot be added say why. You correct them here.",
            "Then you add the others to your cart with one click.",
          ]}
        />
      ) : (
        <p>
          <a href={pages.quickOrder}>Check another list</a>
        </p>
      )}
    </>
  );
}

const toText = ({ sku, typed }: ValidatedLine) => (typed === "" ? sku : `${sku}, ${typed}`);

const columns: readonly Column<ValidatedLine>[] = [
  { label: "SKU", cell: ({ sku }) => sku || "–" },
  {
    label: "Product",
    cell: ({ number, product, obstacle }) => (
      <>
        {obstacle === undefined || product ? product?.name : ""}
        {obstacle && <small className="refused">{`Line ${number}: ${obstacle}`}</small>}
      </>
    ),
  },
  {
    label: "Quantity",
    cell: ({ quantity }) => quantity?.toLocaleString("en-US"),
    is_number: true,
    on_phones: "hidden",
  },
  {
    label: "Unit price",
    cell: ({ product }) => (product && product.price !== null ? formatMoney(product.price) : ""),
    is_number: true,
    on_phones: "hidden",
  },
  {
    label: "Line total",
    cell: ({ product, quantity, obstacle }) => (obstacle ? "" : formatMoney((product?.price ?? 0) * (quantity ?? 0))),
    is_number: true,
  },
  {
    label: "Result",
    cell: ({ obstacle }) =>
      obstacle ? <Badge tone="danger">Cannot be added</Badge> : <Badge tone="success">Can be added</Badge>,
  },
];

function LinesResult({ lines, wrong }: { lines: ValidatedLine[]; wrong: ValidatedLine[] }) {
  const validLines = lines.filter(({ obstacle }) => obstacle === undefined);
  const quantities: Record<string, number> = {};
  for (const { product, quantity = 0 } of validLines)
    if (product) quantities[product.id] = (quantities[product.id] ?? 0) + quantity;
  const total = validLines.reduce((sum, { product, quantity = 0 }) => sum + (product?.price ?? 0) * quantity, 0);
  return (
    <section>
      <div className="title">
        <h2>Your lines</h2>
        <p role="status">{resultText(validLines.length, wrong.length, lines.length)}</p>
      </div>
      <Table columns={columns} rows={lines} id={({ number }) => String(number)} />
      <AddToCartForm
        quantities={quantities}
        label={`Add ${validLines.length === 1 ? "1 line" : `${validLines.length} lines`} to the cart, ${formatMoney(total)}`}
      />
    </section>
  );
}

function resultText(good: number, wrong: number, all: number): string {
  if (wrong === 0) return all === 1 ? "The line can be added" : `All ${all} lines can be added`;
  return good === 0 ? "No line can be added" : `${good} of ${all} lines can be added, ${wrong} cannot`;
}
