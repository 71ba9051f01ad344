/** What the search of the console looks for, in the order in which it is told. */
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

/** By what a thing was found; `provider` and `accounting` are the ids that it has there. */
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

/** Whose page a thing stands on. */
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
