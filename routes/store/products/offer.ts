import type { Offer } from "../../../worker/domain/catalog/index.ts";

/** Whether a plan is sold for several terms, among which the reader chooses. */
export const hasTerms = ({ terms }: Offer): boolean => terms.length > 1;

/** What people call it: a plan of several terms has one name for all of them. */
export const offerName = (offer: Offer): string => (hasTerms(offer) && offer.family) || offer.name;
