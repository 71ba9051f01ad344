import type { FoundBy, SearchedKind } from "./search-kinds.ts";

/** What a group of hits is called. */
export const groupTitles: Record<SearchedKind, string> = {
  orders: "Orders",
  invoices: "Invoices",
  carts: "Carts",
  subscriptions: "Subscriptions",
  devices: "Devices",
  organizations: "Organizations",
  people: "People",
  requests: "Account requests",
  products: "Products",
};

/** By what a hit was found, where its title does not say it. */
export const foundByWords: Partial<Record<FoundBy, string>> = {
  tracking: "Tracking number",
  purchase_order: "PO number",
  cart: "Cart number",
  provider: "Id at the payment provider",
  accounting: "Id in accounting",
  id: "Id",
};
