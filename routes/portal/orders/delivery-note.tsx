import * as z from "zod/mini";
import { notFound } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import {
  findSender,
  getOrder,
  listSentPackages,
  type Order,
  type OrderLine,
  type SentPackage,
} from "../../../worker/domain/fulfilment/index.ts";
import { findSeller } from "../../../worker/domain/platform/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { page } from "../../../worker/http/page.ts";
import { pdfFile } from "../../../worker/http/pdf-file.ts";
import { addressLines } from "../../../worker/pdf/address-lines.ts";
import { type PackedLine, printPackingList } from "../../../worker/pdf/packing-list.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { appLayout } from "../../layouts.tsx";
import { sellerText } from "../../seller-text.ts";

const params = z.object({ order_id: uuid() });

async function loadNote(ctx: ReadCtx, order_id: string, package_id: string) {
  const [order, packages, seller] = await Promise.all([
    getOrder(ctx, order_id),
    listSentPackages(ctx, order_id),
    findSeller(ctx),
  ]);
  const parcel = packages.find(({ id }) => id === package_id);
  if (!parcel) throw notFound("REFERENCE_NOT_FOUND");
  return { order, parcel, seller };
}

const noteTitle = ({ order_number }: Order): string => `Delivery note for order ${order_number}`;
const emptyText = "The contents of this package were not recorded.";

/** The contents of one package, without prices, for checking the received goods. */
export const deliveryNote = page({
  path: pages.deliveryNote,
  access: "session",
  layout: appLayout,
  section: "Orders",
  params,
  query: z.object({ package: uuid() }),
  load: async ({ ctx, params: { order_id }, query }) => ({
    ...(await loadNote(ctx, order_id, query.package)),
    sender: findSender(ctx),
    time_zone: ctx.time_zone(),
  }),
  head: ({ order }) => ({ title: `Delivery note ${order.order_number} · CrunchBox`, no_store: true }),
  view({ order, parcel, seller, sender, time_zone }) {
    const rows = buildRows(parcel, order.lines);
    const facts = [
      ["Seller", sellerText(seller)],
      ["Delivered to", addressLines(order.shipping_data.address).join(", ")],
      ["Sender", sender],
      ...buildFacts(order, parcel, time_zone),
    ] as const;
    return (
      <>
        <PageHeader
          trail={[[`Order ${order.order_number}`, hrefOf(pages.order, { order_id: order.id })]]}
          title={noteTitle(order)}
          action={
            <>
              <PrintButton />
              <a
                className="button quiet"
                href={hrefOf(pages.deliveryNotePdf, { order_id: order.id }, { package: parcel.id })}
              >
                Download PDF
              </a>
            </>
          }
        />
        <Facts facts={facts.filter(([, value]) => value)} />
        {rows.length === 0 ? <p>{emptyText}</p> : <Table columns={columns} rows={rows} id={({ id }) => id} />}
      </>
    );
  },
});

export const deliveryNotePdf: Route = {
  method: "GET",
  path: pages.deliveryNotePdf,
  handle: pdfFile({
    access: "session",
    path: pages.orders,
    input: z.object({ order_id: uuid(), package: z.array(uuid()).check(z.length(1)) }),
    load: (ctx, { order_id, package: [package_id = ""] }) => loadNote(ctx, order_id, package_id),
    name: ({ order }) => `Delivery note ${order.order_number}`,
    print: (ctx, { order, parcel, seller }) =>
      printPackingList({
        title: noteTitle(order),
        seller,
        blocks: [
          ["Delivered to", addressLines(order.shipping_data.address)],
          ["Details", buildFacts(order, parcel, ctx.time_zone()).map(([label, value]) => `${label}: ${value}`)],
        ],
        rows: buildRows(parcel, order.lines),
        empty: emptyText,
      }),
  }),
};

function buildFacts(order: Order, parcel: SentPackage, timeZone: string): [label: string, value: string][] {
  const { first_name, last_name } = order.shipping_data.personal_data;
  const facts: [string, string | null][] = [
    ["Order", order.order_number],
    ["Your PO", order.po_number],
    ["Ordered by", `${first_name} ${last_name}`],
    ["Sent by", [parcel.freight_carrier, parcel.tracking_id].filter(Boolean).join(" ")],
    ["Sent", dateText(parcel.sent_at, timeZone)],
    ["Arrived", parcel.delivered_at && dateText(parcel.delivered_at, timeZone)],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

type Row = PackedLine & { id: string };

const columns: readonly Column<Row>[] = [
  { label: "Product", cell: ({ name }) => name },
  { label: "SKU", cell: ({ sku }) => sku && <code>{sku}</code>, on_phones: "hidden" },
  { label: "Serial numbers", cell: ({ serials }) => serials.join(", "), on_phones: "note" },
  { label: "Quantity", cell: ({ quantity }) => quantity, is_number: true },
];

const buildRows = ({ lines: packed, serials }: SentPackage, lines: readonly OrderLine[]): Row[] =>
  lines.flatMap((line) => {
    const quantity = packed.find(({ line_id }) => line_id === line.id)?.quantity ?? 0;
    const own = serials.flatMap(({ line_id, serial }) => (line_id === line.id ? [serial] : []));
    return quantity > 0 ? [{ ...line, quantity, serials: own }] : [];
  });
