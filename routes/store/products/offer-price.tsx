import type { Offer } from "../../../worker/domain/catalog/index.ts";
import { Price } from "../../../worker/ui/parts/price.tsx";
import { hasTerms } from "./offer.ts";

/** The price of an offer; for several terms that of the shortest priced one. */
export function OfferPrice({ offer }: { offer: Offer }) {
  const shortest = hasTerms(offer) ? offer.terms.find(({ price }) => price !== null) : undefined;
  return <Price {...(shortest ?? offer)} is_from={shortest !== undefined} />;
}
