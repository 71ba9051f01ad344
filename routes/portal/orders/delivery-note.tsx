import * as z from "zod/mini";
import { addressLines } from "../../../islands/lib/address.ts";
import { notFound } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import {
  findSender,
  getOrder,
  listSentPackages,
  type OrderLine,
  type SentPackage,
} from "../../../worker/domain/fulfilment/index.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { appLayout } from "../../layouts.tsx";

/** What a package holds, to check goods received against; prints without prices. */
export const deliveryNote = page({
  path: pages.deliveryNote,
  access: "session",
  layout: appLayout,
  section: "Orders",
  params: z.object({ order_id: uuid() }),
  query: z.object({ package: uuid() }),
  async load({ ctx, params: { order_id }, query }) {
    const [order, packages] = await Promise.all([getOrder(ctx, order_id), listSentPackages(ctx, order_id)]);
    const parcel = packages.find(({ id }) => id === query.package);
    if (!parcel) throw notFound("REFERENCE_NOT_FOUND");
    return { order, parcel, sender: findSender(ctx) };
  },
  head: ({ order }) => ({ title: `Delivery note ${order.order_number} · CrunchBox`, no_store: true }),
  view({ order, parcel, sender }) {
    const { personal_data: person, address } = order.shipping_data;
    const rows = contentOf(parcel, order.lines);
    const facts = [
      ["Order", order.order_number],
      ["Your PO", order.po_number],
      ["Ordered by", `${person.first_name} ${person.last_name}`],
      ["Delivered to", address ? addressLines(address).join(", ") : undefined],
      ["Sender", sender],
      ["Sent by", [parcel.freight_carrier, parcel.tracking_id].filter(Boolean).join(" ")],
      ["Sent", <DateText key="sent" at={parcel.sent_at} />],
      ["Arrived", parcel.delivered_at && <DateText key="arrived" at={parcel.delivered_at} />],
    ] as const;
    return (
      <>
        <PageHeader
          trail={[[`Order ${order.order_number}`, hrefOf(pages.order, { order_id: order.id })]]}
          title={`Delivery note for order ${order.order_number}`}
          action={<PrintButton />}
        />
        <Facts facts={facts.filter(([, value]) => value)} />
        {rows.length === 0 ? (
          <p>The content of this package was not recorded.</p>
        ) : (
          <Table columns={columns} rows={rows} id={({ id }) => id} />
        )}
      </>
    );
  },
});

type Row = Pick<OrderLine, "id" | "name" | "sku" | "quantity"> & { serials: string[] };

const columns: readonly Column<Row>[] = [
  { label: "Product", cell: ({ name }) => name },
  { label: "SKU", cell: ({ sku }) => sku && <code>{sku}</code>, on_phones: "hidden" },
  { label: "Serial numbers", cell: ({ serials }) => serials.join(", "), on_phones: "note" },
  { label: "Quantity", cell: ({ quantity }) => quantity, is_number: true },
];

const contentOf = ({ lines: packed, serials }: SentPackage, lines: readonly OrderLine[]): Row[] =>
  lines.flatMap((line) => {
    const quantity = packed.find(({ line_id }) => line_id === line.id)?.quantity ?? 0;
    const own = serials.flatMap(({ line_id, serial }) => (line_id === line.id ? [serial] : []));
    return quantity > 0 ? [{ ...line, quantity, serials: own }] : [];
  });
