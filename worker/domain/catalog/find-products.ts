import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { FindManyInput, FindStoredInput } from "../../contract/forms/finding.ts";
import type { ReadCtx } from "../context.ts";
import { findMany, findStored, type FindManyResult } from "../find-many.ts";
import { escapeLike, maybeOne } from "../sql.ts";
import { isSold } from "./product-rows.ts";

export type ProductChoices = FindManyResult;

const selectProducts =
  (searchText: string, condition = sql`true`) =>
  (chosenIds: SQL, limit: SQL) => {
    const pattern = `%${escapeLike(searchText)}%`;
    return sql`
    select id, label as name, is_chosen
    from (
      select p.id, p.name || coalesce(' (' || p.sku || ')', '') as label, p.id = any(${chosenIds}) as is_chosen
      from products p
      where ${condition} and (
        p.id = any(${chosenIds}) or (${searchText} <> '' and (p.name ilike ${pattern} or p.sku ilike ${pattern}))
      )
    ) named
    order by is_chosen desc, name, id
    limit ${limit}`;
  };

export const findProducts = (ctx: ReadCtx, input: FindManyInput): Promise<ProductChoices> =>
  findMany(ctx, input, selectProducts(input.search_text));

/** A quote can contain only products without a subscription term. */
export const findQuotableProducts = (ctx: ReadCtx, input: FindManyInput): Promise<ProductChoices> =>
  findMany(ctx, input, selectProducts(input.search_text, sql`${isSold} and p.subscription_term is null`));

/** `stored`: SQL array of the product ids in a saved record, which are chosen until the form sends its own. */
export const findStoredProducts = (ctx: ReadCtx, input: FindStoredInput, stored: SQL): Promise<ProductChoices> =>
  findStored(ctx, input, stored, selectProducts(input.search_text));

const productOption = () => z.object({ id: z.string(), name: z.string() });

export async function findProductOption(
  ctx: ReadCtx,
  id: string | undefined,
): Promise<Readonly<Record<string, readonly (readonly [id: string, name: string])[]>>> {
  if (id === undefined) return {};
  const product = await maybeOne(ctx, productOption, sql`select id, name from products where id = ${id}`);
  return { product_id: product ? [[product.id, product.name]] : [] };
}
