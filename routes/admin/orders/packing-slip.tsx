import * as z from "zod/mini";
import { addressLines } from "../../../islands/lib/address.ts";
import { notFound } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import {
  findSender,
  getAdminOrder,
  listOrderPackages,
  type OrderLine,
  type Package,
} from "../../../worker/domain/fulfilment/index.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { consoleLayout } from "../../layouts.tsx";

/** The content of a package, or what the order still owes. Prints without prices. */
export const packingSlip = page({
  path: pages.packingSlip,
  access: "shipping:read",
  layout: consoleLayout,
  section: "Orders",
  params: z.object({ order_id: uuid() }),
  query: z.object({ package: z.optional(uuid()) }),
  async load({ ctx, params: { order_id }, query }) {
    const [order, packages] = await Promise.all([getAdminOrder(ctx, order_id), listOrderPackages(ctx, order_id)]);
    const parcel = packages.data.find(({ id }) => id === query.package);
    if (query.package !== undefined && !parcel) throw notFound("REFERENCE_NOT_FOUND");
    return { order, parcel, sender: findSender(ctx) };
  },
  head: ({ order }) => ({ title: `Packing slip ${order.order_number} · CrunchBox`, no_store: true }),
  view({ order, parcel, sender }) {
    const { personal_data: person, address, method } = order.shipping_data;
    const rows = parcel ? contentOf(parcel, order.lines) : owedOf(order.lines);
    const facts = [
      ["Order", order.order_number],
      ["Your PO", order.po_number],
      ["Customer", order.organization.name],
      ["Ordered by", `${person.first_name} ${person.last_name}`],
      ["Goes to", address ? addressLines(address).join(", ") : "No address"],
      ["Sender", sender],
      ["Sent by", parcel ? [parcel.freight_carrier, parcel.tracking_id].filter(Boolean).join(" ") : method],
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
          action={rows.length > 0 && <PrintButton />}
        />
        <Facts facts={facts.filter(([, value]) => value)} />
        {rows.length === 0 ? (
          <p className="slip">
            {parcel ? "The content of this package was not recorded." : "Nothing of this order has still to ship."}
          </p>
        ) : (
          <SlipTable rows={rows} />
        )}
      </>
    );
  },
});

type Row = Pick<OrderLine, "id" | "name" | "sku" | "quantity"> & { serials: string[] };

const contentOf = ({ lines: packed, devices }: Package, lines: readonly OrderLine[]): Row[] =>
  lines.flatMap((line) => {
    const quantity = packed.find(({ line_id }) => line_id === line.id)?.quantity ?? 0;
    const serials = devices.flatMap(({ line_id, serial }) => (line_id === line.id ? [serial] : []));
    return quantity > 0 ? [{ ...line, quantity, serials }] : [];
  });

const owedOf = (lines: readonly OrderLine[]): Row[] =>
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
