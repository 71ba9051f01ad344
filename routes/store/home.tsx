import { Picture } from "../../worker/ui/picture.tsx";
import { countFacets, type FacetCount, listProducts, type Product } from "../../worker/domain/catalog/index.ts";
import { page } from "../../worker/http/page.ts";
import { canBuy, type Frame, loadFrame } from "./frame.ts";
import { AppLayout } from "../../worker/ui/app-layout.tsx";
import { basePrice, ProductGrid } from "./products/product-card.tsx";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";

type HomeData = { frame: Frame; products: Product[]; categories: FacetCount[]; canonical: string };

const newest = { sort: "-created_at", limit: 60, offset: 0 } as const;

export const storeHome = page<HomeData>({
  path: pages.store,
  cache: "visitors",
  access: "anyone",
  async load(input) {
    const [frame, found, counts] = await Promise.all([
      loadFrame(input),
      listProducts(input.ctx, newest),
      countFacets(input.ctx, {}),
    ]);
    const categories = counts.filter(({ facet }) => facet === "category");
    return { frame, products: found.data, categories, canonical: input.settings.public_url + pages.store };
  },
  head: ({ canonical }) => ({
    title: "CrunchBox · CGX measuring devices and software",
    description:
      "Spectrometers, sensors, gateways and calibration kits by CGX, and the Flowpoint software that reads them.",
    canonical,
  }),
  view: ({ frame, products, categories }) => (
    <AppLayout frame={frame}>
      <div className="welcome">
        <h1>Measuring devices, and the software that reads them</h1>
        <p className="subtitle">
          Spectrometers, sensors, gateways and calibration kits by CGX, with Flowpoint plugins, analysis packages and
          plans.
        </p>
        <PriceNote frame={frame} level={products[0]?.price_level_name ?? basePrice} />
      </div>
      {products.length === 0 && <p className="empty">Nothing is sold here yet.</p>}
      <Categories categories={categories} products={products} />
      {products.length > 0 && (
        <section>
          <div className="title">
            <h2>Newest</h2>
            <a href={pages.products}>All products</a>
          </div>
          <ProductGrid products={products.slice(0, 8)} />
        </section>
      )}
    </AppLayout>
  ),
});

function PriceNote({ frame: { viewer }, level }: { frame: Frame; level: string }) {
  if (!viewer) {
    return (
      <p className="price-note">
        You see list prices. <a href={hrefOf(pages.signIn, { client_id: storefrontClient })}>Sign in</a> to see those of
        your organization, or <a href={pages.requestAccount}>request an account</a>.
      </p>
    );
  }
  return (
    <p className="price-note">
      You are signed in for <b>{viewer.organization.name}</b>. You see{" "}
      {level === basePrice ? "list prices" : `its ${level} prices`}.
      {!canBuy(viewer) && " Ordering is up to your organization’s buyers and managers."}
    </p>
  );
}

function Categories({ categories, products }: { categories: FacetCount[]; products: Product[] }) {
  if (categories.length === 0) return null;
  const pictureOf = (name: string) => products.find(({ category }) => category === name)?.main_image ?? null;
  return (
    <section>
      <h2>Categories</h2>
      <ul className="categories">
        {categories.map(({ name, n }) => (
          <li key={name}>
            <Picture src={pictureOf(name)} alt="" />
            <a href={hrefOf(pages.products, {}, { category: name })}>{name}</a>
            <small>{n === 1 ? "1 product" : `${n} products`}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
