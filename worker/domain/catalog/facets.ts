import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../context.ts";
import { matchesFilter, type ProductFilter } from "./list-products.ts";
import { type RowOf, many } from "../sql.ts";
import { isSold } from "./product-rows.ts";

const facetCount = () =>
  z.object({
    facet: z.enum(["category", "type", "device", "platform", "use_case"]),
    name: z.string(),
    n: z.int(),
    place: z.nullable(z.int()),
  });
export type FacetCount = Omit<RowOf<typeof facetCount>, "place">;
export type Facet = FacetCount["facet"];

/**
 * Counts the offers that each filter value would leave, given the other filters. Prices do not matter, so the counts
 * are equal for all viewers.
 */
export async function countFacets(ctx: ReadCtx, query: ProductFilter): Promise<FacetCount[]> {
  const facetQuery = (facet: Facet, values: SQL) => sql`
    select ${facet}::text as facet, value as name, min(p.position) as place,
      (count(*) filter (where p.family is null) + count(distinct p.family))::int as n
    from products p cross join lateral ${values}
    where ${matchesFilter({ ...query, [facet]: undefined })} and value is not null
    group by value`;
  const rows = await many(
    ctx,
    facetCount,
    sql.join(
      [
        facetQuery("category", sql`(values (p.category)) v(value)`),
        facetQuery("type", sql`(values (p.type)) v(value)`),
        facetQuery("device", sql`unnest(p.devices) v(value)`),
        facetQuery("platform", sql`unnest(p.platforms) v(value)`),
        facetQuery("use_case", sql`unnest(p.software_use_cases) v(value)`),
      ],
      sql` union all `,
    ),
  );
  const categoryPlace = ({ facet, place }: (typeof rows)[number]) => (facet === "category" ? (place ?? 0) : 0);
  return rows.toSorted((a, b) => categoryPlace(a) - categoryPlace(b) || a.name.localeCompare(b.name));
}

const categoryCover = () => z.object({ name: z.string(), main_image: z.nullable(z.string()) });
export type CategoryCover = RowOf<typeof categoryCover>;

export async function listCategoryCovers(ctx: ReadCtx): Promise<CategoryCover[]> {
  return many(
    ctx,
    categoryCover,
    sql`
    select c.name, (
      select p.main_image from products p
      where p.category = c.name and ${isSold}
      order by p.position, p.id limit 1) as main_image
    from (
      select p.category as name, min(p.position) as place from products p
      where ${isSold} and p.category is not null
      group by p.category) c
    order by c.place, c.name`,
  );
}
