import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { orderStatuses, paymentStatuses, subscriptionStatuses, subscriptionTerms } from "../../../db/enums.ts";
import { currentOrgId } from "../current-user.ts";
import { currentPriceLevel, isSold, nearestWords, priceAt, productSearch } from "../catalog/index.ts";
import type { ReadCtx } from "../context.ts";
import { orderIdsByLinePattern } from "../fulfilment/index.ts";
import { containsText } from "../listing.ts";
import { isOffered, viewerAsRecipient } from "../offers.ts";
import { escapeLike, iso, one, type RowOf } from "../sql.ts";
import { toAmounts, toOrderNumber } from "./typed-text.ts";

const rowsMax = 5;

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
    devices: group({
      serial: z.string(),
      name: z.nullable(z.string()),
      site: z.nullable(z.string()),
      product_name: z.string(),
    }),
    invoices: group({
      number: z.string(),
      payment_status: z.enum(paymentStatuses),
      amount: z.number(),
      created_at: z.string(),
    }),
    software: group({ name: z.string(), title: z.string(), kind_label: z.string() }),
    people: group({ name: z.string(), email: z.string() }),
    /**
     * The text with its first words replaced by similar words of products and software (`nearestWords`); null if the
     * search has results or no word is replaced.
     */
    did_you_mean: z.nullable(z.string()),
  });
export type SearchResults = RowOf<typeof searchResults>;

type PortalKind = { from: SQL; alias: string; where: SQL; is_exact: SQL; place: SQL; columns: SQL };

