import { type Buyer, shop } from "../../../support/store.ts";

/** Somebody else of the organization who may buy. */
export const colleagueOf = ({ org_id }: Buyer) => shop.signedIn({ org_id, roles: ["buyer", "user"] });
