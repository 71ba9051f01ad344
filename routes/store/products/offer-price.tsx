import type { Offer } from "../../../worker/domain/catalog/index.ts";
import { Price } from "../../../worker/ui/parts/price.tsx";
import { hasTerms } from "./offer.ts";

/** The shortest priced term stands for all terms of an offer. */
export function OfferPrice({ offer }: { offer: Offer }) {
  const shortest = hasTerms(offer) ? offer.terms.find(({ price }) => price !== null) : undefined;
  return <Price {...(shortest ?? offer)} is_from={shortest !== undefined} />;
}
