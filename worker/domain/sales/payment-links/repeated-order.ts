import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { order as orderRow } from "../../../contract/entities/order.ts";
import { BadRequest } from "../../../contract/errors.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { deriveUuids } from "../../derived-uuids.ts";
import { type Order, orderColumns } from "../../fulfilment/index.ts";
import { maybeOne } from "../../sql.ts";

export type LinkIds = { order_id: string; invoice_id: string };

/**
 * Derives the ids of order and invoice from a user's idempotency key, so that a repeated call finds the first call's
 * order and gets the same page from the provider.
 */
export async function toLinkIds(userId: string, key: string): Promise<LinkIds> {
  const [order_id, invoice_id] = await deriveUuids(`order-by-link:${userId}:${key}`);
  return { order_id, invoice_id };
}

/**
 * Order of the first call with these ids; undefined if there was none. @throws BadRequest if the order has other
 * products or quantities
 */
export async function findRepeatedOrder(
  ctx: Ctx,
  { order_id }: LinkIds,
  quantities: ReadonlyMap<string, number>,
): Promise<Order | undefined> {
  const existing = await maybeOne(
    ctx,
    () => z.object({ order: orderRow, quantities: z.record(z.string(), z.int()) }),
    sql`
    select (select to_json(item) from (select ${orderColumns}) item) as order,
      (select json_object_agg(l.product_id, l.quantity) from order_lines l where l.order_id = o.id) as quantities
    from orders o
    where o.id = ${order_id} and o.org_id = ${requireUser(ctx).org_id}`,
  );
  if (!existing) return undefined;
  const entries = Object.entries(existing.quantities);
  const isSame = entries.length === quantities.size && entries.every(([id, count]) => quantities.get(id) === count);
  if (isSame) return existing.order;
  const message = "This key belongs to an order of other products. Send a new key with a new order.";
  throw new BadRequest([{ code: "custom", path: ["idempotency-key"], message }]);
}
