import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SoughtMany } from "../../contract/forms/finding.ts";
import type { Ctx } from "../context.ts";
import { escapeLike, many, uuids } from "../sql.ts";

const foundMax = 20;
const productRow = () => z.object({ id: z.string(), name: z.string(), is_chosen: z.boolean() });
type ProductName = { id: string; name: string };

/** What a form offers to choose products from; `named` are those that are chosen. */
export type FoundProducts = SoughtMany & { found: ProductName[]; has_more: boolean; named: ProductName[] };

/** The products whose name or SKU holds what is wanted, at most 20, and the names of those that are chosen. */
export async function findProducts(ctx: Ctx, sought: SoughtMany): Promise<FoundProducts> {
  const { wanted, chosen } = sought;
  if (wanted === "" && chosen.length === 0) return { ...sought, found: [], has_more: false, named: [] };
  const pattern = `%${escapeLike(wanted)}%`;
  const rows = await many(
    ctx,
    productRow,
    sql`
    select id, label as name, is_chosen
    from (
      select p.id, p.name || coalesce(' (' || p.sku || ')', '') as label, p.id = any(${uuids(chosen)}) as is_chosen
      from products p
      where p.id = any(${uuids(chosen)}) or (${wanted} <> '' and (p.name ilike ${pattern} or p.sku ilike ${pattern}))
    ) named
    order by is_chosen desc, name, id
    limit ${chosen.length + foundMax + 1}`,
  );
  const found = rows.filter(({ is_chosen }) => !is_chosen);
  return {
    ...sought,
    found: found.slice(0, foundMax),
    has_more: found.length > foundMax,
    named: rows.filter(({ is_chosen }) => is_chosen),
  };
}
