import { pages } from "../../../worker/contract/pages.ts";
import type { ProductQuery } from "../../../worker/domain/catalog/index.ts";
import { FilterFields, type ListAddress } from "../../../worker/ui/lists/list-filters.tsx";

/** The filters in a column of their own; on small screens behind their summary. What was searched for stays. */
export function ProductFilters({ address, query }: { address: ListAddress; query: ProductQuery }) {
  return (
    <details className="filters">
      <summary>Filter and sort</summary>
      <form action={pages.products}>
        {query.search && <input type="hidden" name="search" value={query.search} />}
        <FilterFields {...address} />
      </form>
    </details>
  );
}
