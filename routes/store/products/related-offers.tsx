import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { OfferDetails, RelatedOffer } from "../../../worker/domain/catalog/index.ts";
import { offerName } from "./offer.ts";
import { ProductGrid } from "./product-card.tsx";

type RelatedOffersProps = { product: OfferDetails; related: readonly RelatedOffer[] };

/** Products that fit this one; if the catalogue names none, others of its category. */
export function RelatedOffers({ product, related }: RelatedOffersProps) {
  const fittingOffers = related.filter(({ is_fitting }) => is_fitting);
  if (related.length === 0) return null;
  return (
    <section className="few-offers">
      <div className="title">
        <h2>{fittingOffers.length > 0 ? `Works with ${offerName(product)}` : `More in ${product.category}`}</h2>
        {fittingOffers.length === 0 && product.category && (
          <a href={hrefOf(pages.products, {}, { category: product.category })}>All in {product.category}</a>
        )}
      </div>
      <ProductGrid offers={fittingOffers.length > 0 ? fittingOffers : related} />
    </section>
  );
}
