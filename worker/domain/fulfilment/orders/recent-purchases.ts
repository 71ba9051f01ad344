import { sql } from "drizzle-orm";
import { currentOrgId } from "../../current-user.ts";
import { currentPriceLevel, isSold, priceAt, type Product } from "../../catalog/index.ts";
import type { ReadCtx } from "../../context.ts";
import { iso } from "../../sql.ts";
import type { Order } from "./list-orders.ts";

export type OpenOrder = Pick<Order, "id" | "order_number" | "status" | "payment_status" | "total" | "created_at">;
export type BoughtProduct = Pick<Product, "id" | "name" | "main_image" | "price" | "subscription_term">;

export type RecentPurchases = {
  open_orders: OpenOrder[];
  /**
   * Up to four products of the organization's last twenty orders that are still on sale, last bought first, at the
   * viewer's price.
   */
  products: BoughtProduct[];
};

export async function readRecentPurchases(ctx: ReadCtx): Promise<RecentPurchases> {
  const org_id = currentOrgId(ctx);
  const { rows } = await ctx.db.execute<RecentPurchases>(sql`
    select coalesce((select json_agg(item) from (
      select o.id, o.order_number, o.status, o.payment_status, o.total::float as total,
        ${iso("o.created_at")} as created_at
      from orders o
      where o.org_id = ${org_id} and o.status in ('new', 'processing', 'shipped')
      order by o.created_at desc, o.id desc limit 3
    ) item), '[]') as open_orders,
    coalesce((select json_agg(item) from (
      select p.id, p.name, p.main_image, ${priceAt(currentPriceLevel(ctx))} as price, p.subscription_term
      from (
        select o.id, o.created_at from orders o
        where o.org_id = ${org_id} and o.status <> 'canceled'
        order by o.created_at desc, o.id desc limit 20
      ) recent
      join order_lines l on l.order_id = recent.id
      join products p on p.id = l.product_id and ${isSold}
      group by p.id
      order by max(recent.created_at) desc, p.id limit 4
    ) item), '[]') as products`);
  return rows[0] ?? { open_orders: [], products: [] };
}
