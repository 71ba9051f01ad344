import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/shipping.ts";
import { shippingDataShape } from "../../../contract/entities/order.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne, one, type RowOf } from "../../sql.ts";

type Change = InputOf<typeof contract.setShippingAddress>["body"];

const changedOrder = () => z.object({ shipping_data: z.object(shippingDataShape) });
const orderState = () => z.object({ is_canceled: z.boolean(), has_packages: z.boolean() });
type ShippingData = RowOf<typeof changedOrder>["shipping_data"];

/** Whether a package was sent (`orders`) or a label was requested (`packages`). */
const hasPackages = sql`(
  jsonb_array_length(o.shipping_data -> 'packages') > 0
  or exists (select 1 from packages p where p.order_id = o.id and p.status <> 'canceled')
)`;

/**
 * Sets the shipping address of an order without packages or requested labels. Paid amounts do not change. @throws
 * ORDER_NOT_FOUND, ORDER_CANCELED, ORDER_HAS_PACKAGES, and OBJECT_OUTDATED after a concurrent change of the order, such
 * as a label request
 */
export async function setShippingAddress(
  ctx: Ctx,
  orderId: string,
  { address, updated_at }: Change,
): Promise<ShippingData> {
  const row = await maybeOne(
    ctx,
    changedOrder,
    sql`
    with checked as materialized (
      select o.id, o.updated_at from orders o
      where o.id = ${orderId} and o.status <> 'canceled' and not ${hasPackages}
        and o.updated_at = coalesce(${updated_at ?? null}::timestamptz, o.updated_at)
    ),
    o as (
      update orders
      set
        shipping_data = orders.shipping_data || jsonb_build_object('address', ${JSON.stringify(address)}::jsonb),
        updated_at = greatest(now(), orders.updated_at + interval '1 millisecond')
      from checked
      where orders.id = checked.id and orders.updated_at = checked.updated_at
      returning orders.id, orders.org_id, orders.shipping_data, ${beforeAndAfter}
    ),
    ${audited(ctx, "setShippingAddress", "order", "o", { changes: diffRows() })}
    select shipping_data from o`,
  );
  if (row) return row.shipping_data;
  const currentOrder = await one(
    ctx,
    orderState,
    sql`
    select o.status = 'canceled' as is_canceled, ${hasPackages} as has_packages from orders o where o.id = ${orderId}`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  if (currentOrder.is_canceled) throw unprocessable("ORDER_CANCELED");
  throw unprocessable(currentOrder.has_packages ? "ORDER_HAS_PACKAGES" : "OBJECT_OUTDATED");
}
