import {
  countFacets,
  type FacetCount,
  listOffers,
  type Offer,
  type ProductQuery,
} from "../../../worker/domain/catalog/index.ts";
import { page } from "../../../worker/http/page.ts";
import { type Frame, loadFrame } from "../frame.ts";
import { AppLayout } from "../../../worker/ui/app-layout.tsx";
import { Paging } from "../../../worker/ui/paging.tsx";
import { ProductGrid } from "./product-card.tsx";
import { ActiveFilters, ProductFilters } from "./product-filters.tsx";
import { pages } from "../../../worker/contract/pages.ts";
import { productsHref, readProductQuery, recommended } from "./product-query.ts";

type Meta = { limit: number; offset: number; count: number };
type ProductsData = {
  frame: Frame;
  query: ProductQuery;
  offers: Offer[];
  meta: Meta;
  counts: FacetCount[];
  canonical: string;
};

export const products = page<ProductsData>({
  path: pages.products,
  cache: "visitors",
  access: "anyone",
  async load(input) {
    const query = readProductQuery(input.query);
    const [frame, found, counts] = await Promise.all([
      loadFrame(input),
      listOffers(input.ctx, query),
      countFacets(input.ctx, query),
    ]);
    const canonical = `${input.settings.public_url}${productsHref({ ...query, search: undefined, sort: recommended })}`;
    return { frame, query, offers: found.data, meta: found.meta, counts, canonical };
  },
  head: ({ query, canonical }) => ({
    title: `${query.category ?? "Products"} · CrunchBox`,
    description: "Measuring devices, accessories and software by CGX, with prices for organizations.",
    canonical,
  }),
  view: (data) => (
    <AppLayout frame={data.frame} area="Products" search={data.query.search}>
      <div className="title">
        <h1>{data.query.category ?? "Products"}</h1>
        <p>{data.meta.count === 1 ? "1 product" : `${data.meta.count.toLocaleString("en-US")} products`}</p>
      </div>
      <div className="with-filters">
        <ProductFilters query={data.query} counts={data.counts} />
        <section className="results" aria-label="Results">
          <ActiveFilters query={data.query} />
          <Results {...data} />
        </section>
      </div>
    </AppLayout>
  ),
});

function Results({ offers, meta, query }: ProductsData) {
  if (offers.length === 0) return <NothingFits query={query} is_past_end={meta.count > 0} />;
  return (
    <>
      <h2 className="unseen">Results</h2>
      <ProductGrid offers={offers} />
      <Paging meta={meta} what="products" href={(number) => productsHref(query, { page: number })} />
    </>
  );
}

function NothingFits({ query, is_past_end }: { query: ProductQuery; is_past_end: boolean }) {
  const text = is_past_end ? "There are fewer pages than that." : "No product fits all of these filters.";
  return (
    <div className="empty">
      <p>{text} Clear one of them, or see everything that is sold.</p>
      <a className="button quiet" href={is_past_end ? productsHref(query) : pages.products}>
        {is_past_end ? "First page" : "All products"}
      </a>
    </div>
  );
}
