import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { subscriptionTerms } from "../../../db/enums.ts";
import { productShape } from "../../contract/entities/product.ts";
import { notFound } from "../../contract/errors.ts";
import type { ReadCtx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { many, one, type RowOf } from "../sql.ts";
import { filterConditions, matchesFilter, type ProductFilter, type ProductQuery } from "./list-products.ts";
import { basePriceLevel, currentPriceLevel, orgPriceLevel, priceAt } from "./price.ts";
import { customerColumns, isSold, productSearch } from "./product-rows.ts";

const offerTerm = () =>
  z.object({ id: z.string(), subscription_term: z.enum(subscriptionTerms), price: z.nullable(z.int()) });

const offerShape = () => ({
  ...productShape,
  /** US cents at the visitors' price level. */
  list_price: z.nullable(z.int()),
  /** The plan's name without its term; null for a product that is no term of such a plan. */
  family: z.nullable(z.string()),
  /** All terms of the plan on sale, shortest first; empty without a family. */
  terms: z.array(offerTerm()),
});
const offer = () => z.object(offerShape());
export type Offer = RowOf<typeof offer>;

// The subquery `offer` passes columns of the outer p to its join, whose products shadow the alias p.
const offerColumns = (level: SQL): SQL => sql`${customerColumns(level)},
  ${priceAt(sql`${basePriceLevel}::text`)} as list_price,
  p.family,
  coalesce((
    select json_agg(json_build_object('id', p.id, 'subscription_term', p.subscription_term, 'price', ${priceAt(level)})
      order by p.subscription_term)
    from (select p.family) offer
    join products p on p.family = offer.family and p.subscription_term is not null and ${isSold}
  ), '[]') as terms`;

const isFirstOfFamily = (query: ProductFilter): SQL => sql`(p.family is null or p.id in (
  select distinct on (p.family) p.id from products p
  where p.family is not null and ${matchesFilter(query)}
  order by p.family, p.position, p.id))`;

/** A plan with several terms is one offer. */
export function listOffers(ctx: ReadCtx, query: ProductQuery): Promise<Page<Offer>> {
  const level = currentPriceLevel(ctx);
  return readPage(ctx, query, {
    shape: offer,
    columns: offerColumns(level),
    from: sql`products p`,
    where: [...filterConditions(query), isFirstOfFamily(query)],
    ...productSearch,
    names: ["name"],
    sorts: { price: priceAt(level) },
  });
}

const relatedOffer = () => z.object({ ...offerShape(), is_fitting: z.boolean() });
export type RelatedOffer = RowOf<typeof relatedOffer>;

const relatedMax = 4;

/**
 * Offers to show beside a product: products made for it come first, then products that it names, then products of its
 * category; hardware and software alternate. Leaves out the product's own family; empty for a product that is not sold.
 */
export async function listRelatedOffers(ctx: ReadCtx, id: string): Promise<RelatedOffer[]> {
  const rows = await many(
    ctx,
    () => z.object({ offer: relatedOffer() }),
    sql`
    with own as (
      select p.id, p.name, p.family, p.category, p.devices || p.compatibility as names
      from products p
      where p.id = ${id} and ${isSold}
    ), related as (
      select p.id, 1 as rank from own join products p on p.devices @> array[own.name]
      union all
      select p.id, 2 from own join products p on p.name collate names = any(own.names)
      union all
      (
        select p.id, 3 from own join products p on p.category = own.category and ${isSold}
        order by p.position, p.id
        limit ${relatedMax * 3}
      )
    ), nearest as (
      select r.id, min(r.rank) as rank from related r group by r.id
    )
    select to_json(shown) as offer
    from (
      select ${offerColumns(currentPriceLevel(ctx))}, n.rank < 3 as is_fitting
      from nearest n join products p using (id) cross join own
      where p.id <> own.id and (p.family is null or p.family is distinct from own.family)
        and ${isSold} and ${isFirstOfFamily({})}
      order by is_fitting desc,
        row_number() over (partition by n.rank < 3, p.type order by n.rank, p.position, p.id), p.type, p.id
      limit ${relatedMax}
    ) shown`,
  );
  return rows.map(({ offer: related }) => related);
}

const offerDetails = () =>
  z.object({
    ...offerShape(),
    /** Ids of products on sale, by those names in `compatibility` and `devices` that are products. */
    named: z.record(z.string(), z.string()),
  });
export type OfferDetails = RowOf<typeof offerDetails>;

// The index on product names has the collation `names`, which is deterministic: equal names are equal texts.
const relatedProducts = sql`coalesce((
  select json_object_agg(p.name, p.id)
  from (select p.compatibility || p.devices as names) offer
  join products p on p.name collate names = any(offer.names) and ${isSold}
), '{}') as named`;

export const getOffer = (ctx: ReadCtx, id: string): Promise<OfferDetails> =>
  readOffer(ctx, id, currentPriceLevel(ctx), isSold);

/** A product page as visitors or an organization's members would see it, on sale or not; for administrators. */
export const previewOffer = (ctx: ReadCtx, id: string, org_id: string | null): Promise<OfferDetails> =>
  readOffer(ctx, id, orgPriceLevel(org_id), sql`true`);

async function readOffer(ctx: ReadCtx, id: string, level: SQL, condition: SQL): Promise<OfferDetails> {
  const row = await one(
    ctx,
    () => z.object({ offer: offerDetails() }),
    sql`
    select to_json(shown) as offer from (
      select ${offerColumns(level)}, ${relatedProducts} from products p where p.id = ${id} and ${condition}) shown`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );
  return row.offer;
}
