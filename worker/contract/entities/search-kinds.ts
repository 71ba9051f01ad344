/** In display order. */
export const searchedKinds = [
  "orders",
  "invoices",
  "carts",
  "subscriptions",
  "devices",
  "organizations",
  "people",
  "requests",
  "products",
] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** Matching fields; `provider` and `accounting` are ids in those systems. */
export const foundBy = [
  "number",
  "name",
  "email",
  "serial",
  "sku",
  "tracking",
  "purchase_order",
  "cart",
  "provider",
  "accounting",
  "id",
  "text",
] as const;
export type FoundBy = (typeof foundBy)[number];

/** Records with a page of their own. */
export const placeKinds = [
  "order",
  "cart",
  "invoice",
  "subscription",
  "organization",
  "person",
  "request",
  "product",
] as const;
export type PlaceKind = (typeof placeKinds)[number];
