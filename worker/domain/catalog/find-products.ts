import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { FindManyInput } from "../../contract/forms/finding.ts";
import type { ReadCtx } from "../context.ts";
import { escapeLike, many, maybeOne, uuids } from "../sql.ts";

const resultsMax = 20;
const productRow = () => z.object({ id: z.string(), name: z.string(), is_chosen: z.boolean() });
type ProductName = { id: string; name: string };

export type ProductChoices = FindManyInput & { found: ProductName[]; has_more: boolean; named: ProductName[] };

export async function findProducts(ctx: ReadCtx, input: FindManyInput): Promise<ProductChoices> {
  const { search_text, chosen } = input;
  if (search_text === "" && chosen.length === 0) return { ...input, found: [], has_more: false, named: [] };
  const pattern = `%${escapeLike(search_text)}%`;
  const rows = await many(
    ctx,
    productRow,
    sql`
    select id, label as name, is_chosen
    from (
      select p.id, p.name || coalesce(' (' || p.sku || ')', '') as label, p.id = any(${uuids(chosen)}) as is_chosen
      from products p
      where p.id = any(${uuids(chosen)})
        or (${search_text} <> '' and (p.name ilike ${pattern} or p.sku ilike ${pattern}))
    ) named
    order by is_chosen desc, name, id
    limit ${chosen.length + resultsMax + 1}`,
  );
  const found = rows.filter(({ is_chosen }) => !is_chosen);
  return {
    ...input,
    found: found.slice(0, resultsMax),
    has_more: found.length > resultsMax,
    named: rows.filter(({ is_chosen }) => is_chosen),
  };
}

const named = () => z.object({ id: z.string(), name: z.string() });

/** The option for a product filter's current value; empty without a filter or for an unknown id. */
export async function findProductOption(
  ctx: ReadCtx,
  id: string | undefined,
): Promise<Readonly<Record<string, readonly (readonly [id: string, name: string])[]>>> {
  if (id === undefined) return {};
  const product = await maybeOne(ctx, named, sql`select id, name from products where id = ${id}`);
  return { product_id: product ? [[product.id, product.name]] : [] };
}
