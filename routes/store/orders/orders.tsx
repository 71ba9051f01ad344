import type * as z from "zod/mini";
import { orderStatuses } from "../../../db/enums.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { SelectField } from "../../../islands/ui/select-field.tsx";
import { pageHref } from "../../../worker/contract/page-query.ts";
import * as contract from "../../../worker/contract/v1/client/orders.ts";
import { listOrders, type Order } from "../../../worker/domain/orders/index.ts";
import { page } from "../../../worker/http/page.ts";
import { appLayout } from "../../layouts.tsx";
import { Paging } from "../../../worker/ui/paging.tsx";
import { OrderStatusBadge, orderStatusText, PaymentStatusBadge } from "../../../worker/ui/status-badges.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

type Query = z.output<typeof contract.listOrders.query>;

export const orders = page({
  path: pages.orders,
  access: "session",
  layout: appLayout,
  section: "Orders",
  query: contract.listOrders.query,
  page_size: 20,
  load: ({ ctx, query }) => listOrders(ctx, query),
  head: () => ({ title: "Orders · CrunchBox", no_store: true }),
  view: ({ data, meta }, { query }) => (
    <>
      <div className="title">
        <h1>Orders</h1>
        <p>{meta.count === 1 ? "1 order" : `${meta.count.toLocaleString("en-US")} orders`}</p>
      </div>
      <OrderFilter query={query} />
      {data.length === 0 ? <NoOrders query={query} /> : <OrderTable orders={data} />}
      <Paging
        meta={meta}
        what="orders"
        href={(number) => pageHref(pages.orders, contract.listOrders.query, query, { page: number })}
      />
    </>
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
  const isFiltered = query.search !== undefined || query.status !== undefined || query.offset > 0;
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
