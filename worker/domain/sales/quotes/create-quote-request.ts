import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/store/quotes.ts";
import { currentPriceLevel, isSold, priceAt } from "../../catalog/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { idRow, iso, maybeOne } from "../../sql.ts";
import { newVersionClause } from "../carts/cart-rows.ts";
import { notifyShopParts } from "./quote-mails.ts";
import { getQuote, type Quote } from "./read-quotes.ts";

type Input = InputOf<typeof contract.createQuoteRequest>["body"];

/** The last day that a draft proposes: 30 days from today in UTC. */
export const proposedLastDay = sql`to_char((now() at time zone 'UTC')::date + 30, 'YYYY-MM-DD')`;

/** Creates a quote request from the cart and empties the cart. A repeated call returns the existing quote. */
export async function createQuoteRequest(ctx: Ctx, { updated_at, note }: Input): Promise<Quote> {
  const { user_id, org_id } = requireUser(ctx);
  const requestKey = `${user_id}:${updated_at}`;
  const createdQuote = await maybeOne(
    ctx,
    idRow,
    sql`
    with c as (
      select carts.* from carts
      where user_id = ${user_id} and not is_complete and attempt_id is null and quoted is null
        and ${iso("carts.updated_at")} = ${updated_at} and products <> '{}'
      for update
    ),
    item as (
      select e.key::uuid as id, e.value::int as quantity, p.name,
        coalesce(${priceAt(currentPriceLevel(ctx))}, (c.seen_prices ->> e.key)::bigint, 0) as price,
        p.id is not null and ${isSold} and p.subscription_term is null as is_quotable
      from c cross join lateral jsonb_each_text(c.products) e left join products p on p.id = e.key::uuid
    ),
    total as (
      select jsonb_agg(jsonb_build_object('product_id', id, 'quantity', quantity) order by name, id) as requested,
        jsonb_agg(
          jsonb_build_object('product_id', id, 'quantity', quantity, 'price', price) order by name, id
        ) as lines,
        sum(price * quantity) as goods
      from item having bool_and(is_quotable)
    ),
    q as (
      insert into quotes (org_id, user_id, note, requested, address, shipping_rate_id, asked_for, draft, total)
      select ${org_id}::uuid, ${user_id}::uuid, ${note || null}, total.requested, c.address, c.shipping_rate_id,
        ${requestKey},
        jsonb_build_object(
          'lines', total.lines, 'discount_percent', null, 'discount', null,
          'shipping', coalesce((c.seen_shipping ->> 'price')::bigint, 0), 'text', null, 'valid_until',
            ${proposedLastDay}
        ),
        total.goods + coalesce((c.seen_shipping ->> 'price')::bigint, 0)
      from c, total
      on conflict (asked_for) do nothing
      returning *
    ),
    emptied as (
      update carts as c set products = '{}', seen_prices = '{}', ${newVersionClause}
      from q where c.user_id = q.user_id and not c.is_complete
    ),
    ${audited(ctx, "createQuoteRequest", "quote", "q", { data: sql`jsonb_build_object('total', q.total)` })},
    ${notifyShopParts(ctx, "requested", sql`q.user_id`, { text: sql`q.note` })}
    select id from q`,
  );
  if (createdQuote) {
    ctx.wakeWorkers();
    return getQuote(ctx, createdQuote.id);
  }
  const sent = await maybeOne(
    ctx,
    idRow,
    sql`select id from quotes where asked_for = ${requestKey} and org_id = ${org_id}`,
  );
  if (sent) return getQuote(ctx, sent.id);
  throw await findRefusal(ctx, updated_at);
}

const factsRow = () =>
  z.object({
    updated_at: z.string(),
    is_empty: z.boolean(),
    is_quoted: z.boolean(),
    has_unsold: z.boolean(),
    has_plan: z.boolean(),
  });

async function findRefusal(ctx: Ctx, updatedAt: string): Promise<Error> {
  const cart = await maybeOne(
    ctx,
    factsRow,
    sql`
    select ${iso("c.updated_at")} as updated_at, c.products = '{}' as is_empty, c.quoted is not null as is_quoted,
      exists (
        select 1 from jsonb_object_keys(c.products) key
        where not exists (select 1 from products p where p.id = key::uuid and ${isSold})
      ) as has_unsold,
      exists (
        select 1 from products p where c.products ? p.id::text and p.subscription_term is not null
      ) as has_plan
    from carts c where c.user_id = ${requireUser(ctx).user_id} and not c.is_complete`,
  );
  if (!cart) return notFound("CART_NOT_FOUND");
  if (cart.is_quoted) return unprocessable("CART_QUOTED");
  if (cart.is_empty) return unprocessable("NO_PRODUCTS_IN_CART");
  if (cart.updated_at !== updatedAt) return unprocessable("CART_OUTDATED");
  if (cart.has_unsold) return notFound("PRODUCT_NOT_FOUND");
  if (cart.has_plan) return unprocessable("QUOTE_NOT_FOR_PLANS");
  return unprocessable("CART_OUTDATED");
}
