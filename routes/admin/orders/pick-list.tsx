import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/shipping.ts";
import { listPackedOrders, type PackedOrder } from "../../../worker/domain/fulfilment/index.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { consoleLayout } from "../../layouts.tsx";
import { isToShip } from "./ship-orders.tsx";

/** Lists items of all selected orders together, then by order. Prints without prices. */
export const pickListPage = page({
  path: pages.pickList,
  access: "shipping:read",
  layout: consoleLayout,
  section: "Orders",
  query: contract.downloadLabels.query,
  load: ({ ctx, query: { order_ids } }) => listPackedOrders(ctx, order_ids),
  head: () => ({ title: "Pick list · Console · CrunchBox", no_store: true }),
  view(orders) {
    const openOrders = orders.filter(isToShip);
    const skippedNumbers = orders.filter((order) => !isToShip(order)).map(({ order_number }) => order_number);
    return (
      <>
        <PageHeader
          trail={[["Orders", pages.adminOrders]]}
          title="Pick list"
          subtitle={
            openOrders.length === 0
              ? "Nothing of these orders is left to ship."
              : `${openOrders.map(({ order_number }) => order_number).join(", ")}${skippedNumbers.length > 0 ? `. Left out, because nothing of them can ship: ${skippedNumbers.join(", ")}` : ""}`
          }
          action={openOrders.length > 0 && <PrintButton />}
        />
        {openOrders.length > 0 && (
          <section className="whole-pick">
            <h2>All together</h2>
            <PickTable rows={sumPicks(openOrders)} />
          </section>
        )}
        {openOrders.map(({ id, order_number, organization, owed }) => (
          <section key={id} className="whole-pick">
            <h2>
              {order_number} <small>{organization}</small>
            </h2>
            <PickTable rows={owed} />
          </section>
        ))}
      </>
    );
  },
});

type PickRow = { name: string; sku: string | null; quantity: number };

function sumPicks(orders: readonly PackedOrder[]): PickRow[] {
  const picks = new Map<string, PickRow>();
  for (const { name, sku, quantity } of orders.flatMap(({ owed }) => owed)) {
    const key = `${sku}\n${name}`;
    picks.set(key, { name, sku, quantity: (picks.get(key)?.quantity ?? 0) + quantity });
  }
  return [...picks.values()].toSorted((a, b) => (a.sku ?? a.name).localeCompare(b.sku ?? b.name, "en"));
}

const PickTable = ({ rows }: { rows: readonly PickRow[] }) => (
  <table className="table slip">
    <thead>
      <tr>
        <th scope="col">Product</th>
        <th scope="col">SKU</th>
        <th scope="col" className="number">
          Quantity
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, sku, quantity }) => (
        <tr key={`${sku} ${name}`}>
          <td className="name">{name}</td>
          <td>{sku}</td>
          <td className="number">{quantity}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const pickSelectedAction = bulkAction(
  { access: "shipping:read", body: contract.createLabels.body },
  {
    label: "Pick list",
    path: pages.choosePickList,
    ids: "order_ids",
    send: (_ctx, { body }) => Promise.resolve(body.order_ids),
    next: (ids) => hrefOf(pages.pickList, {}, { order_ids: ids.join(",") }),
  },
);
