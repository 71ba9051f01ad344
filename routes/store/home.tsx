import { type CategoryCover, listCategoryCovers, listOffers, type Offer } from "../../worker/domain/catalog/index.ts";
import { readRecentPurchases } from "../../worker/domain/fulfilment/index.ts";
import { page } from "../../worker/http/page.ts";
import { Picture } from "../../worker/ui/figures/picture.tsx";
import type { LayoutData } from "../../worker/ui/frame/layout-data.ts";
import { appLayout } from "../layouts.tsx";
import { basePrice, ProductGrid } from "./products/product-card.tsx";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";
import { offerName } from "./products/offer.ts";
import { EmptyState } from "../../worker/ui/lists/empty-state.tsx";
import { OfferPrice } from "./products/offer-price.tsx";
import { recommendedSort } from "./products/product-query.ts";
import { RecentPurchases } from "./recent-purchases.tsx";
import { can } from "../../worker/contract/people/permissions.ts";

// one large product, and eight more that fill complete rows
const firstPageQuery = { sort: recommendedSort, limit: 9, offset: 0 } as const;

export const storeHome = page({
  path: pages.store,
  cache: "catalog",
  access: "visitor-or-session",
  layout: appLayout,
  async load({ ctx }) {
    const [found, categories, recentPurchases] = await Promise.all([
      listOffers(ctx, firstPageQuery),
      listCategoryCovers(ctx),
      ctx.actor.kind === "visitor" ? undefined : readRecentPurchases(ctx),
    ]);
    return {
      offers: found.data,
      categories,
      open_orders: recentPurchases?.open_orders ?? [],
      bought: recentPurchases?.products ?? [],
    };
  },
  head: (_data, { settings }) => ({
    title: "CrunchBox · CGX measuring devices and software",
    description:
      "Spectrometers, sensors, gateways and calibration kits by CGX, and the Flowpoint software that reads them.",
    canonical: settings.store_base + pages.store,
  }),
  view: ({ offers: [hero, ...others], categories, open_orders, bought }, { layout }) => (
    <>
      <div className="contours" />
      <div className="welcome">
        <h1>Measuring devices, and the software that reads them</h1>
        {!layout.viewer && (
          <p className="subtitle">
            Spectrometers, sensors, gateways and calibration kits by CGX, with Flowpoint plugins, analysis packages and
            plans.
          </p>
        )}
        <PriceNote layout={layout} level={hero?.price_level_name ?? basePrice} />
      </div>
      <RecentPurchases orders={open_orders} products={can(layout.viewer, "buy") ? bought : []} />
      {hero ? <Hero offer={hero} /> : <EmptyState>No products are available yet.</EmptyState>}
      <Categories categories={categories} />
      {others.length > 0 && (
        <section className="few-offers">
          <div className="title">
            <h2>Recommended</h2>
            <a href={pages.products}>All products</a>
          </div>
          <ProductGrid offers={others} />
        </section>
      )}
    </>
  ),
});

function PriceNote({ layout: { viewer }, level }: { layout: LayoutData; level: string }) {
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
      {!can(viewer, "buy") && " Ordering is up to your organization’s buyers and managers."}
    </p>
  );
}

function Hero({ offer }: { offer: Offer }) {
  const name = offerName(offer);
  return (
    <section className="hero" aria-label={name}>
      <Picture src={offer.main_image} alt={offer.image_texts[offer.main_image ?? ""] ?? ""} />
      <div>
        <h2>{name}</h2>
        {offer.short_description && <p>{offer.short_description}</p>}
        <ul className="features">
          {offer.key_features.slice(0, 3).map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        <p className="buy-line">
          <OfferPrice offer={offer} />
        </p>
        <a className="button" href={hrefOf(pages.product, { product_id: offer.id })}>
          See {name}
        </a>
      </div>
    </section>
  );
}

function Categories({ categories }: { categories: CategoryCover[] }) {
  if (categories.length === 0) return null;
  return (
    <section>
      <h2>Categories</h2>
      <ul className="categories">
        {categories.map(({ name, main_image }) => (
          <li key={name}>
            <Picture src={main_image} alt="" />
            <a href={hrefOf(pages.products, {}, { category: name })}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
