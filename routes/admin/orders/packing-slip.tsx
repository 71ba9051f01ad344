import * as z from "zod/mini";
import { notFound } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import {
  findSender,
  getAdminOrder,
  listOrderPackages,
  type OrderLine,
  type Package,
} from "../../../worker/domain/fulfilment/index.ts";
import { findSeller, getShopSettings } from "../../../worker/domain/platform/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { page } from "../../../worker/http/page.ts";
import { pdfFile } from "../../../worker/http/pdf-file.ts";
import { addressLines } from "../../../worker/pdf/address-lines.ts";
import { type PackedLine, printPackingList } from "../../../worker/pdf/packing-list.ts";
import { DateText, dateText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { sellerText } from "../../seller-text.ts";

async function loadSlip(ctx: ReadCtx, order_id: string, package_id: string | undefined) {
  const [order, packages, seller, { time_zone }] = await Promise.all([
    getAdminOrder(ctx, order_id),
    listOrderPackages(ctx, order_id),
    findSeller(ctx),
    getShopSettings(ctx),
  ]);
  const parcel = packages.data.find(({ id }) => id === package_id);
  if (package_id !== undefined && !parcel) throw notFound("REFERENCE_NOT_FOUND");
  return { order, parcel, seller, time_zone };
}

const emptyText = (parcel: Package | undefined): string =>
  parcel ? "The contents of this package were not recorded." : "Nothing of this order has still to ship.";

/** Packing slip of a package, or of the unshipped items of the order. Prints without prices. */
export const packingSlip = page({
  path: pages.packingSlip,
  access: "shipping:read",
  layout: consoleLayout,
  section: "Orders",
  params: z.object({ order_id: uuid() }),
  query: z.object({ package: z.optional(uuid()) }),
  load: async ({ ctx, params: { order_id }, query }) => ({
    ...(await loadSlip(ctx, order_id, query.package)),
    sender: findSender(ctx),
  }),
  head: ({ order }) => ({ title: `Packing slip ${order.order_number} · CrunchBox`, no_store: true }),
  view({ order, parcel, seller, sender }) {
    const rows = parcel ? packedRows(parcel, order.lines) : owedRows(order.lines);
    const facts = [
      ["Seller", sellerText(seller)],
      ["Ship to", addressLines(order.shipping_data.address).join(", ") || "No address"],
      ["Sender", sender],
      ...slipFacts(order, parcel),
    ] as const;
    return (
      <>
        <PageHeader
          trail={[[`Order ${order.order_number}`, hrefOf(pages.adminOrder, { order_id: order.id })]]}
          title="Packing slip"
          subtitle={
            <>
              {parcel ? "This package" : "What is still owed"} of order {order.order_number} of{" "}
              <DateText at={order.created_at} />
            </>
          }
          action={
            rows.length > 0 && (
              <>
                <PrintButton />
                <a
                  className="button quiet"
                  href={hrefOf(pages.packingSlipPdf, { order_id: order.id }, parcel && { package: parcel.id })}
                >
                  Download PDF
                </a>
              </>
            )
          }
        />
        <Facts facts={facts.filter(([, value]) => value)} />
        {rows.length === 0 ? <p className="slip">{emptyText(parcel)}</p> : <SlipTable rows={rows} />}
      </>
    );
  },
});

export const packingSlipPdf: Route = {
  method: "GET",
  path: pages.packingSlipPdf,
  handle: pdfFile({
    access: "shipping:read",
    path: pages.adminOrders,
    input: z.object({ order_id: uuid(), package: z.optional(z.array(uuid()).check(z.length(1))) }),
    load: (ctx, { order_id, package: chosen }) => loadSlip(ctx, order_id, chosen?.[0]),
    name: ({ order }) => `Packing slip ${order.order_number}`,
    print: (_ctx, { order, parcel, seller, time_zone }) =>
      printPackingList({
        title: `Packing slip for order ${order.order_number}`,
        seller,
        blocks: [
          ["Ship to", addressLines(order.shipping_data.address)],
          [
            "Details",
            [...slipFacts(order, parcel), ["Ordered", dateText(order.created_at, time_zone)] as const].map(
              ([label, value]) => `${label}: ${value}`,
            ),
          ],
        ],
        rows: parcel ? packedRows(parcel, order.lines) : owedRows(order.lines),
        empty: emptyText(parcel),
      }),
  }),
};

type LoadedOrder = Awaited<ReturnType<typeof loadSlip>>["order"];

function slipFacts(order: LoadedOrder, parcel: Package | undefined): [label: string, value: string][] {
  const { personal_data: person, method } = order.shipping_data;
  const facts: [string, string | null | undefined][] = [
    ["Order", order.order_number],
    ["Your PO", order.po_number],
    ["Customer", order.organization.name],
    ["Ordered by", `${person.first_name} ${person.last_name}`],
    ["Sent by", parcel ? [parcel.freight_carrier, parcel.tracking_id].filter(Boolean).join(" ") : method],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

type Row = PackedLine & { id: string };

const packedRows = ({ lines: packed, devices }: Package, lines: readonly OrderLine[]): Row[] =>
  lines.flatMap((line) => {
    const quantity = packed.find(({ line_id }) => line_id === line.id)?.quantity ?? 0;
    const serials = devices.flatMap(({ line_id, serial }) => (line_id === line.id ? [serial] : []));
    return quantity > 0 ? [{ ...line, quantity, serials }] : [];
  });

const owedRows = (lines: readonly OrderLine[]): Row[] =>
  lines
    .filter(({ owed_quantity }) => owed_quantity > 0)
    .map((line) => ({ ...line, quantity: line.owed_quantity, serials: [] }));

function SlipTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="table slip">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">SKU</th>
          <th scope="col">Serial numbers</th>
          <th scope="col" className="number">
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, sku, serials, quantity }) => (
          <tr key={id}>
            <td className="name">{name}</td>
            <td>{sku}</td>
            <td className="at-note">{serials.join(", ")}</td>
            <td className="number">{quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
