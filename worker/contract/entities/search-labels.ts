import type { FoundBy, SearchedKind } from "./search-kinds.ts";

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

export const foundByLabels: Partial<Record<FoundBy, string>> = {
  tracking: "Tracking number",
  purchase_order: "PO number",
  cart: "Cart number",
  provider: "Id at the payment provider",
  accounting: "Id in accounting",
  id: "Id",
};
