import type { Facet, ProductQuery } from "../../../worker/domain/catalog/index.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

/** How the store lists what nobody sorted: the order that was set by hand. */
export const recommended = "position";

export const facets: readonly { name: Facet; label: string; any: string }[] = [
  { name: "category", label: "Category", any: "All categories" },
  { name: "type", label: "Type", any: "All types" },
  { name: "device", label: "Device", any: "All devices" },
  { name: "platform", label: "Platform", any: "All platforms" },
  { name: "use_case", label: "Use case", any: "All use cases" },
];

export const sorts = [
  ["position", "Recommended"],
  ["-created_at", "Newest"],
  ["name", "Name"],
  ["price", "Price, lowest first"],
  ["-price", "Price, highest first"],
] as const;

/** The list's address with other filters; an empty value clears one, and every change starts at the first page. */
export function productsHref(
  query: ProductQuery,
  change: Partial<Record<Facet | "search" | "sort" | "page", string>> = {},
): string {
  const { category, type, device, platform, use_case, search } = query;
  const sort = query.sort === recommended ? "" : query.sort;
  return hrefOf(pages.products, {}, { search, category, type, device, platform, use_case, sort, ...change });
}

/** A filter value as people read it. */
export const valueLabel = (name: Facet | "search", value: string): string =>
  name === "type" ? ({ hardware: "Hardware", software: "Software" }[value] ?? value) : value;
