import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import {
  adminOrder,
  adminOrderShape,
  listedOrder,
  type order,
  orderLine,
  orderShape,
  orderWithLinesShape,
} from "../../../contract/entities/order.ts";
import { parseCentsRange, parseDays } from "../../../contract/buying/search-terms.ts";
import { forbidden, notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { selectFields } from "../../select-of.ts";
import { whereInShopDays } from "../../shop-days.ts";
import { refundedQuantity } from "../../sold-orders.ts";
import { one } from "../../sql.ts";
import { currentOrgId } from "../../current-user.ts";
import { whereInDays, isAmong, organizationIdsByName, type Page, readPage } from "../../listing.ts";
import { orderIdsByLinePattern } from "./line-search.ts";
import { orderIdsByTrackingPattern } from "./tracking.ts";

export type Order = z.output<typeof order>;
export type ListedOrder = z.output<typeof listedOrder>;
export type OrderLine = z.output<typeof orderLine>;
export type AdminOrder = z.output<typeof adminOrder>;
export type AdminOrderFilter = OrderFilter & {
  payment_status?: string | undefined;
  org_id?: string | undefined;
  user_id?: string | undefined;
  /** Days in the shop's time zone. */
  from?: string | undefined;
  to?: string | undefined;
};

const orderExpressions = {
  total: sql`o.total::float`,
  ships_by: sql`o.ships_by::text`,
  arrives_from: sql`o.arrives_from::text`,
  arrives_by: sql`o.arrives_by::text`,
  total_details: sql`json_build_object('shipping', o.shipping, 'tax', o.tax)`,
};
export const orderColumns: SQL = selectFields(orderShape, "o", orderExpressions);

const lineColumns = selectFields(orderLine.shape, "l", {
  refunded_quantity: refundedQuantity,
  owed_quantity: sql`owed_pieces(l)`,
  sku: sql`(select p.sku from products p where p.id = l.product_id)`,
});
export const orderLineList: SQL = sql`coalesce((select json_agg(line) from (
  select ${lineColumns}
  from order_lines l where l.order_id = o.id order by l.position) line), '[]')`;
const lines = sql`${orderLineList} as lines`;
const items = sql`(
  select json_build_object('count', count(*), 'first_name', (array_agg(l.name order by l.position))[1])
  from order_lines l
  where l.order_id = o.id
)`;
const listedColumns = selectFields(listedOrder.shape, "o", { ...orderExpressions, items });
const adminColumns = selectFields(adminOrderShape, "o", {
  ...orderExpressions,
  items,
  organization: sql`(
    select json_build_object('id', org.id, 'name', org.name)
    from organizations org
    where org.id = o.org_id
  )`,
  placed_by: sql`(
    select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
    from users u
    where u.id = o.user_id
  )`,
});
const text = sql`o.order_number`;

/**
 * PO and tracking numbers have their own indexes. `orgId` limits the search to one organization, so that response times
 * reveal nothing about others.
 */
const orderIdsByNumber = (pattern: string, orgId?: SQL): SQL => sql`
  select p.id from orders p where p.po_number ilike ${pattern} ${orgId ? sql`and p.org_id = ${orgId}` : sql``}
  union all
  ${orderIdsByTrackingPattern(pattern, orgId)}`;

/** Amounts and days match if they are typed as the pages display them. */
function matchesOwnOrder(ctx: ReadCtx, matches: SQL, pattern: string, search: string): SQL {
  const [amount, days] = [parseCentsRange(search), parseDays(search)];
  const orgId = currentOrgId(ctx);
  const ids = sql`${orderIdsByNumber(pattern, orgId)} union all ${orderIdsByLinePattern(orgId, search, pattern)}`;
  const alternatives = [
    matches,
    isAmong(sql`o.id`, ids, pattern),
    amount && sql`o.total between ${amount.from} and ${amount.to}`,
    days && sql.join(whereInDays(ctx, sql`o.created_at`, [days.from, days.to]), sql` and `),
  ].filter((each) => each !== undefined);
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

const isUnpaid = sql`(o.payment_status in ('pending', 'declined') and o.status <> 'canceled')`;
const isOpen = sql`(o.status in ('new', 'processing', 'shipped'))`;
type OrderFilter = { status?: string | undefined; is_unpaid?: boolean | undefined; is_open?: boolean | undefined };
/** Days in the viewer's time zone. */
type DayRange = { from?: string | undefined; to?: string | undefined };

/** Every member sees all orders of the organization (O-124). */
export const listOrders = (ctx: ReadCtx, query: ListQuery & OrderFilter & DayRange): Promise<Page<ListedOrder>> =>
  readPage(ctx, query, {
    shape: () => listedOrder,
    columns: listedColumns,
    from: sql`orders o`,
    isOwn: true,
    where: [
      sql`o.org_id = ${currentOrgId(ctx)}`,
      query.status && sql`o.status = ${query.status}`,
      query.is_unpaid !== undefined && sql`${isUnpaid} = ${query.is_unpaid}`,
      query.is_open !== undefined && sql`${isOpen} = ${query.is_open}`,
      ...whereInDays(ctx, sql`o.created_at`, [query.from, query.to]),
    ],
    text,
    searchIn: (matches, pattern) => matchesOwnOrder(ctx, matches, pattern, query.search ?? ""),
    alias: "o",
  });

export const adminOrderSource = (query: AdminOrderFilter) => ({
  from: sql`orders o`,
  where: [
    query.org_id && sql`o.org_id = ${query.org_id}`,
    query.status && sql`o.status = ${query.status}`,
    query.payment_status && sql`o.payment_status = ${query.payment_status}`,
    query.is_unpaid !== undefined && sql`${isUnpaid} = ${query.is_unpaid}`,
    query.user_id && sql`o.user_id = ${query.user_id}`,
    ...whereInShopDays(sql`o.created_at`, [query.from, query.to]),
  ],
  text,
  searchIn: (matches: SQL, pattern: string) =>
    sql`(${matches} or ${isAmong(sql`o.id`, orderIdsByNumber(pattern), pattern)}
      or ${isAmong(sql`o.org_id`, organizationIdsByName(pattern), pattern)})`,
  alias: "o",
});

export const listAdminOrders = (ctx: ReadCtx, query: ListQuery & AdminOrderFilter): Promise<Page<AdminOrder>> =>
  readPage(ctx, query, { ...adminOrderSource(query), shape: () => adminOrder, columns: adminColumns });

/** @throws ORDER_NOT_FOUND, and ORDER_ACCESS_DENIED for another organization's order (O-123) */
export async function getOrder(ctx: ReadCtx, id: string): Promise<Order & { lines: OrderLine[] }> {
  const row = await one(
    ctx,
    () => z.object({ detail: z.object(orderWithLinesShape), is_own: z.boolean() }),
    sql`
    select to_json(item) as detail, item.org_id = ${currentOrgId(ctx)} as is_own
    from (select ${orderColumns}, ${lines} from orders o where o.id = ${id}) item`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  if (!row.is_own) throw forbidden("ORDER_ACCESS_DENIED");
  return row.detail;
}

export async function getAdminOrder(ctx: ReadCtx, id: string): Promise<AdminOrder & { lines: OrderLine[] }> {
  const row = await one(
    ctx,
    () => z.object({ detail: z.object({ ...adminOrderShape, lines: z.array(orderLine) }) }),
    sql`
    select to_json(item) as detail
    from (
      select ${adminColumns}, ${lines}
      from orders o
      where o.id = ${id}
    ) item`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  return row.detail;
}
