import type { Offer } from "../../../worker/domain/catalog/index.ts";
import { Picture } from "../../../worker/ui/figures/picture.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { offerName } from "./offer.ts";
import { OfferPrice } from "./offer-price.tsx";

export const basePrice = "Base Price";

/** A plan with several terms has one card; the whole card is one link. */
function ProductCard({ offer, is_late }: { offer: Offer; is_late: boolean }) {
  const isOwnPrice = offer.price !== null && offer.price_level_name !== basePrice;
  return (
    <li className="product-card">
      <Picture
        src={offer.main_image}
        alt={offer.image_texts[offer.main_image ?? ""] ?? ""}
        is_late={is_late}
        is_small_on_phones
      />
      <h3>
        <a href={hrefOf(pages.product, { product_id: offer.id })}>{offerName(offer)}</a>
      </h3>
      {offer.short_description && <p>{offer.short_description}</p>}
      <p className="buy-line">
        <OfferPrice offer={offer} />
        {isOwnPrice && <small>{offer.price_level_name} price</small>}
      </p>
    </li>
  );
}

export function ProductGrid({ offers }: { offers: readonly Offer[] }) {
  return (
    <ul className="product-grid">
      {offers.map((offer, index) => (
        <ProductCard key={offer.id} offer={offer} is_late={index >= 8} />
      ))}
    </ul>
  );
}
