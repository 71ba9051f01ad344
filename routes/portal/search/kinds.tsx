import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can, type RolePermission } from "../../../worker/contract/people/permissions.ts";
import type { Role } from "../../../db/enums.ts";
import type { SearchResults } from "../../../worker/domain/search/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { Column } from "../../../worker/ui/lists/table.tsx";
import {
  OrderStateBadge,
  orderStateText,
  PaymentStatusBadge,
  paymentStatusText,
  SubscriptionStatusBadge,
  subscriptionStateText,
} from "../../../worker/ui/parts/status-badges.tsx";

type FoundRecords = Omit<SearchResults, "did_you_mean">;

type RowIn<K extends keyof FoundRecords> = FoundRecords[K]["rows"][number];
export type SearchKind<Row> = {
  title: string;
  noun: readonly [one: string, many: string];
  list: string;
  href: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Suggestion below the search field. */
  hit: (row: Row) => { title: string; detail: string | null; label: string | null };
};

const kinds: { [K in keyof FoundRecords]: SearchKind<RowIn<K>> } = {
  products: {
    title: "Products",
    noun: ["product", "products"],
    list: pages.products,
    href: ({ id }) => hrefOf(pages.product, { product_id: id }),
    columns: [
      { label: "Product", cell: ({ name }) => name },
      { label: "SKU", cell: ({ sku }) => sku },
      {
        label: "Price",
        cell: ({ price, subscription_term: term }) =>
          price === null ? "On request" : `${formatMoney(price)}${term ? ` per ${term}` : ""}`,
        is_number: true,
      },
    ],
    hit: ({ name, sku, price, subscription_term: term }) => ({
      title: name,
      detail: sku,
      label: price === null ? null : formatMoney(price) + (term ? ` per ${term}` : ""),
    }),
  },
  orders: {
    title: "Orders",
    noun: ["order", "orders"],
    list: pages.orders,
    href: ({ id }) => hrefOf(pages.order, { order_id: id }),
    columns: [
      { label: "Order", cell: ({ order_number }) => order_number },
      { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
      {
        label: "Status",
        cell: (order) => <OrderStateBadge order={order} />,
      },
      { label: "Total", cell: ({ total }) => formatMoney(total), is_number: true },
    ],
    hit: (order) => ({
      title: order.order_number,
      detail: formatMoney(order.total),
      label: orderStateText(order),
    }),
  },
  subscriptions: {
    title: "Subscriptions",
    noun: ["subscription", "subscriptions"],
    list: pages.subscriptions,
    href: ({ id }) => hrefOf(pages.subscription, { subscription_id: id }),
    columns: [
      { label: "Subscription", cell: ({ name }) => name },
      { label: "Since", cell: ({ created_at }) => <DateText at={created_at} /> },
      { label: "Status", cell: (plan) => <SubscriptionStatusBadge plan={plan} /> },
    ],
    hit: (plan) => ({ title: plan.name, detail: null, label: subscriptionStateText(plan) }),
  },
  devices: {
    title: "Devices",
    noun: ["device", "devices"],
    list: pages.devices,
    href: ({ id }) => hrefOf(pages.device, { device_id: id }),
    columns: [
      { label: "Serial number", cell: ({ serial }) => <code>{serial}</code> },
      { label: "Name", cell: ({ name }) => name },
      { label: "Product", cell: ({ product_name }) => product_name },
    ],
    hit: ({ serial, name, site, product_name }) => ({
      title: serial,
      detail: [name, product_name, site].filter(Boolean).join(", "),
      label: null,
    }),
  },
  invoices: {
    title: "Invoices",
    noun: ["invoice", "invoices"],
    list: pages.invoices,
    href: ({ id }) => hrefOf(pages.invoice, { invoice_id: id }),
    columns: [
      { label: "Invoice", cell: ({ number }) => number },
      { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
      { label: "Payment", cell: ({ payment_status }) => <PaymentStatusBadge status={payment_status} /> },
      { label: "Amount", cell: ({ amount }) => formatMoney(amount), is_number: true },
    ],
    hit: ({ number, amount, payment_status }) => ({
      title: number,
      detail: formatMoney(amount),
      label: paymentStatusText(payment_status),
    }),
  },
  software: {
    title: "Software",
    noun: ["download", "downloads"],
    list: pages.downloads,
    href: ({ name }) => hrefOf(pages.softwareVersions, { name }),
    columns: [
      { label: "Software", cell: ({ title }) => title },
      { label: "Kind", cell: ({ kind_label }) => kind_label },
    ],
    hit: ({ title, kind_label }) => ({ title, detail: kind_label, label: null }),
  },
  people: {
    title: "People",
    noun: ["person", "people"],
    list: pages.people,
    href: ({ id }) => hrefOf(pages.person, { id }),
    columns: [
      { label: "Name", cell: ({ name }) => name },
      { label: "Email", cell: ({ email }) => email },
    ],
    hit: ({ name, email }) => ({ title: name, detail: email, label: null }),
  },
};

type Searcher = { roles: readonly Role[] } | null;

const requiredPermissions: { [K in keyof FoundRecords]?: RolePermission } = {
  invoices: "see_billing",
  people: "manage_people",
};
const isVisible = (viewer: Searcher, name: keyof FoundRecords): boolean => {
  const permission = requiredPermissions[name];
  return permission === undefined || can(viewer, permission);
};

const emptyGroup = { count: 0, rows: [] };

export const filterVisible = (viewer: Searcher, { did_you_mean: _text, ...found }: SearchResults) => ({
  ...found,
  invoices: isVisible(viewer, "invoices") ? found.invoices : emptyGroup,
  people: isVisible(viewer, "people") ? found.people : emptyGroup,
});

type GroupMapper<T> = <Row extends { id: string; is_exact: boolean }>(
  name: keyof FoundRecords,
  kind: SearchKind<Row>,
  group: { count: number; rows: Row[] },
) => T;

export const mapGroups = <T,>(results: FoundRecords, use: GroupMapper<T>): T[] => [
  use("devices", kinds.devices, results.devices),
  use("orders", kinds.orders, results.orders),
  use("invoices", kinds.invoices, results.invoices),
  use("subscriptions", kinds.subscriptions, results.subscriptions),
  use("products", kinds.products, results.products),
  use("software", kinds.software, results.software),
  use("people", kinds.people, results.people),
];

const emptyResults = {
  devices: emptyGroup,
  orders: emptyGroup,
  invoices: emptyGroup,
  subscriptions: emptyGroup,
  products: emptyGroup,
  software: emptyGroup,
  people: emptyGroup,
};

/** "devices, orders and pages". */
export function searchedText(viewer: Searcher): string {
  const titles = mapGroups(emptyResults, (name, { title }) =>
    isVisible(viewer, name) ? [title.toLowerCase()] : [],
  ).flat();
  return `${titles.join(", ")} and pages`;
}
