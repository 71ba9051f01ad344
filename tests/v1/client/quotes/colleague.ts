import { type Buyer, shop } from "../../../support/store.ts";

export const signInColleague = ({ org_id }: Buyer) => shop.signedIn({ org_id, roles: ["buyer", "user"] });
