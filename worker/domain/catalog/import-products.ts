import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ProductType } from "../../../db/enums.ts";
import { violatedConstraint } from "../../../db/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { setPriceSource } from "./price-levels/price-source.ts";
import { type RowOf, many, texts } from "../sql.ts";

/** An item of the accounting system; a null field leaves the product's own value. */
export type ImportedProduct = {
  net_suite_id: string;
  sku: string;
  name: string | null;
  type: ProductType;
  is_inactive: boolean;
  /** US cents by price level; replaces all levels. */
  price_levels: Record<string, number> | null;
};

const outcomes = ["created", "changed", "unchanged", "sku-taken"] as const;
const importOutcome = () =>
  z.object({ net_suite_id: z.string(), id: z.nullable(z.string()), outcome: z.enum(outcomes) });
/** `sku-taken`: the SKU belongs to another product, or to another item of the same import; nothing was changed. */
export type ProductOutcome = RowOf<typeof importOutcome>;

const priceLevels = sql`coalesce(i.price_levels, p.price_levels)`;
const isArchived = sql`(i.is_inactive or (p.is_archived and not p.is_retired))`;

/**
 * Syncs products with items of the accounting system in one statement. An item finds its product by net_suite_id, else
 * by SKU, ignoring case, if that product has no item or its item is gone. The item owns SKU, name and prices, and an
 * inactive item archives its product; all other fields are ours. New products stay unpublished. Only created and
 * changed products get an audit entry. Safe to repeat.
 */
export async function importProducts(ctx: Ctx, rows: ImportedProduct[]): Promise<ProductOutcome[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      const products = await importBatch(ctx, rows);
      if (products.some(({ outcome }) => outcome === "changed" || outcome === "created")) ctx.changed.add("product");
      return products;
    } catch (error) {
      // An administrator took the SKU of an item at the same moment: the next attempt sees that product.
      if (violatedConstraint(error) !== "products_sku_unique" || tries === triesMax) throw error;
    }
  }
}

const triesMax = 3;

const importBatch = (ctx: Ctx, rows: ImportedProduct[]): Promise<ProductOutcome[]> =>
  many(
    ctx,
    importOutcome,
    sql`
    with price_source as materialized (
      ${setPriceSource(ctx, "accounting")}
    ), incoming as materialized (
      select r.place, r.net_suite_id, r.sku, r.name, r.type, r.is_inactive, coalesce(known.id, same.id) as product_id,
        (
          select jsonb_object_agg(coalesce(l.name, k.key), k.value)
          from jsonb_each(r.price_levels) k left join price_levels l on lower(btrim(l.name)) = lower(btrim(k.key))
        ) as price_levels,
        case
          when row_number() over (partition by lower(r.sku) order by known.id is null, r.place) > 1
            or (taken.id is not null and taken.id is distinct from coalesce(known.id, same.id)) then 'sku-taken'
        end as refusal
      from jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}::jsonb) as r(
          place int, net_suite_id text, sku text, name text, type text, is_inactive boolean, price_levels jsonb)
        left join products known on known.net_suite_id = r.net_suite_id
        left join products taken on lower(taken.sku) = lower(r.sku)
        left join products same on same.id = taken.id and known.id is null
          and (same.net_suite_id is null or (same.is_retired and same.is_archived))
    ), old as (
      select p.id, i.net_suite_id as new_net_suite_id, i.sku as new_sku, coalesce(i.name, p.name) as new_name,
        ${priceLevels} as new_prices, ${isArchived} as new_archived,
        i.is_inactive and (p.is_retired or not p.is_archived) as new_retired,
        array_remove(array[
          case when p.net_suite_id is distinct from i.net_suite_id then 'net_suite_id' end,
          case when p.sku is distinct from i.sku then 'sku' end,
          case when p.name is distinct from coalesce(i.name, p.name) then 'name' end,
          case when p.price_levels is distinct from ${priceLevels} then 'price_levels' end,
          case when p.is_archived is distinct from ${isArchived} then 'is_archived' end
        ], null) as fields
      from products p join incoming i on i.product_id = p.id and i.refusal is null
      order by p.id
      for update of p
    ), p as (
      update products set
        net_suite_id = old.new_net_suite_id, sku = old.new_sku, name = old.new_name, price_levels = old.new_prices,
        is_archived = old.new_archived, is_retired = old.new_retired, synchronized_at = now(),
        seen_in_net_suite_at = now(), updated_at = case when old.fields = '{}' then updated_at else now() end
      from old where products.id = old.id
      returning with (old as was, new as is_now)
        products.id, products.net_suite_id, old.fields, to_jsonb(was) as before, to_jsonb(is_now) as after
    ), created as (
      insert into products
        (net_suite_id, sku, name, type, price_levels, is_archived, is_retired, synchronized_at, seen_in_net_suite_at)
      select net_suite_id, sku, coalesce(name, sku), type, coalesce(price_levels, '{}'), is_inactive, is_inactive,
        now(), now()
      from incoming where product_id is null and refusal is null
      order by place
      returning id, net_suite_id, ${beforeAndAfter}
    ), written as (
      select id, net_suite_id, 'changed' as outcome, fields, before, after from p where fields <> '{}'
      union all
      select id, net_suite_id, 'created', array['net_suite_id', 'sku', 'name', 'price_levels'], before, after
      from created
    ), ${auditedFields(ctx)}
    select i.net_suite_id, coalesce(written.id, i.product_id)::text as id,
      coalesce(i.refusal, written.outcome, 'unchanged') as outcome
    from incoming i cross join price_source left join written on written.net_suite_id = i.net_suite_id
    where price_source.source is not null
    order by i.place`,
  );

