import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { isSold } from "../../catalog/index.ts";
import { many, type RowOf, texts } from "../../sql.ts";

const skuSuggestion = () => z.object({ typed: z.string(), sku: z.string(), name: z.string() });
export type SkuSuggestion = RowOf<typeof skuSuggestion>;

const suggestionsMax = 20;

/**
 * Suggests a product for SKUs that no product on sale has: one whose SKU begins with the typed text, otherwise one of
 * similar spelling. SKUs of one or two characters get no suggestion; of the others, at most twenty do.
 */
export const suggestSkus = (ctx: ReadCtx, skus: readonly string[]): Promise<SkuSuggestion[]> =>
  many(
    ctx,
    skuSuggestion,
    sql`
    with unknown as (
      select t.typed from unnest(${texts([...new Set(skus.filter(({ length }) => length > 2))])}) as t(typed)
      where not exists (select 1 from products p where p.sku in (t.typed, upper(t.typed)) and ${isSold})
      limit ${suggestionsMax}
    )
    select u.typed, near.sku, near.name
    from unknown u cross join lateral (
      select p.sku, p.name
      from products p
      where p.sku is not null and ${isSold}
        and (starts_with(upper(p.sku), upper(u.typed)) or similarity(p.sku, u.typed) >= 0.4)
      order by starts_with(upper(p.sku), upper(u.typed)) desc, similarity(p.sku, u.typed) desc, p.position, p.id
      limit 1
    ) near`,
  );

/** SKUs of two products on sale, as examples for the input field. */
export const listSampleSkus = async (ctx: ReadCtx): Promise<string[]> =>
  (
    await many(
      ctx,
      () => z.object({ sku: z.string() }),
      sql`
      select p.sku from products p
      where p.sku is not null and p.subscription_term is null and ${isSold}
      order by p.position, p.id limit 2`,
    )
  ).map(({ sku }) => sku);
