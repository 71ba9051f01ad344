import type { Offer } from "../../../worker/domain/catalog/index.ts";
import { Price } from "../../../worker/ui/parts/price.tsx";
import { hasTerms } from "./offer.ts";

/** An offer with terms shows the price of its shortest priced term. */
export function OfferPrice({ offer }: { offer: Offer }) {
  const shortest = hasTerms(offer) ? offer.terms.find(({ price }) => price !== null) : undefined;
  return <Price {...(shortest ?? offer)} is_from={shortest !== undefined} />;
}
