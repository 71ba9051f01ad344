import {
  countFacets,
  listOffers,
  type Offer,
  type ProductQuery,
  suggestSearch,
} from "../../../worker/domain/catalog/index.ts";
import { listProducts } from "../../../worker/contract/v1/store/products.ts";
import { page } from "../../../worker/http/page.ts";
import { appLayout } from "../../layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Paging } from "../../../worker/ui/lists/paging.tsx";
import { ProductGrid } from "./product-card.tsx";
import { ActiveFilters } from "../../../worker/ui/lists/active-filters.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { ProductFilters } from "./product-filters.tsx";
import { pages } from "../../../worker/contract/pages.ts";
import { productsAddress, productsHref, usual_query } from "./product-query.ts";

type Meta = { limit: number; offset: number; count: number };
type ProductsData = { query: ProductQuery; offers: Offer[]; meta: Meta; did_you_mean: string | null };

export const productsPage = page({
  path: pages.products,
  cache: "catalog",
  access: "visitor-or-session",
  layout: appLayout,
  section: "Products",
  query: listProducts.query,
  usual_query,
  page_size: 24,
  async load({ ctx, query }) {
    const [offers, counts, did_you_mean] = await Promise.all([
      listOffers(ctx, query),
      countFacets(ctx, query),
      query.search ? suggestSearch(ctx, query.search) : null,
    ]);
    return { offers: offers.data, meta: offers.meta, counts, did_you_mean };
  },
  head: (_data, { query, settings }) => ({
    title: `${query.search ? `“${query.search}” · ` : ""}${query.category ?? "Products"} · CrunchBox`,
    description: "Measuring devices, accessories and software by CGX, with prices for organizations.",
    canonical: `${settings.store_base}${productsHref({ ...query, search: undefined, tags: undefined, ...usual_query })}`,
  }),
  view: ({ counts, ...list }, { query }) => {
    const address = productsAddress(query, counts);
    return (
      <>
        <PageHeader
          title={query.category ?? "Products"}
          note={list.meta.count === 1 ? "1 product" : `${list.meta.count.toLocaleString("en-US")} products`}
        />
        <div className="with-filters">
          <ProductFilters counts={counts} query={query} />
          <section aria-label="Results">
            <ActiveFilters {...address} />
            <Results {...list} query={query} />
          </section>
        </div>
      </>
    );
  },
});

function Results({ offers, meta, query, did_you_mean }: ProductsData) {
  if (meta.count === 0 && did_you_mean) return <SpellingSuggestion query={query} did_you_mean={did_you_mean} />;
  if (offers.length === 0) return <NoMatches query={query} is_past_end={meta.count > 0} />;
  return (
    <>
      <h2 className="unseen">Results</h2>
      <ProductGrid offers={offers} />
      <Paging meta={meta} what="products" href={(number) => productsHref(query, { page: number })} />
    </>
  );
}

function NoMatches({ query, is_past_end }: { query: ProductQuery; is_past_end: boolean }) {
  const text = is_past_end ? "This page does not exist." : "No product matches all of these filters.";
  const action = is_past_end
    ? { label: "First page", href: productsHref(query) }
    : { label: "All products", href: pages.products };
  return (
    <EmptyState drawing="nothing" action={action}>
      {text} Clear a filter, or see all products.
    </EmptyState>
  );
}

/** Shown for a search without results whose text resembles a word in the catalogue. */
function SpellingSuggestion({ query, did_you_mean }: { query: ProductQuery; did_you_mean: string }) {
  return (
    <EmptyState drawing="nothing" action={{ label: "All products", href: pages.products }}>
      {`No product is called “${query.search}”. `}Did you mean{" "}
      <a href={productsHref(query, { search: did_you_mean })}>{did_you_mean}</a>?
    </EmptyState>
  );
}
