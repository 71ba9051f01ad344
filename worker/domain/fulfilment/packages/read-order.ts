import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { orderStatuses, paymentStatuses } from "../../../../db/enums.ts";
import { cannotShip, notFound } from "../../../contract/errors.ts";
import { goodsShape } from "../../../contract/buying/customs.ts";
import { findNotShippableReason } from "../../../contract/buying/shippable.ts";
import { shippingDataShape } from "../../../contract/entities/order.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { one, type RowOf } from "../../sql.ts";

const shippedOrder = () =>
  z.object({
    id: z.string(),
    org_id: z.string(),
    order_number: z.string(),
    status: z.enum(orderStatuses),
    payment_status: z.enum(paymentStatuses),
    payment_terms_days: z.nullable(z.int()),
    is_test: z.boolean(),
    is_being_canceled: z.boolean(),
    shipping_data: z.object(shippingDataShape),
    lines: z.array(
      z.object({
        id: z.string(),
        product_id: z.string(),
        quantity: z.int(),
        owed_quantity: z.int(),
        name: z.string(),
        serial_number: z.array(z.string()),
        short_description: z.nullable(z.string()),
        ...goodsShape,
      }),
    ),
  });
export type ShippedOrder = RowOf<typeof shippedOrder>;

/**
 * The refund of the whole order is claimed, and its money may have left already, or its unpaid invoice is being closed,
 * which cancels what has not shipped. The order still owes its pieces if the refund names no lines, such as after a
 * refund by amount.
 */
export const isBeingCanceled = (orderId: SQL): SQL => sql`exists (
  select 1
  from invoices i join orders placed on placed.id = i.reference_id and placed.status in ('new', 'processing')
  where i.reference_type = 'order' and i.reference_id = ${orderId} and (
    exists (
      select 1 from refunds r
      where r.invoice_id = i.id and r.action = 'cancelOrder' and r.status in ('asked', 'pending', 'requires_action')
    ) or exists (
      select 1 from invoice_actions a
      where a.invoice_id = i.id and a.kind in ('void', 'write_off') and a.status = 'asked'
    )
  )
)`;

export const readShippedOrder = (ctx: ReadCtx, id: string): Promise<ShippedOrder> =>
  one(
    ctx,
    shippedOrder,
    sql`
    select
      o.id, o.org_id, o.order_number, o.status, o.payment_status, o.payment_terms_days, o.is_test, o.shipping_data,
      ${isBeingCanceled(sql`o.id`)} as is_being_canceled,
      coalesce((
        select json_agg(
          json_build_object(
            'id', l.id, 'product_id', l.product_id, 'quantity', l.quantity, 'owed_quantity', owed_pieces(l),
            'name', l.name, 'serial_number', l.serial_number, 'short_description', l.short_description,
            'price', l.price, 'weight_grams', p.weight_grams, 'country_of_origin', p.country_of_origin,
            'hs_code', p.hs_code, 'customs_value', p.customs_value
          )
          order by l.position
        )
        from order_lines l left join products p on p.id = l.product_id
        where l.order_id = o.id
      ), '[]') as lines
    from orders o
    where o.id = ${id}`,
    () => notFound("ORDER_NOT_FOUND"),
  );

export async function getOrderShipping(ctx: ReadCtx, id: string): Promise<ShippedOrder["shipping_data"]> {
  const { shipping_data } = await readShippedOrder(ctx, id);
  if (!shipping_data.address) throw notFound("SHIPPING_ADDRESS_NOT_FOUND");
  return shipping_data;
}

/**
 * An integration may report further packages of a shipped order, whatever happened to its payment since, and needs no
 * address. @throws PAYMENT_FAILED with the reason, or SHIPPING_ADDRESS_NOT_FOUND
 */
export function requireShippable({ actor }: Ctx, order: ShippedOrder): void {
  const isReported = actor.kind === "system";
  const hasLeft = order.status === "shipped" || order.status === "received";
  const why = order.is_being_canceled ? "being_canceled" : findNotShippableReason(order);
  if (why && !(isReported && hasLeft)) throw cannotShip(why);
  if (!order.shipping_data.address && !isReported) throw notFound("SHIPPING_ADDRESS_NOT_FOUND");
}
