import type { ReactNode } from "react";
import { addressLines } from "../../../islands/lib/address.ts";
import { findNotShippableReason, notShippableMessages } from "../../../worker/contract/buying/shippable.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import type { AdminOrder, OrderLine } from "../../../worker/domain/fulfilment/index.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import { Facts } from "../../../worker/ui/parts/facts.tsx";

/** The API call also refuses an order with a requested label, which the order's `packages` do not contain. */
const canSetAddress = ({ status, shipping_data: { packages } }: AdminOrder): boolean =>
  status !== "canceled" && packages.length === 0;

export function Destination({ order, viewer }: { order: AdminOrder; viewer: StaffViewer }) {
  const { shipping_data: data, note } = order;
  const { personal_data: person, address, method } = data;
  const facts = [
    ["Goes to", address ? addressLines(address).join(", ") : null],
    ["For", `${person.first_name} ${person.last_name}`],
    ["Phone", person.phone],
    ["Email", person.email],
    ["Sent by", method],
    ["The buyer’s note", note],
  ] as const;
  return (
    <section id="delivery">
      <h2>Delivery</h2>
      <Facts facts={facts.filter(([, value]) => value)} />
      {canSetAddress(order) && can(viewer, "orders:act") && (
        <p className="small">
          <a href={hrefOf(pages.orderAddress, { order_id: order.id })}>
            {address ? "Correct the address" : "Set the shipping address"}
          </a>
        </p>
      )}
    </section>
  );
}

type ShippingProps = {
  order: AdminOrder & { lines: OrderLine[] };
  has_unfinished: boolean;
  viewer: StaffViewer;
  children: ReactNode;
};

/**
 * Shows the form in `children` if the order can ship and items are unshipped or a label is unrecorded; otherwise says
 * why nothing can be shipped.
 */
export function Shipping({ order, has_unfinished, viewer, children }: ShippingProps) {
  const isOwed = has_unfinished || order.lines.some(({ owed_quantity }) => owed_quantity > 0);
  const blockReason = findNotShippableReason(order);
  const hasShipped = order.status === "shipped" || order.status === "received";
  const hasAddress = order.shipping_data.address !== null;
  return (
    <section id="ship">
      <h2>Ship</h2>
      {blockReason && isOwed && <p>{hasShipped ? "It has shipped already." : notShippableMessages[blockReason]}</p>}
      {!isOwed && <p>Nothing of this order has still to ship.</p>}
      {!blockReason &&
        isOwed &&
        hasAddress &&
        (can(viewer, "shipping:act") ? children : <p>The warehouse ships this order.</p>)}
      {!blockReason && isOwed && !hasAddress && (
        <>
          <p>This order has no shipping address. Set one to ship it.</p>
          {canSetAddress(order) && can(viewer, "orders:act") && (
            <a className="button" href={hrefOf(pages.orderAddress, { order_id: order.id })}>
              Set the shipping address
            </a>
          )}
        </>
      )}
    </section>
  );
}
