import { pages } from "../pages.ts";
import type { PlaceKind } from "./search-kinds.ts";

type Hit = { leads_to: { kind: PlaceKind; id: string } | null };

const paths: Record<PlaceKind, string> = {
  order: pages.adminOrder,
  cart: pages.adminCart,
  invoice: pages.adminInvoice,
  organization: pages.organization,
  person: pages.adminPerson,
  request: pages.request,
  product: pages.adminProduct,
  subscription: pages.adminSubscription,
};

/** This function has a module of its own, because the console's browser script imports it, too. */
export function hitAddress({ leads_to }: Hit): string | undefined {
  if (!leads_to) return undefined;
  return paths[leads_to.kind].replace(/:\w+/, leads_to.id);
}
