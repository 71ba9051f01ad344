import { type OrderStatus, orderStatuses } from "../../../db/enums.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { SelectField } from "../../../islands/ui/select-field.tsx";
import { listOrders, type Order } from "../../../worker/domain/orders/index.ts";
import { page } from "../../../worker/http/page.ts";
import { type Frame, loadFrame } from "../frame.ts";
import { AppLayout } from "../../../worker/ui/app-layout.tsx";
import { Paging } from "../../../worker/ui/paging.tsx";
import { OrderStatusBadge, orderStatusText, PaymentStatusBadge } from "../../../worker/ui/status-badges.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

type Query = { search: string; status: OrderStatus | undefined; page: number };
type OrdersData = {
  frame: Frame;
  query: Query;
  orders: Order[];
  meta: { limit: number; offset: number; count: number };
};

const limit = 20;

function readQuery(query: URLSearchParams): Query {
  const number = Math.min(Math.max(Number.parseInt(query.get("page") ?? "1", 10) || 1, 1), 50_000);
  return {
    search: (query.get("search") ?? "").trim().slice(0, 128),
    status: orderStatuses.find((status) => status === query.get("status")),
    page: number,
  };
}

const ordersHref = ({ search, status }: Query, number: string) =>
  hrefOf(pages.orders, {}, { search, status, page: number });

export const orders = page<OrdersData>({
  path: pages.orders,
  access: "session",
  async load(input) {
    const query = readQuery(input.query);
    const [frame, found] = await Promise.all([
      loadFrame(input),
      listOrders(input.ctx, {
        limit,
        offset: (query.page - 1) * limit,
        sort: "-created_at",
        search: query.search || undefined,
        status: query.status,
      }),
    ]);
    return { frame, query, orders: found.data, meta: found.meta };
  },
  head: () => ({ title: "Orders · CrunchBox", no_store: true }),
  view: ({ frame, query, orders: shown, meta }) => (
    <AppLayout frame={frame} area="Orders">
      <div className="title">
        <h1>Orders</h1>
        <p>{meta.count === 1 ? "1 order" : `${meta.count.toLocaleString("en-US")} orders`}</p>
      </div>
      <OrderFilter query={query} />
      {shown.length === 0 ? <NoOrders query={query} /> : <OrderTable orders={shown} />}
      <Paging meta={meta} what="orders" href={(number) => ordersHref(query, number)} />
    </AppLayout>
  ),
});

function OrderFilter({ query }: { query: Query }) {
  return (
    <form className="toolbar" action={pages.orders}>
      <div className="field">
        <label className="label" htmlFor="order-search">
          Order number
        </label>
        <div className="control">
          <input id="order-search" type="search" name="search" defaultValue={query.search} maxLength={256} />
        </div>
      </div>
      <SelectField
        name="status"
        label="Status"
        defaultValue={query.status ?? ""}
        options={[["", "Every status"], ...orderStatuses.map((status) => [status, orderStatusText(status)] as const)]}
      />
      <button className="button quiet">Apply</button>
      {(query.search || query.status) && <a href={pages.orders}>Clear</a>}
    </form>
  );
}

function OrderTable({ orders: shown }: { orders: Order[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col">Payment</th>
          <th scope="col" className="number">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((order) => (
          <tr key={order.id}>
            <td>
              <a href={hrefOf(pages.order, { order_id: order.id })}>{order.order_number}</a>
            </td>
            <td>
              <DateText at={order.created_at} />
            </td>
            <td>
              <OrderStatusBadge status={order.status} />
            </td>
            <td>
              <PaymentStatusBadge status={order.payment_status} />
            </td>
            <td className="number">{formatMoney(order.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NoOrders({ query }: { query: Query }) {
  const isFiltered = query.search !== "" || query.status !== undefined || query.page > 1;
  return (
    <div className="empty">
      <p>
        {isFiltered
          ? "No order fits this."
          : "Your organization has not ordered anything yet. Its orders will stand here."}
      </p>
      <a className="button quiet" href={isFiltered ? pages.orders : pages.products}>
        {isFiltered ? "All orders" : "See products"}
      </a>
    </div>
  );
}
