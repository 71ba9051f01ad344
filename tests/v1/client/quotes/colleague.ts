import { type Buyer, shop } from "../../../support/store.ts";

/** Signs in another buyer of the same organization. */
export const signInColleague = ({ org_id }: Buyer) => shop.signedIn({ org_id, roles: ["buyer", "user"] });
