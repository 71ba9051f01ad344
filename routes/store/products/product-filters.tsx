import { pages } from "../../../worker/contract/pages.ts";
import type { ProductQuery } from "../../../worker/domain/catalog/index.ts";
import { FilterFields, type ListAddress } from "../../../worker/ui/lists/list-filters.tsx";

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
