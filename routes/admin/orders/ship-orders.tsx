import { Notice } from "../../../islands/ui/notice.tsx";
import { findNotShippableReason, notShippableMessages } from "../../../worker/contract/buying/shippable.ts";
import { BadRequest } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/shipping.ts";
import {
  createLabels,
  findSenderCountry,
  listPackedOrders,
  type PackedOrder,
} from "../../../worker/domain/fulfilment/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { OrderStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { consoleLayout } from "../../layouts.tsx";
import { isLabelLost } from "./lost-papers.ts";
import { formatCount, joinIds, ShipOrdersForm } from "./ship-orders-form.tsx";
import { splitSerials } from "./shipping-forms.ts";

const labelsHref = (orders: readonly PackedOrder[]): string =>
  `${contract.downloadLabels.path}?${new URLSearchParams({ order_ids: joinIds(orders) })}`;
const labelCount = (orders: readonly PackedOrder[]): number =>
  orders.reduce((sum, { packages }) => sum + packages.filter(isLabel).length, 0);
const isLabel = ({ has_label, status }: PackedOrder["packages"][number]): boolean => has_label && status !== "canceled";
export const isToShip = (order: PackedOrder): boolean =>
  order.owed.length > 0 && findNotShippableReason(order) === undefined && order.shipping_data.address !== null;

/** Shows package fields for each order that can be shipped, and for each other order the reason why it cannot. */
const shipOrdersPage = page({
  path: pages.shipOrders,
  access: "shipping:act",
  layout: consoleLayout,
  section: "Orders",
  query: contract.downloadLabels.query,
  load: async ({ ctx, query: { order_ids } }) => ({
    orders: await listPackedOrders(ctx, order_ids),
    sender_country: findSenderCountry(ctx),
  }),
  head: () => ({ title: "Ship together · Console · CrunchBox", no_store: true }),
  view({ orders, sender_country }, { flash }) {
    const openOrders = orders.filter(isToShip);
    const totalLabels = labelCount(orders);
    return (
      <>
        <PageHeader
          trail={[["Orders", pages.adminOrders]]}
          title="Ship together"
          subtitle={
            openOrders.length > 0
              ? `${openOrders.length} of ${formatCount(orders.length, "order")} to ship. Each goes in one package with all that is owed, and its buyer is notified by email.`
              : "Nothing of these orders is left to ship."
          }
          action={
            <>
              {openOrders.length > 0 && (
                <a className="button quiet" href={hrefOf(pages.pickList, {}, { order_ids: joinIds(openOrders) })}>
                  Pick list
                </a>
              )}
              {totalLabels > 0 && (
                <a className={openOrders.length > 0 ? "button quiet" : "button"} href={labelsHref(orders)} download>
                  {formatCount(totalLabels, "label")} as PDF
                </a>
              )}
            </>
          }
        />
        {sender_country === undefined && openOrders.length > 0 && (
          <Notice tone="warning">
            The shop has no account at the carrier Fulex. Ship each order on its own page, with its tracking number.
          </Notice>
        )}
        {sender_country !== undefined && openOrders.length > 0 && (
          <ShipOrdersForm open={openOrders} all={orders} sender_country={sender_country} typed={flash?.typed} />
        )}
        <SkippedOrders orders={orders.filter((order) => !isToShip(order))} />
      </>
    );
  },
});

function SkippedOrders({ orders }: { orders: readonly PackedOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <section>
      <h2>Not to ship</h2>
      <ul className="parcels">
        {orders.map((order) => (
          <li key={order.id}>
            <span>
              <b>
                <a href={hrefOf(pages.adminOrder, { order_id: order.id })}>{order.order_number}</a>
              </b>
              <small>
                {order.organization} · {notShippedReason(order)}
              </small>
            </span>
            <span className="parcel-state">
              <OrderStatusBadge status={order.status} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function notShippedReason(order: PackedOrder): string {
  const labels = order.packages.filter((each) => isLabel(each) || isLabelLost(each));
  if (labels.length > 0) return labels.map(labelText).join(", ");
  const why = findNotShippableReason(order);
  if (why) return notShippableMessages[why];
  return order.owed.length === 0 ? "Nothing is left to ship." : "It has no address.";
}

const labelText = (parcel: PackedOrder["packages"][number]): string =>
  isLabelLost(parcel)
    ? `Label ${parcel.tracking_id} was lost: print it in the carrier’s own program, or void it on the order’s page and make another`
    : `Label ${parcel.tracking_id}`;

const createLabelsForm = formPost(contract.createLabels, {
  path: pages.shipOrders,
  page: shipOrdersPage,
  back: (_result, c) => pages.shipOrders + new URL(c.req.url).search,
  complete: splitSerials,
  async send(ctx, { body }) {
    const { results } = await createLabels(ctx, body);
    const madeCount = results.filter(({ outcome }) => outcome === "made").length;
    const refusedResults = results.filter(({ outcome }) => outcome === "refused");
    if (refusedResults.length === 0) return madeCount;
    const refusalText = `${formatCount(refusedResults.length, "order")} ${refusedResults.length === 1 ? "was" : "were"} refused, with the reason below.`;
    throw new BadRequest(
      refusedResults.map(({ order_id, message }) => ({
        code: "custom",
        path: ["parcels", order_id, "weight_grams"],
        message: message ?? "",
      })),
      madeCount > 0 ? `${formatMadeLabels(madeCount)} ${refusalText}` : refusalText,
    );
  },
  done: (made: number) =>
    made === 0
      ? "Nothing was left to ship: the labels were made before."
      : `${formatMadeLabels(made)} Print ${made === 1 ? "it" : "them"} as one file.`,
});

const formatMadeLabels = (count: number): string =>
  `${formatCount(count, "label")} ${count === 1 ? "is" : "are"} made.`;

export const shipSelectedAction = bulkAction(
  { access: "shipping:act", body: contract.createLabels.body },
  {
    label: "Ship together",
    path: pages.chooseShipOrders,
    is_main: true,
    ids: "order_ids",
    send: (_ctx, { body }) => Promise.resolve(body.order_ids),
    next: (ids) => hrefOf(pages.shipOrders, {}, { order_ids: ids.join(",") }),
  },
);

export const shipOrdersPages: Route[] = [shipOrdersPage, createLabelsForm];
