import type { ReactNode } from "react";
import { addressLines } from "../../../islands/lib/address.ts";
import { whyNotShippable, notShippable } from "../../../worker/contract/buying/shippable.ts";
import type { AdminOrder } from "../../../worker/domain/orders/index.ts";
import { Facts } from "../../../worker/ui/parts/facts.tsx";

/** Where an order goes. */
export function Destination({ order: { shipping_data: data, note } }: { order: AdminOrder }) {
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
    </section>
  );
}

/** What ships, or why nothing can. */
export function Shipping({
  order: { status, payment_status, shipping_data },
  children,
}: {
  order: AdminOrder;
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
