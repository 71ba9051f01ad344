import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import {
  orderStatuses,
  paymentStatuses,
  referenceTypes,
  subscriptionStatuses,
  subscriptionTerms,
} from "../../../db/enums.ts";
import { currentOrgId } from "../current-user.ts";
import { currentPriceLevel, isSold, priceAt, productSearch } from "../catalog/index.ts";
import type { ReadCtx } from "../context.ts";
import { containsText } from "../listing.ts";
import { escapeLike, iso, one, type RowOf } from "../sql.ts";

const shownMax = 5;

const group = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.object({ count: z.int(), rows: z.array(z.object({ id: z.string(), is_exact: z.boolean(), ...shape })) });

const searchResults = () =>
  z.object({
    products: group({
      name: z.string(),
      sku: z.nullable(z.string()),
      price: z.nullable(z.number()),
      subscription_term: z.nullable(z.enum(subscriptionTerms)),
    }),
    orders: group({
      order_number: z.string(),
      status: z.enum(orderStatuses),
      payment_status: z.enum(paymentStatuses),
      total: z.number(),
      created_at: z.string(),
    }),
    subscriptions: group({
      name: z.string(),
      status: z.enum(subscriptionStatuses),
      cancel_at: z.nullable(z.string()),
      created_at: z.string(),
    }),
    devices: group({ serial: z.string(), product_name: z.string() }),
    invoices: group({
      number: z.string(),
      reference_type: z.enum(referenceTypes),
      reference_id: z.string(),
      payment_status: z.enum(paymentStatuses),
      amount: z.number(),
      created_at: z.string(),
    }),
  });
export type SearchResults = RowOf<typeof searchResults>;

type Kind = { from: SQL; alias: string; where: SQL; is_exact: SQL; place: SQL; columns: SQL };

const groupOf = ({ from, alias, where, is_exact, place, columns }: Kind): SQL => {
  const id = sql`${sql.identifier(alias)}.id`;
  return sql`(
    with hits as materialized (
      select ${id}, coalesce(${is_exact}, false) as is_exact, ${place} as place from ${from} where ${where}
    )
    select json_build_object('count', (select count(*)::int from hits), 'rows', coalesce((
      select json_agg(shown) from (
        select ${id}, h.is_exact, ${columns}
        from (select * from hits order by is_exact desc, place, id limit ${shownMax}) h join ${from} on ${id} = h.id
        order by h.is_exact desc, h.place, h.id
      ) shown), '[]')))`;
};

const isTracked = (fits: SQL): SQL => sql`exists (
  select 1 from jsonb_array_elements(o.shipping_data -> 'packages') parcel where parcel ->> 'tracking_id' ${fits}
)`;

const isBought = (fits: SQL): SQL => sql`exists (
  select 1 from invoices i
  where i.reference_type = 'subscription' and i.reference_id = s.id and i.org_id = s.org_id and i.po_number ${fits}
)`;

/**
 * Products on sale and the organization's own records whose name or number contains the text: orders (also by purchase
 * order, tracking and serial number), subscriptions (by product and purchase order number), devices, invoices (also by
 * purchase order number). One round trip. Invoices require the role org or buyer, which the caller checks.
 */
export function searchEverything(ctx: ReadCtx, text: string): Promise<SearchResults> {
  const orgId = currentOrgId(ctx);
  const pattern = `%${escapeLike(text)}%`;
  const is = (column: SQL) => sql`lower(${column}) = lower(${text})`;
  const newest = (column: SQL) => sql`-extract(epoch from ${column})`;
  const products = groupOf({
    from: sql`products p`,
    alias: "p",
    where: sql`${isSold} and ${containsText(productSearch, text)}`,
    is_exact: is(sql`p.sku`),
    place: sql`p.position`,
    columns: sql`p.name, p.sku, ${priceAt(currentPriceLevel(ctx))} as price, p.subscription_term`,
  });
  const orders = groupOf({
    from: sql`orders o`,
    alias: "o",
    where: sql`o.org_id = ${orgId} and (
      o.order_number ilike ${pattern} or o.po_number ilike ${pattern} or ${isTracked(sql`ilike ${pattern}`)} or exists (
        select 1 from order_lines l where l.order_id = o.id and upper(${text}) = any(l.serial_number)
      )
    )`,
    is_exact: sql`(
      ${is(sql`o.order_number`)} or ${is(sql`o.po_number`)} or ${isTracked(sql`ilike ${escapeLike(text)}`)}
    )`,
    place: newest(sql`o.created_at`),
    columns: sql`o.order_number, o.status, o.payment_status, o.total::float as total,
      ${iso("o.created_at")} as created_at`,
  });
  const subscriptions = groupOf({
    from: sql`subscriptions s`,
    alias: "s",
    where: sql`s.org_id = ${orgId} and (
      exists (select 1 from products p where p.id = s.product_id and p.name ilike ${pattern})
      or ${isBought(sql`ilike ${pattern}`)}
    )`,
    is_exact: isBought(sql`ilike ${escapeLike(text)}`),
    place: newest(sql`s.created_at`),
    columns: sql`(select p.name from products p where p.id = s.product_id) as name, s.status,
      ${iso("s.cancel_at")} as cancel_at, ${iso("s.created_at")} as created_at`,
  });
  const devices = groupOf({
    from: sql`devices d`,
    alias: "d",
    where: sql`d.org_id = ${orgId} and not d.is_deleted and d.serial ilike ${pattern}`,
    is_exact: is(sql`d.serial`),
    place: sql`d.serial`,
    columns: sql`d.serial, (select p.name from products p where p.id = d.product_id) as product_name`,
  });
  const invoices = groupOf({
    from: sql`invoices i`,
    alias: "i",
    where: sql`i.org_id = ${orgId} and (i.stripe_invoice_no ilike ${pattern} or i.po_number ilike ${pattern})`,
    is_exact: is(sql`i.stripe_invoice_no`),
    place: newest(sql`i.created_at`),
    columns: sql`coalesce(i.stripe_invoice_no, 'No number yet') as number, i.reference_type, i.reference_id,
      i.payment_status, i.amount::float as amount, ${iso("i.created_at")} as created_at`,
  });
  return one(
    ctx,
    searchResults,
    sql`
    select ${products} as products, ${orders} as orders, ${subscriptions} as subscriptions, ${devices} as devices,
      ${invoices} as invoices`,
    () => new Error("a search was not answered"),
  );
}
