import { pageHref } from "../../../worker/contract/page-query.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { listProducts } from "../../../worker/contract/v1/store/products.ts";
import type { Facet, FacetCount, ProductQuery } from "../../../worker/domain/catalog/index.ts";
import type { ListAddress } from "../../../worker/ui/lists/list-filters.tsx";
import { humanize } from "../../../worker/ui/lists/query-fields.ts";

/** The hand-set order. */
export const recommended = "position";
export const usual_query = { sort: recommended };

const facets: readonly (readonly [name: Facet, any: string])[] = [
  ["category", "All categories"],
  ["type", "All types"],
  ["device", "All devices"],
  ["platform", "All platforms"],
  ["use_case", "All use cases"],
];

const sorts = [
  ["position", "Recommended"],
  ["-created_at", "Newest"],
  ["name", "Name"],
  ["price", "Price, lowest first"],
  ["-price", "Price, highest first"],
] as const;

/** Options show the number of products that remain. */
export function productsAddress(query: ProductQuery, counts: FacetCount[]): ListAddress {
  const optionsOf = (facet: Facet) =>
    counts
      .filter((each) => each.facet === facet)
      .map(({ name, n }) => [name, `${facet === "type" ? humanize(name) : name} (${n})`] as const);
  const filters = Object.fromEntries(facets.map(([name, any]) => [name, { any, options: optionsOf(name) }]));
  const labels = { without: ["tags"], filters, sorts };
  return { path: pages.products, schema: listProducts.query, query, labels, usual_query };
}

/** An empty value clears a filter, and every change resets to the first page. */
export const productsHref = (query: Partial<ProductQuery>, change: Record<string, string> = {}): string =>
  pageHref(pages.products, listProducts.query, query, change, usual_query);
