import { type SQL, sql } from "drizzle-orm";
import { pages } from "../../contract/pages.ts";
import type { Ctx } from "../context.ts";
import { notified } from "../notifications/index.ts";
import { pageUrl } from "../page-url.ts";

/**
 * The parts of a statement that tell the buyer of each of its rows, an order with its id, what happened to it; once. `orders`:
 * the part of the statement that has inserted them, where the table does not show them yet.
 */
function toldOfOrder(ctx: Ctx, type: "orderCanceled" | "invoiceForOrder", rows: SQL, orders = sql`orders`): SQL {
  const payload = sql`jsonb_strip_nulls(jsonb_build_object(
    'first_name', person.first_name, 'last_name', person.last_name,
    'order_number', placed.order_number, 'order_id', placed.id, 'po_number', placed.po_number,
    'order_details', jsonb_build_object('total', placed.total),
    'url', ${pageUrl(ctx, pages.order, { order_id: sql`placed.id` })}
  ))`;
  return notified(
    {
      as: "told_of_order",
      type,
      recipient: sql`person.email`,
      user_id: sql`person.id`,
      payload,
      event: sql`${type}::text || ':' || placed.id`,
    },
    sql`(${rows}) happened
      join ${orders} placed on placed.id = happened.id
      join users person on person.id = placed.user_id and person.is_active`,
  );
}

/** Of orders that were canceled. */
export const toldOfCancellation = (ctx: Ctx, rows: SQL): SQL => toldOfOrder(ctx, "orderCanceled", rows);

/** Of orders that are to be paid on a page of the provider, with their bill. */
export const toldOfBill = (ctx: Ctx, rows: SQL, orders: SQL): SQL => toldOfOrder(ctx, "invoiceForOrder", rows, orders);
