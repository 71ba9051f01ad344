import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import type { Role } from "../../db/enums.ts";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { formatMoney } from "../../islands/lib/money.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { listOrders, type Order } from "../../worker/domain/orders/index.ts";
import { listSubscriptions } from "../../worker/domain/subscriptions/index.ts";
import { page } from "../../worker/http/page.ts";
import { DateText } from "../../worker/ui/date.tsx";
import { Dashboard, type Need } from "../../worker/ui/layouts/layouts.tsx";
import { type Column, Table } from "../../worker/ui/lists/table.tsx";
import { appLayout } from "../layouts.tsx";

const roleNames: Record<Role, string> = {
  admin: "Administrator",
  user: "User",
  org: "Organization manager",
  buyer: "Buyer",
  "beta-tester": "Beta tester",
};

export const portalHome = page({
  path: pages.portal,
  access: "session",
  layout: appLayout,
  section: "Account",
  async load({ ctx }) {
    const [late, newest] = await Promise.all([
      listSubscriptions(ctx, { ...first, status: "past_due" }),
      listOrders(ctx, { ...first, limit: 5 }),
    ]);
    return { late_count: late.meta.count, orders: newest.data };
  },
  head: () => ({ title: "Account · CrunchBox", no_store: true }),
  view: ({ late_count, orders }, { viewer }) => (
    <>
      <PageHeader title="Account" />
      <Dashboard needs={needsOf(late_count)}>
        <section>
          <Facts
            facts={[
              ["Name", `${viewer.first_name} ${viewer.last_name}`],
              ["Organization", viewer.organization.name],
              ["Email", viewer.email],
              ["Roles", viewer.roles.map((role) => roleNames[role]).join(", ")],
            ]}
          />
          <p className="links">
            <a href={pages.profile}>Profile and email</a>
          </p>
        </section>
        {orders.length > 0 && <NewestOrders orders={orders} />}
      </Dashboard>
    </>
  ),
});

const first = { limit: 1, offset: 0, sort: "-created_at" } as const;

const needsOf = (lateCount: number): Need[] =>
  lateCount === 0
    ? []
    : [
        {
          what: lateCount === 1 ? "A subscription is past due" : "Subscriptions are past due",
          number: lateCount.toLocaleString("en-US"),
          link: [lateCount === 1 ? "See it" : "See them", hrefOf(pages.subscriptions, {}, { status: "past_due" })],
        },
      ];

const orderColumns: readonly Column<Order>[] = [
  { label: "Order", cell: ({ order_number }) => order_number },
  { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
  { label: "Total", cell: ({ total }) => formatMoney(total), is_number: true },
];

/** What the organization ordered last; the row is its order's. */
function NewestOrders({ orders }: { orders: Order[] }) {
  return (
    <section>
      <div className="title">
        <h2>Newest orders</h2>
        <a href={pages.orders}>All orders</a>
      </div>
      <Table
        columns={orderColumns}
        rows={orders}
        id={({ id }) => id}
        href={({ id }) => hrefOf(pages.order, { order_id: id })}
      />
    </section>
  );
}
