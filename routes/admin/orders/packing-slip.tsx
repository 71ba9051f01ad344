import * as z from "zod/mini";
import { addressLines } from "../../../islands/lib/address.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getAdminOrder, listOrderPackages, type Package } from "../../../worker/domain/fulfilment/index.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { consoleLayout } from "../../layouts.tsx";

/** Prints without prices. */
export const packingSlip = page({
  path: pages.packingSlip,
  access: "shipping:read",
  layout: consoleLayout,
  section: "Orders",
  params: z.object({ order_id: uuid() }),
  async load({ ctx, params: { order_id } }) {
    const [order, packages] = await Promise.all([getAdminOrder(ctx, order_id), listOrderPackages(ctx, order_id)]);
    return { order, packages: packages.data };
  },
  head: ({ order }) => ({ title: `Packing slip ${order.order_number} · CrunchBox`, no_store: true }),
  view({ order, packages }) {
    const { personal_data: person, address } = order.shipping_data;
    return (
      <>
        <PageHeader
          trail={[[`Order ${order.order_number}`, hrefOf(pages.adminOrder, { order_id: order.id })]]}
          title="Packing slip"
          subtitle={
            <>
              Order {order.order_number} of <DateText at={order.created_at} />. Print this page and put it into the box.
            </>
          }
        />
        <Facts
          facts={[
            ["Order", order.order_number],
            ...(order.po_number ? [["Your PO", order.po_number] as const] : []),
            ["Customer", order.organization.name],
            ["Ordered by", `${person.first_name} ${person.last_name}`],
            ["Goes to", address ? addressLines(address).join(", ") : "No address"],
            ["Sent by", order.shipping_data.method ?? "Not said"],
          ]}
        />
        <table className="table slip">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Serial numbers</th>
              <th scope="col" className="number">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <tr key={line.id}>
                <td className="name">{line.name}</td>
                <td className="at-note">{line.serial_number.join(", ")}</td>
                <td className="number">{line.quantity}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Parcels packages={packages} />
      </>
    );
  },
});

function Parcels({ packages }: { packages: Package[] }) {
  if (packages.length === 0) return null;
  return (
    <section className="slip">
      <h2>Packages</h2>
      <ol>
        {packages.map(({ id, freight_carrier, tracking_id, devices }) => (
          <li key={id}>
            {[freight_carrier, tracking_id].filter(Boolean).join(" ")}
            {devices.length > 0 && `: ${devices.map(({ serial }) => serial).join(", ")}`}
          </li>
        ))}
      </ol>
    </section>
  );
}
