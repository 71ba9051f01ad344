import type { Offer } from "../../../worker/domain/catalog/index.ts";
import { Price } from "../../../worker/ui/parts/price.tsx";
import { hasTerms } from "./offer.ts";

/** What an offer costs; of a plan with several terms the shortest that has a price. */
export function OfferPrice({ offer }: { offer: Offer }) {
  const shortest = hasTerms(offer) ? offer.terms.find(({ price }) => price !== null) : undefined;
  return <Price {...(shortest ?? offer)} is_from={shortest !== undefined} />;
}
