import type { Offer } from "../../../worker/domain/catalog/index.ts";

export const hasTerms = ({ terms }: Offer): boolean => terms.length > 1;

/** All terms of an offer have one family name. */
export const offerName = (offer: Offer): string => (hasTerms(offer) && offer.family) || offer.name;
