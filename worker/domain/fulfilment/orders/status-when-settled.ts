import { sql } from "drizzle-orm";

/**
 * Status of a paid new or processing row of `orders` that owes nothing more. Null while the order owes pieces or has no
 * lines, and if every line was refunded but not the shipping, which a cancellation refunds. Software counts as received
 * once it is paid.
 */
export const statusWhenSettled = sql`case
  when not exists (select 1 from order_lines l where l.order_id = orders.id)
    or exists (select 1 from order_lines l where l.order_id = orders.id and owed_pieces(l) > 0) then null
  when exists (select 1 from order_lines l where l.order_id = orders.id and l.shipped_quantity > 0) then
    case
      when exists (
        select 1 from jsonb_array_elements(orders.shipping_data -> 'packages') parcel
        where parcel ->> 'delivered_at' is null
      ) then 'shipped'
      else 'received'
    end
  when exists (
    select 1 from order_lines l join products p on p.id = l.product_id
    where l.order_id = orders.id and p.type = 'software'
  ) then 'received'
end`;

export const hasShippedPieces = sql`exists (
  select 1 from order_lines l where l.order_id = orders.id and l.shipped_quantity > 0
)`;

/** A shipped row of `orders` was delivered and owes nothing more, because its last owed pieces were refunded since. */
export const isDelivered = sql`(${statusWhenSettled} = 'received' and exists (
  select 1 from jsonb_array_elements(orders.shipping_data -> 'packages') parcel
  where parcel ->> 'delivered_at' is not null
))`;
