import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { freeText } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type SearchResults, searchEverything } from "../../../worker/domain/search/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import {
  OrderStatusBadge,
  PaymentStatusBadge,
  SubscriptionStatusBadge,
} from "../../../worker/ui/parts/status-badges.tsx";
import { appLayout } from "../../layouts.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

const nothing = { count: 0, rows: [] };

export const search = page({
  path: pages.search,
  access: "session",
  layout: appLayout,
  query: z.object({ search: z.optional(freeText(128, "Part of a name or of a number")) }),
  async load({ ctx, query: { search: text }, viewer }) {
    if (!text) return undefined;
    const reading = searchEverything(ctx, text);
    const [all, person] = await Promise.all([reading, viewer()]);
    const found = can(person, "see_billing") ? all : { ...all, invoices: nothing };
    const [only, ...more] = exactOf(found);
    if (only && more.length === 0) throw new Redirect(only);
    return found;
  },
  head: (_found, { query }) => ({
    title: query.search ? `“${query.search}” · Search · CrunchBox` : "Search · CrunchBox",
    no_store: true,
  }),
  view: (found, { query }) => (found ? <Results text={query.search ?? ""} found={found} /> : <Nothing />),
});

type RowIn<K extends keyof SearchResults> = SearchResults[K]["rows"][number];
type Kind<Row> = {
  title: string;
  noun: readonly [one: string, many: string];
  list: string;
  href: (row: Row) => string;
  columns: readonly Column<Row>[];
};

const kinds: { [K in keyof SearchResults]: Kind<RowIn<K>> } = {
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
        cell: ({ status, payment_status }) => (
          <>
            <OrderStatusBadge status={status} /> <PaymentStatusBadge status={payment_status} />
          </>
        ),
      },
      { label: "Total", cell: ({ total }) => formatMoney(total), is_number: true },
    ],
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
  },
  devices: {
    title: "Devices",
    noun: ["device", "devices"],
    list: pages.devices,
    href: ({ id }) => hrefOf(pages.device, { device_id: id }),
    columns: [
      { label: "Serial number", cell: ({ serial }) => serial },
      { label: "Product", cell: ({ product_name }) => product_name },
    ],
  },
  invoices: {
    title: "Invoices",
    noun: ["invoice", "invoices"],
    list: pages.invoices,
    // the document is at the provider
    href: ({ reference_type, reference_id }) =>
      reference_type === "order"
        ? hrefOf(pages.order, { order_id: reference_id })
        : hrefOf(pages.subscription, { subscription_id: reference_id }),
    columns: [
      { label: "Invoice", cell: ({ number }) => number },
      { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
      { label: "Payment", cell: ({ payment_status }) => <PaymentStatusBadge status={payment_status} /> },
      { label: "Amount", cell: ({ amount }) => formatMoney(amount), is_number: true },
    ],
  },
};

function exactOf(found: SearchResults): string[] {
  const hrefs = <Row extends { is_exact: boolean }>({ rows }: { rows: Row[] }, { href }: Kind<Row>) =>
    rows.filter(({ is_exact }) => is_exact).map(href);
  return [
    ...hrefs(found.products, kinds.products),
    ...hrefs(found.orders, kinds.orders),
    ...hrefs(found.subscriptions, kinds.subscriptions),
    ...hrefs(found.devices, kinds.devices),
    ...hrefs(found.invoices, kinds.invoices),
  ];
}

function Results({ text, found }: { text: string; found: SearchResults }) {
  const { products, orders, subscriptions, devices, invoices } = found;
  const count = [products, orders, subscriptions, devices, invoices].reduce((sum, kind) => sum + kind.count, 0);
  return (
    <>
      <PageHeader title={`“${text}”`} note={count === 1 ? "1 result" : `${count.toLocaleString("en-US")} results`} />
      {count === 0 && (
        <EmptyState drawing="nothing" action={{ label: "See products", href: pages.products }}>
          No product, order, subscription, device or invoice has this in its name or number.
        </EmptyState>
      )}
      <Group text={text} kind={kinds.orders} {...orders} />
      <Group text={text} kind={kinds.subscriptions} {...subscriptions} />
      <Group text={text} kind={kinds.devices} {...devices} />
      <Group text={text} kind={kinds.invoices} {...invoices} />
      <Group text={text} kind={kinds.products} {...products} />
    </>
  );
}

type GroupProps<Row> = { text: string; kind: Kind<Row>; count: number; rows: readonly Row[] };

function Group<Row extends { id: string }>({ text, kind, count, rows }: GroupProps<Row>) {
  if (count === 0) return null;
  const { title, noun, list, href, columns } = kind;
  const number = count.toLocaleString("en-US");
  return (
    <section>
      <div className="title">
        <h2>{title}</h2>
        <p>{`${number} ${noun[count === 1 ? 0 : 1]}`}</p>
        {count > rows.length && <a href={hrefOf(list, {}, { search: text })}>{`All ${number} ${noun[1]}`}</a>}
      </div>
      <Table columns={columns} rows={rows} id={({ id }) => id} href={href} />
    </section>
  );
}

function Nothing() {
  return (
    <>
      <PageHeader title="Search" />
      <EmptyState drawing="nothing">
        Type a product, or the number of an order, a purchase order, a package, a device or an invoice.
      </EmptyState>
    </>
  );
}
