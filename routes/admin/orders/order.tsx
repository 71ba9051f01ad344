import type { ReactNode } from "react";
import * as z from "zod/mini";
import { addressLines } from "../../../islands/lib/address.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { whyNotShippable, notShippable } from "../../../worker/contract/buying/shippable.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type AdminOrder, getAdminOrder, type OrderLine } from "../../../worker/domain/orders/index.ts";
import { listOrderPackages, listSerialLines } from "../../../worker/domain/packages/index.ts";
import { hasCarrier } from "../../../worker/domain/shipping/index.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { OrderStatusBadge, PaymentStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { Packages } from "./packages.tsx";
import { readChoice, ShipForm } from "./ship-form.tsx";

type Shown = AdminOrder & { lines: OrderLine[] };

/** An order as far as shipping needs it. */
export const order = page({
  path: pages.adminOrder,
  access: "admin",
  layout: consoleLayout,
  section: "Orders",
  params: z.object({ order_id: uuid() }),
  async load({ ctx, params: { order_id } }) {
    const [shown, packages, serial_lines] = await Promise.all([
      getAdminOrder(ctx, order_id),
      listOrderPackages(ctx, order_id),
      listSerialLines(ctx, order_id),
    ]);
    return { shown, packages, serial_lines };
  },
  head: ({ shown }) => ({ title: `Order ${shown.order_number} · Console · CrunchBox`, no_store: true }),
  view: ({ shown, packages, serial_lines }, { ctx, url, flash }) => (
    <>
      <PageHeader
        trail={[["Orders", listHref(pages.adminOrders, url)]]}
        title={`Order ${shown.order_number}`}
        badges={
          <>
            <OrderStatusBadge status={shown.status} />
            <PaymentStatusBadge status={shown.payment_status} />
          </>
        }
        subtitle={
          <>
            Placed on <DateText at={shown.created_at} /> by{" "}
            <a href={hrefOf(pages.organization, { org_id: shown.org_id })}>{shown.organization.name}</a> ·{" "}
            {formatMoney(shown.total)}
            {shown.po_number && ` · PO ${shown.po_number}`}
          </>
        }
        action={
          <a className="button quiet" href={hrefOf(pages.packingSlip, { order_id: shown.id })}>
            Packing slip
          </a>
        }
      />
      <ObjectLayout aside={<Destination order={shown} />}>
        <Lines lines={shown.lines} />
        <Packages order={shown} packages={packages} />
        <Shipping order={shown}>
          <ShipForm
            order={shown}
            serial_lines={serial_lines}
            choice={readChoice(url, hasCarrier(ctx), flash?.typed)}
            typed={flash?.typed}
          />
        </Shipping>
      </ObjectLayout>
    </>
  ),
});

function Lines({ lines }: { lines: OrderLine[] }) {
  return (
    <section>
      <h2>Products</h2>
      <ul className="parcels">
        {lines.map((line) => (
          <li key={line.id}>
            <span>
              <b>{line.name}</b>
              {line.serial_number.length > 0 && <small>{line.serial_number.join(", ")}</small>}
            </span>
            <span className="number">
              {line.quantity} × {formatMoney(line.price)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Destination({ order: { shipping_data: data, note } }: { order: Shown }) {
  const { personal_data: person, address, method } = data;
  const facts = [
    ["Goes to", address ? addressLines(address).join(", ") : null],
    ["For", `${person.first_name} ${person.last_name}`],
    ["Phone", person.phone],
    ["Email", person.email],
    ["Sent by", method],
    ["Note", note],
  ] as const;
  return (
    <section>
      <h2>Delivery</h2>
      <Facts facts={facts.filter(([, value]) => value)} />
    </section>
  );
}

/** What ships, or why nothing can. */
function Shipping({
  order: { status, payment_status, shipping_data },
  children,
}: {
  order: Shown;
  children: ReactNode;
}) {
  const why = whyNotShippable({ status, payment_status });
  const reason = why
    ? notShippable[why]
    : shipping_data.address
      ? undefined
      : "This order has no shipping address, so nothing of it can ship.";
  return (
    <section id="ship">
      <h2>Ship</h2>
      {reason === undefined ? children : <p>{reason}</p>}
    </section>
  );
}
