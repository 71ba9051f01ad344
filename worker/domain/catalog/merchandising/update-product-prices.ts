import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type { Errcode } from "../../../contract/errcodes.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { updateProductPrices as contract } from "../../../contract/v1/admin/product-prices.ts";
import { audited, diffRows } from "../../platform/index.ts";
import { basePriceLevel } from "../price.ts";
import type { Ctx } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { setPriceSource } from "../price-levels/price-source.ts";
import { codeLiteral, iso, one, type RowOf } from "../../sql.ts";

type NewPrice = InputOf<typeof contract>["body"]["prices"][number];

const changedProduct = () =>
  z.object({ product_id: z.string(), price_levels: z.record(z.string(), z.int()), updated_at: z.string() });
const outcomeRow = () =>
  z.object({
    refused: z.nullable(
      z.object({ product_id: z.string(), errcode: z.custom<Errcode<"unprocessable"> | "PRODUCT_NOT_FOUND">() }),
    ),
    changed: z.array(changedProduct()),
  });

/**
 * Sets prices of products at levels, all or none in one statement; null removes a price. Products and levels are locked
 * before anything is compared, so that the second of two concurrent calls sees the first. Returns the products whose
 * prices changed. @throws about the first product that cannot be changed
 */
export async function updateProductPrices(
  ctx: Ctx,
  prices: readonly NewPrice[],
): Promise<Page<RowOf<typeof changedProduct>>> {
  const { refused, changed } = await one(
    ctx,
    outcomeRow,
    sql`
    with price_source as materialized (
      ${setPriceSource(ctx, "manual")}
    ), requested as materialized (
      select a.* from jsonb_to_recordset(${JSON.stringify(prices.map((price, place) => ({ ...price, place })))}::jsonb)
        as a (place int, product_id uuid, level text, price bigint, updated_at timestamptz)
    ), held as materialized (
      select p.id, p.price_levels, p.updated_at, p.net_suite_id, p.is_published from products p
      where p.id in (select product_id from requested) order by p.id for no key update
    ), levels as materialized (
      select name from price_levels where name in (select level from requested) order by name for key share
    ), refused as materialized (
      select a.product_id, case
          when h.id is null then ${codeLiteral("PRODUCT_NOT_FOUND")}
          when h.updated_at <> a.updated_at then ${codeLiteral("OBJECT_OUTDATED")}
          when a.level not in (select name from levels) then ${codeLiteral("PRODUCT_PRICE_LEVEL_NOT_FOUND")}
          when h.net_suite_id is not null and (h.price_levels ->> a.level)::bigint is distinct from a.price
            then ${codeLiteral("PRODUCT_FIELD_SYNCHRONIZED")}
          when h.is_published and a.level = ${basePriceLevel} and a.price is null
            and jsonb_exists(h.price_levels, a.level)
            then ${codeLiteral("PRODUCT_BASE_PRICE_NOT_FOUND")}
        end as errcode, a.place
      from requested a left join held h on h.id = a.product_id
    ), next as (
      select h.id, jsonb_strip_nulls(h.price_levels || jsonb_object_agg(a.level, a.price)) as price_levels
      from requested a join held h on h.id = a.product_id cross join price_source
      where price_source.source is not null and not exists (select 1 from refused where errcode is not null)
      group by h.id, h.price_levels
    ), p as (
      update products
      set price_levels = next.price_levels, updated_at = greatest(now(), products.updated_at + interval '1 millisecond')
      from next where products.id = next.id and products.price_levels is distinct from next.price_levels
      returning with (old as was, new as is_now)
        products.id, products.price_levels, products.updated_at, to_jsonb(was) as before, to_jsonb(is_now) as after
    ), ${audited(ctx, "updateProduct", "product", "p", { org_id: null, changes: diffRows() })}
    select
      (
        select to_json(first) from (
          select product_id, errcode from refused where errcode is not null order by place limit 1
        ) first
      ) as refused,
      coalesce((
        select json_agg(json_build_object(
          'product_id', p.id, 'price_levels', p.price_levels, 'updated_at', ${iso("p.updated_at")}
        ) order by p.id) from p
      ), '[]') as changed`,
    () => new Error("a select without tables returned no row"),
  );
  if (refused === null) return singlePage(changed);
  const { errcode, product_id } = refused;
  throw (errcode === "PRODUCT_NOT_FOUND" ? notFound(errcode) : unprocessable(errcode)).about(product_id);
}