const buildGroup = ({ from, alias, where, is_exact, place, columns }: PortalKind): SQL => {
  const id = sql`${sql.identifier(alias)}.id`;
  return sql`(
    with hits as materialized (
      select ${id}, coalesce(${is_exact}, false) as is_exact, ${place} as place from ${from} where ${where}
    )
    select json_build_object('count', (select count(*)::int from hits), 'rows', coalesce((
      select json_agg(shown) from (
        select ${id}, h.is_exact, ${columns}
        from (select * from hits order by is_exact desc, place, id limit ${rowsMax}) h join ${from} on ${id} = h.id
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

const softwareKind = sql`(case
  when s.kind = 'plugin' then 'Flowpoint plugin'
  when s.category = 'firmware' or s.fits_product_ids <> '{}' then 'Firmware'
  when s.category = 'tool' then 'Tool'
  else 'App'
end)`;

const softwareWords = sql`
  select lower(w.word)
  from software s, regexp_split_to_table(s.title, '[^[:alnum:]]+') w (word)
  where not s.is_deleted and length(w.word) > 2`;

/**
 * Products and software on offer and the organization's own records whose name or number contains the text: orders
 * (also by purchase order, tracking number, whole serial number and sum; by product and part of a serial number in the
 * newest 2,000), subscriptions (by product and purchase order number), devices (by serial number, product, name, site
 * and tags), invoices (also by purchase order, order and amount) and users. One round trip. Invoices require permission
 * to see billing, users permission to manage them, which the caller checks.
 */
export function searchEverything(ctx: ReadCtx, text: string): Promise<SearchResults> {
  const orgId = currentOrgId(ctx);
  const pattern = `%${escapeLike(text)}%`;
  const isEqualToText = (column: SQL) => sql`lower(${column}) = lower(${text})`;
  const newestFirst = (column: SQL) => sql`-extract(epoch from ${column})`;
  const number = toOrderNumber(text);
  const amounts = toAmounts(text);
  const hasNumber = number === undefined ? sql`false` : sql`o.order_number = ${number}`;
  const costs = (column: SQL) =>
    amounts ? sql`${column} between ${amounts[0]}::bigint and ${amounts[1]}::bigint` : sql`false`;
  const products = buildGroup({
    from: sql`products p`,
    alias: "p",
    where: sql`${isSold} and ${containsText(productSearch, text)}`,
    is_exact: isEqualToText(sql`p.sku`),
    place: sql`p.position`,
    columns: sql`p.name, p.sku, ${priceAt(currentPriceLevel(ctx))} as price, p.subscription_term`,
  });
  const orders = buildGroup({
    from: sql`orders o`,
    alias: "o",
    where: sql`o.org_id = ${orgId} and (
      o.order_number ilike ${pattern} or o.po_number ilike ${pattern} or ${hasNumber} or ${costs(sql`o.total`)}
      or ${isTracked(sql`ilike ${pattern}`)}
      or o.id = any(array(${orderIdsByLinePattern(orgId, text, pattern)}))
    )`,
    is_exact: sql`(
      ${isEqualToText(sql`o.order_number`)} or ${hasNumber} or ${isEqualToText(sql`o.po_number`)}
      or ${isTracked(sql`ilike ${escapeLike(text)}`)}
    )`,
    place: newestFirst(sql`o.created_at`),
    columns: sql`o.order_number, o.status, o.payment_status, o.total::float as total,
      ${iso("o.created_at")} as created_at`,
  });
  const subscriptions = buildGroup({
    from: sql`subscriptions s`,
    alias: "s",
    where: sql`s.org_id = ${orgId} and (
      exists (select 1 from products p where p.id = s.product_id and p.name ilike ${pattern})
      or ${isBought(sql`ilike ${pattern}`)}
    )`,
    is_exact: isBought(sql`ilike ${escapeLike(text)}`),
    place: newestFirst(sql`s.created_at`),
    columns: sql`(select p.name from products p where p.id = s.product_id) as name, s.status,
      ${iso("s.cancel_at")} as cancel_at, ${iso("s.created_at")} as created_at`,
  });
  const devices = buildGroup({
    from: sql`devices d`,
    alias: "d",
    where: sql`d.org_id = ${orgId} and not d.is_deleted and (
      d.serial ilike ${pattern} or d.name ilike ${pattern} or d.site ilike ${pattern}
      or array_to_string(d.tags, ' ') ilike ${pattern} or exists (
        select 1 from products p where p.id = d.product_id and p.name ilike ${pattern}
      )
    )`,
    is_exact: isEqualToText(sql`d.serial`),
    place: sql`d.serial`,
    columns: sql`d.serial, d.name, d.site,
      (select p.name from products p where p.id = d.product_id) as product_name`,
  });
  const invoices = buildGroup({
    from: sql`invoices i`,
    alias: "i",
    where: sql`i.org_id = ${orgId} and (
      i.stripe_invoice_no ilike ${pattern} or i.po_number ilike ${pattern} or ${costs(sql`i.amount`)}
      or (i.reference_type = 'order' and exists (
        select 1 from orders o where o.id = i.reference_id and (o.order_number ilike ${pattern} or ${hasNumber})
      ))
    )`,
    is_exact: isEqualToText(sql`i.stripe_invoice_no`),
    place: newestFirst(sql`i.created_at`),
    columns: sql`coalesce(i.stripe_invoice_no, 'Invoice for ' || coalesce(
        (select o.order_number from orders o where i.reference_type = 'order' and o.id = i.reference_id), 'a plan'
      )) as number,
      i.payment_status, i.amount::float as amount, ${iso("i.created_at")} as created_at`,
  });
  const software = buildGroup({
    from: sql`software s`,
    alias: "s",
    where: sql`s.kind in ('software', 'plugin') and not s.is_deleted
      and (s.title || ' ' || s.name || ' ' || s.description || ' ' || ${softwareKind}) ilike ${pattern}
      and exists (
        select 1 from software_versions v
        where v.software_id = s.id and not v.is_deleted and ${isOffered(viewerAsRecipient(ctx))}
      )`,
    is_exact: sql`false`,
    place: sql`s.title`,
    columns: sql`s.name, s.title, ${softwareKind} as kind_label`,
  });
  const people = buildGroup({
    from: sql`users u`,
    alias: "u",
    where: sql`u.org_id = ${orgId} and (u.email || ' ' || u.first_name || ' ' || u.last_name) ilike ${pattern}`,
    is_exact: sql`false`,
    place: sql`u.last_name`,
    columns: sql`u.first_name || ' ' || u.last_name as name, u.email`,
  });
  const groups = sql.join(
    [
      sql`${products} as products`,
      sql`${orders} as orders`,
      sql`${subscriptions} as subscriptions`,
      sql`${devices} as devices`,
      sql`${invoices} as invoices`,
      sql`${software} as software`,
      sql`${people} as people`,
    ],
    sql`, `,
  );
  return one(
    ctx,
    searchResults,
    sql`
    with answered as materialized (select ${groups})
    select a.*, case when not exists (select 1 from json_each(to_json(a)) g where (g.value ->> 'count')::int > 0)
      then ${nearestWords(text, softwareWords)} end as did_you_mean
    from answered a`,
    () => new Error("a search returned no row"),
  );
}
