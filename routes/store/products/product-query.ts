import { pageHref } from "../../../worker/contract/page-query.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { listProducts } from "../../../worker/contract/v1/store/products.ts";
import type { Facet, FacetCount, ProductQuery } from "../../../worker/domain/catalog/index.ts";
import type { ListAddress } from "../../../worker/ui/lists/filter-labels.ts";
import { humanize } from "../../../worker/ui/lists/query-fields.ts";

/** Position of a product, which administrators set. */
export const recommendedSort = "position";
export const usual_query = { sort: recommendedSort };

const facets: readonly (readonly [name: Facet, label: string])[] = [
  ["category", "Category"],
  ["type", "Type"],
  ["device", "Device"],
  ["platform", "Platform"],
  ["use_case", "Use case"],
];

const sorts = [
  ["position", "Recommended"],
  ["-created_at", "Newest"],
  ["name", "Name"],
  ["price", "Price, lowest first"],
  ["-price", "Price, highest first"],
] as const;

const valueText = (facet: Facet, name: string): string => (facet === "type" ? humanize(name) : name);

export type ProductChoices = {
  label: string;
  choices: { text: string; count?: number; href: string; is_chosen: boolean }[];
};

/** A filter's counts apply all other filters; the link of a selected value removes the filter. */
export function buildChoices(query: ProductQuery, counts: FacetCount[]): ProductChoices[] {
  const groups = facets.map(([facet, label]) => {
    const facetCounts = counts.filter((each) => each.facet === facet);
    const selectedValues = query[facet];
    const missingChoice =
      selectedValues !== undefined && !facetCounts.some(({ name }) => name === selectedValues)
        ? [{ name: selectedValues, n: 0 }]
        : [];
    return {
      label,
      choices: [...facetCounts, ...missingChoice].map(({ name, n }) => ({
        text: valueText(facet, name),
        count: n,
        href: productsHref(query, { [facet]: name === selectedValues ? "" : name }),
        is_chosen: name === selectedValues,
      })),
    };
  });
  const sort = {
    label: "Sort by",
    choices: sorts.map(([by, text]) => ({
      text,
      href: productsHref(query, { sort: by }),
      is_chosen: query.sort === by,
    })),
  };
  return [...groups.filter(({ choices }) => choices.length > 0), sort];
}

export function productsAddress(query: ProductQuery, counts: FacetCount[]): ListAddress {
  const buildOptions = (facet: Facet) =>
    counts.filter((each) => each.facet === facet).map(({ name }) => [name, valueText(facet, name)] as const);
  const filters = Object.fromEntries(facets.map(([name]) => [name, { options: buildOptions(name) }]));
  const labels = { without: ["tags"], filters, sorts };
  return { path: pages.products, schema: listProducts.query, query, labels, usual_query };
}

/** An empty value clears a filter, and every change resets to the first page. */
export const productsHref = (query: Partial<ProductQuery>, change: Record<string, string> = {}): string =>
  pageHref(pages.products, listProducts.query, query, change, usual_query);
