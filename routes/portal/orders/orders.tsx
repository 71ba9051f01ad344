import { orderStatuses } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/orders.ts";
import { type ListedOrder, listOrders } from "../../../worker/domain/fulfilment/index.ts";
import { statusFilter, totalColumn } from "../../../worker/ui/lists/columns.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { OrderStateBadge, orderStatusText, paymentStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

const buyerName = ({ shipping_data: { personal_data: person } }: ListedOrder): string =>
  `${person.first_name} ${person.last_name}`;

const formatItems = ({ items: { count, first_name } }: ListedOrder): string =>
  count > 1 ? `${first_name ?? ""} and ${count - 1} more` : (first_name ?? "");

export const orders = listRoutes({
  access: "session",
  layout: appLayout,
  section: "Orders",
  query: contract.listOrders.query,
  load: listOrders,
  head: (viewer) => ({
    action: can(viewer, "buy") && (
      <a className="button quiet" href={pages.quickOrder}>
        Quick order
      </a>
    ),
  }),
  list: {
    title: "Orders",
    noun: ["order", "orders"],
    path: pages.orders,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.order, { order_id: id }),
    columns: [
      {
        label: "Order",
        cell: ({ order_number }) => order_number,
        csv: ({ order_number }) => order_number,
        sort: "order_number",
      },
      {
        label: "Date",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
      },
      { label: "By", cell: buyerName, csv: buyerName, is_extra: true },
      { label: "Items", cell: formatItems, csv: formatItems, on_phones: "hidden" },
      {
        label: "PO number",
        cell: ({ po_number }) => po_number,
        csv: ({ po_number }) => po_number,
        is_extra: true,
      },
      {
        label: "Status",
        cell: (order) => <OrderStateBadge order={order} />,
        csv: ({ status }) => orderStatusText(status),
        sort: "status",
      },
      {
        label: "Payment",
        cell: () => null,
        csv: ({ payment_status }) => paymentStatusText(payment_status),
        is_csv_only: true,
      },
      totalColumn,
    ],
    views: [
      { label: "Unpaid", query: { is_unpaid: "true" } },
      { label: "To receive", query: { is_open: "true" } },
    ],
    labels: {
      search: "Any number, product, amount or date",
      without: ["is_unpaid", "is_open"],
      filters: {
        is_unpaid: { label: "Unpaid" },
        is_open: { label: "To receive" },
        status: statusFilter(orderStatuses, orderStatusText),
      },
    },
    empty: {
      drawing: "papers",
      text: "Your organization has not ordered anything yet. Orders will be listed here.",
      action: { label: "See products", href: pages.products },
    },
    has_csv: true,
  },
});
