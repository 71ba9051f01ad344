import { type SQL, sql } from "drizzle-orm";
import { adminQuoteShape, quoteRowShape, quoteShape } from "../../../contract/entities/quote.ts";
import { priceAt } from "../../catalog/index.ts";
import { selectFields } from "../../select-of.ts";
import { iso } from "../../sql.ts";

/** The cart of the accepted quote `q` is being paid, or waits for an approval. */
const isBeingOrdered = sql`exists (
  select 1 from carts placed where placed.id = q.cart_id and (placed.attempt_id is not null or placed.is_complete)
)`;

export const isOverdue = sql`(q.status = 'accepted' and q.order_by <= now() and not ${isBeingOrdered})`;

export const quoteStatus = sql`case
  when (q.status = 'sent' and q.expires_at <= now()) or ${isOverdue} then 'expired' else q.status end`;

/** A draft of the shop is not shown before it is sent. */
export const isShownToCustomer = sql`(q.started_by is null or q.version > 0)`;

export const canBeSent = sql`(q.status in ('requested', 'sent', 'rejected', 'expired'))`;

const userJson = (id: SQL): SQL => sql`(
  select json_build_object('id', named.id, 'name', btrim(named.first_name || ' ' || named.last_name))
  from users named where named.id = ${id}
)`;

const rowFields = {
  status: quoteStatus,
  org: sql`(select json_build_object('id', g.id, 'name', g.name) from organizations g where g.id = q.org_id)`,
  user: userJson(sql`q.user_id`),
  total: sql`q.total::float`,
  valid_until: sql`to_char(q.expires_at at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD')`,
  order_number: sql`(select o.order_number from orders o where o.id = q.order_id)`,
};

export const quoteRowColumns: SQL = selectFields(quoteRowShape, "q", rowFields);

const quoteFields = {
  ...rowFields,
  requested: sql`coalesce((
    select json_agg(json_build_object(
      'product_id', p.id, 'name', p.name, 'sku', p.sku, 'quantity', (item ->> 'quantity')::int
    ) order by place)
    from jsonb_array_elements(q.requested) with ordinality asked(item, place)
      join products p on p.id = (item ->> 'product_id')::uuid
  ), '[]')`,
  versions: sql`coalesce((
    select json_agg(json_build_object(
      'version', v.version, 'lines', v.lines, 'subtotal', v.subtotal, 'discount_percent', v.discount_percent,
      'discount', v.discount, 'shipping', v.shipping, 'total', v.total, 'text', v.text, 'valid_until', v.valid_until,
      'sent_at', ${iso("v.sent_at")}
    ) order by v.version desc)
    from quote_versions v where v.quote_id = q.id
  ), '[]')`,
  messages: sql`coalesce((
    select json_agg(json_build_object(
      'id', m.id, 'name', ${userJson(sql`m.user_id`)} ->> 'name', 'is_from_shop', m.is_from_shop, 'text', m.text,
      'created_at', ${iso("m.created_at")}
    ) order by m.created_at, m.id)
    from quote_messages m where m.quote_id = q.id
  ), '[]')`,
  accepted_by: userJson(sql`q.accepted_by`),
};

export const quoteColumns: SQL = selectFields(quoteShape, "q", quoteFields);

export const adminQuoteColumns: SQL = selectFields(adminQuoteShape, "q", {
  ...quoteFields,
  started_by: userJson(sql`q.started_by`),
  draft: sql`(q.draft || jsonb_build_object('lines', (
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'name', p.name, 'sku', p.sku, 'quantity', (item ->> 'quantity')::int,
      'price', (item ->> 'price')::bigint, 'list_price', ${priceAt(sql`
        select coalesce(g.price_level_name, 'Base Price') from organizations g where g.id = q.org_id`)}
    ) order by place)
    from jsonb_array_elements(q.draft -> 'lines') with ordinality drafted(item, place)
      join products p on p.id = (item ->> 'product_id')::uuid
  )))`,
});

/** Search text of the quote `q`; without a trigram index, because the list of quotes is short enough to be scanned. */
export const quoteText = sql`(
  q.quote_number || ' '
  || (select u.first_name || ' ' || u.last_name || ' ' || g.name
      from users u, organizations g where u.id = q.user_id and g.id = q.org_id)
)`;

export const nextUpdatedAt = sql`greatest(now(), q.updated_at + interval '1 millisecond')`;