const auditedFields = (ctx: Ctx): SQL =>
  audited(ctx, "syncProduct", "product", "written", {
    org_id: null,
    data: sql`jsonb_build_object('fields', written.fields, 'net_suite_id', written.net_suite_id)`,
    changes: diffRows(),
  });

/**
 * Records that the accounting system listed items that could not be imported, so that their products are not archived
 * as gone.
 */
export async function recordSeenItems(ctx: Ctx, netSuiteIds: string[]): Promise<void> {
  if (netSuiteIds.length === 0) return;
  await ctx.db.execute(
    sql`
    with held as (
      select id from products where net_suite_id = any(${texts(netSuiteIds)}) order by id for no key update
    )
    update products set seen_in_net_suite_at = now() where id in (select id from held)`,
  );
}

const unseenItem = () => z.object({ id: z.string(), net_suite_id: z.string(), has_seen_any: z.boolean() });

/**
 * Products that are not retired and whose items the accounting system has not listed since `since`, an instant of the
 * database's clock. `has_seen_any`: whether any item was listed since `since`.
 */
export const listUnseenItems = (
  ctx: Ctx,
  { since, after, limit }: { since: string; after: string | null; limit: number },
): Promise<RowOf<typeof unseenItem>[]> =>
  many(
    ctx,
    unseenItem,
    sql`
    select id, net_suite_id,
      exists (select 1 from products where seen_in_net_suite_at >= ${since}::timestamptz) as has_seen_any
    from products
    where net_suite_id ~ '^[0-9]{1,18}$' and not is_retired
      and coalesce(seen_in_net_suite_at < ${since}::timestamptz, true)
      and coalesce(id > ${after}::uuid, true)
    order by id limit ${limit}`,
  );

export async function retireProducts(ctx: Ctx, netSuiteIds: string[]): Promise<void> {
  if (netSuiteIds.length === 0) return;
  ctx.changed.add("product");
  await ctx.db.execute(sql`
    with old as (
      select id, is_archived from products
      where net_suite_id = any(${texts(netSuiteIds)}) and not is_retired
      order by id for update
    ), p as (
      update products set is_archived = true, is_retired = not old.is_archived,
        updated_at = case when old.is_archived then updated_at else now() end
      from old where products.id = old.id
      returning with (old as was, new as is_now)
        products.id, products.net_suite_id, old.is_archived as was_archived,
        to_jsonb(was) as before, to_jsonb(is_now) as after
    ), written as (
      select id, net_suite_id, array['is_archived'] as fields, before, after from p where not was_archived
    ), ${auditedFields(ctx)}
    select 1`);
}
