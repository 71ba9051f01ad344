import { orderStatuses, paymentStatuses } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/orders.ts";
import { type AdminOrder, listAdminOrders } from "../../../worker/domain/fulfilment/index.ts";
import { findOrganizationOption } from "../../../worker/domain/organizations/index.ts";
import { findUserOption } from "../../../worker/domain/people/index.ts";
import {
  OrderStatusBadge,
  orderStatusText,
  PaymentStatusBadge,
  paymentStatusText,
} from "../../../worker/ui/parts/status-badges.tsx";
import { dateColumn, organizationColumn, statusFilter, totalColumn } from "../../../worker/ui/lists/columns.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { pickSelectedAction } from "./pick-list.tsx";
import { receiveSelected } from "./receive-orders.ts";
import { shipSelectedAction } from "./ship-orders.tsx";

const itemsText = ({ count, first_name }: AdminOrder["items"]): string =>
  count > 1 ? `${first_name} and ${count - 1} more` : (first_name ?? "");

export const orders = listRoutes({
  access: "orders:read",
  layout: consoleLayout,
  section: "Orders",
  query: contract.listAdminOrders.query,
  load: listAdminOrders,
  async choices(ctx, { org_id, user_id }) {
    const [organization, person] = await Promise.all([
      findOrganizationOption(ctx, org_id),
      findUserOption(ctx, user_id),
    ]);
    return { ...organization, ...person };
  },
  bulk: {
    name: ({ order_number }) => order_number,
    actions: [shipSelectedAction, pickSelectedAction, receiveSelected],
  },
  list: {
    title: "Orders",
    noun: ["order", "orders"],
    path: pages.adminOrders,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.adminOrder, { order_id: id }),
    columns: [
      {
        label: "Order",
        cell: ({ order_number }) => order_number,
        csv: ({ order_number }) => order_number,
        sort: "order_number",
      },
      { ...dateColumn, on_phones: "hidden" },
      { ...organizationColumn, on_phones: "note" },
      {
        label: "By",
        cell: ({ placed_by }) => <span className="short">{placed_by?.name}</span>,
        csv: ({ placed_by }) => placed_by?.name ?? null,
        is_extra: true,
      },
      {
        label: "Items",
        cell: ({ items }) => itemsText(items),
        csv: ({ items }) => itemsText(items),
        is_extra: true,
      },
      {
        label: "Status",
        cell: ({ status }) => <OrderStatusBadge status={status} />,
        csv: ({ status }) => orderStatusText(status),
        sort: "status",
      },
      {
        label: "Payment",
        cell: ({ payment_status }) => <PaymentStatusBadge status={payment_status} />,
        csv: ({ payment_status }) => paymentStatusText(payment_status),
      },
      totalColumn,
    ],
    views: [
      { label: "To ship", query: { status: "processing" } },
      { label: "Under way", query: { status: "shipped" } },
      { label: "Unpaid", query: { is_unpaid: "true" } },
      { label: "Disputed", query: { payment_status: "disputed" } },
    ],
    labels: {
      search: "Number, PO, tracking or organization",
      without: ["org_id", "user_id", "is_unpaid"],
      filters: {
        org_id: { label: "Organization" },
        user_id: { label: "Placed by" },
        is_unpaid: { label: "Unpaid" },
        status: statusFilter(orderStatuses, orderStatusText),
        payment_status: {
          any: "Every payment",
          values: Object.fromEntries(paymentStatuses.map((each) => [each, paymentStatusText(each)])),
        },
      },
    },
    empty: { drawing: "papers", text: "No orders yet. Orders will be listed here." },
    has_csv: true,
    more_files: [{ label: "CSV by line", path: pages.orderLinesFile }],
  },
});
