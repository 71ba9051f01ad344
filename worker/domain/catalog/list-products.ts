import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { product } from "../../contract/entities/product.ts";
import { notFound } from "../../contract/errors.ts";
import type { InputOf } from "../../contract/endpoint.ts";
import type { listProducts as contract } from "../../contract/v1/store/products.ts";
import type { ReadCtx } from "../context.ts";
import { containsText, type Page, readPage } from "../listing.ts";
import { currentPriceLevel, priceAt } from "./price.ts";
import { customerColumns, isSold, type Product, productSearch } from "./product-rows.ts";
import { one } from "../sql.ts";

export type ProductQuery = InputOf<typeof contract>["query"];

const hasTag = (tag: string): SQL =>
  sql`
    (
      p.devices @> array[${tag}]::text[]
      or p.platforms @> array[${tag}]::text[]
      or p.software_use_cases @> array[${tag}]::text[]
    )`;

export type ProductFilter = Omit<ProductQuery, "limit" | "offset" | "sort">;

/** Conditions of the filters, without the search. */
export const filterConditions = (query: ProductFilter): (SQL | undefined | false | "")[] => [
  isSold,
  query.category && sql`p.category = ${query.category}`,
  query.type && sql`p.type = ${query.type}`,
  query.device && sql`p.devices @> array[${query.device}]::text[]`,
  query.platform && sql`p.platforms @> array[${query.platform}]::text[]`,
  query.use_case && sql`p.software_use_cases @> array[${query.use_case}]::text[]`,
  ...(query.tags ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean)
    .slice(0, 10)
    .map(hasTag),
];

export const matchesFilter = (query: ProductFilter): SQL => {
  const search = query.search && containsText(productSearch, query.search);
  return sql.join(
    [...filterConditions(query), search].filter((each): each is SQL => Boolean(each)),
    sql` and `,
  );
};

export function listProducts(ctx: ReadCtx, query: ProductQuery): Promise<Page<Product>> {
  const level = currentPriceLevel(ctx);
  return readPage(ctx, query, {
    shape: () => product,
    columns: customerColumns(level),
    from: sql`products p`,
    where: filterConditions(query),
    ...productSearch,
    names: ["name"],
    sorts: { price: priceAt(level) },
  });
}

export async function getProduct(ctx: ReadCtx, id: string): Promise<Product> {
  const row = await one(
    ctx,
    () => z.object({ product }),
    sql`
    select to_json(shown) as product
    from (
      select ${customerColumns(currentPriceLevel(ctx))} from products p where p.id = ${id} and ${isSold}
    ) shown`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );
  return row.product;
}
