import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { quoteStatuses } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { orderHours } from "../../../contract/entities/quote.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/client/quotes.ts";
import { isSold } from "../../catalog/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { exists, maybeOne } from "../../sql.ts";
import { newVersionClause } from "../carts/cart-rows.ts";
import { notifyShopParts } from "./quote-mails.ts";
import { isShownToCustomer, nextUpdatedAt, quoteStatus } from "./quote-rows.ts";
import { getQuote, type Quote } from "./read-quotes.ts";

type Input = InputOf<typeof contract.acceptQuote>["body"];

const isSellable = sql`not exists (
  select 1 from jsonb_array_elements(v.pieces) piece
  where not exists (
    select 1 from products p where p.id = (piece ->> 'id')::uuid and ${isSold} and p.subscription_term is null
  )
)`;

/**
 * Fills the user's cart with the newest version of the quote. One statement locks the quote, so that it is accepted
 * only once (ADR-081). A cart with products is refused, unless `set_aside` saves them.
 */
export async function acceptQuote(
  ctx: Ctx,
  id: string,
  { version, set_aside: setsAside = false }: Input,
): Promise<Quote> {
  const { user_id, org_id } = requireUser(ctx);
  const isAccepted = await exists(
    ctx,
    sql`
    with held as (
      select q.* from quotes q
      where q.id = ${id} and q.org_id = ${org_id} and q.status = 'sent' and q.version = ${version}
        and q.expires_at > now()
      for update
    ),
    buyer as (
      select u.id from users u, held where u.id = ${user_id} and u.is_active and u.org_id = held.org_id for share of u
    ),
    content as (
      select held.id, held.address, held.shipping_rate_id,
        greatest(held.expires_at, now() + ${orderHours} * interval '1 hour') as order_by,
        (
          select jsonb_object_agg(line ->> 'product_id', line -> 'quantity') from jsonb_array_elements(v.lines) line
        ) as products,
        (
          select jsonb_object_agg(piece ->> 'id', piece -> 'price') from jsonb_array_elements(v.pieces) piece
        ) as prices,
        jsonb_build_object(
          'quote_id', held.id, 'version', v.version, 'shipping', v.shipping, 'pieces', v.pieces,
          'order_by', to_char(
            greatest(held.expires_at, now() + ${orderHours} * interval '1 hour') at time zone 'UTC',
            'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          )
        ) as quoted
      from buyer, held join quote_versions v on v.quote_id = held.id and v.version = held.version
      where ${isSellable}
    ),
    filled as (
      insert into carts as c (user_id, org_id, products, seen_prices, quoted, address, shipping_rate_id, seen_shipping)
      select ${user_id}::uuid, ${org_id}::uuid, f.products, f.prices, f.quoted, f.address, f.shipping_rate_id,
        cart_shipping(f.shipping_rate_id, f.address, f.products, f.prices, f.quoted)
      from content f
      on conflict (user_id) where not is_complete do update
      set products = excluded.products, seen_prices = excluded.seen_prices, quoted = excluded.quoted,
        set_aside = case when c.products = '{}' then c.set_aside else coalesce(c.set_aside, '{}') || c.products end,
        address = case
          when coalesce(c.address -> 'shipping', 'null') = 'null' then excluded.address else c.address
        end,
        shipping_rate_id = coalesce(c.shipping_rate_id, excluded.shipping_rate_id), ${newVersionClause}
      where c.attempt_id is null and c.quoted is null and (c.products = '{}' or ${setsAside})
      returning c.id
    ),
    q as (
      update quotes as q
      set status = 'accepted', cart_id = filled.id, accepted_by = ${user_id}, accepted_at = now(),
        order_by = content.order_by, updated_at = ${nextUpdatedAt}
      from filled, content
      where q.id = content.id
      returning q.*
    ),
    ${audited(ctx, "acceptQuote", "quote", "q", {
      data: sql`jsonb_build_object('version', q.version, 'total', q.total)`,
    })},
    ${notifyShopParts(ctx, "accepted", sql`q.accepted_by`)}
    select 1 from q`,
  );
  if (!isAccepted) throw await findRefusal(ctx, id, version);
  ctx.wakeWorkers();
  return getQuote(ctx, id);
}

const factsRow = () =>
  z.object({
    status: z.enum(quoteStatuses),
    version: z.int(),
    is_sellable: z.boolean(),
    cart: z.nullable(z.object({ is_being_paid: z.boolean(), is_quoted: z.boolean() })),
  });

async function findRefusal(ctx: Ctx, id: string, version: number): Promise<Error> {
  const { user_id, org_id } = requireUser(ctx);
  const quote = await maybeOne(
    ctx,
    factsRow,
    sql`
    select ${quoteStatus} as status, q.version,
      coalesce((
        select ${isSellable} from quote_versions v where v.quote_id = q.id and v.version = q.version
      ), true) as is_sellable,
      (
        select json_build_object('is_being_paid', c.attempt_id is not null, 'is_quoted', c.quoted is not null)
        from carts c where c.user_id = ${user_id} and not c.is_complete
      ) as cart
    from quotes q join users buyer on buyer.id = ${user_id} and buyer.is_active and buyer.org_id = q.org_id
    where q.id = ${id} and q.org_id = ${org_id} and ${isShownToCustomer}`,
  );
  if (!quote) return notFound("QUOTE_NOT_FOUND");
  const { status } = quote;
  if (status === "accepted" || status === "ordered") return unprocessable("QUOTE_ALREADY_ACCEPTED");
  if (status === "expired") return unprocessable("QUOTE_EXPIRED");
  if (status !== "sent") return unprocessable("QUOTE_NOT_OPEN");
  if (quote.version !== version) return unprocessable("QUOTE_OUTDATED");
  if (!quote.is_sellable) return notFound("PRODUCT_NOT_FOUND");
  if (quote.cart?.is_being_paid) return unprocessable("CART_OUTDATED");
  return unprocessable(quote.cart?.is_quoted ? "CART_QUOTED" : "CART_NOT_EMPTY");
}
