/** Kinds of records by their names in the controls; NetSuite has other names in paths and in SuiteQL. */
export const kinds = [
  "customer",
  "item",
  "account",
  "term",
  "sales_order",
  "invoice",
  "credit_memo",
  "fulfillment",
  "customer_payment",
  "customer_refund",
] as const;
export type Kind = (typeof kinds)[number];

/** Kinds by their names in paths of the record service; all types of items are the kind `item`. */
const wireNames: Record<string, Kind> = {
  customer: "customer",
  inventoryitem: "item",
  noninventorysaleitem: "item",
  servicesaleitem: "item",
  otherchargesaleitem: "item",
  account: "account",
  term: "term",
  salesorder: "sales_order",
  invoice: "invoice",
  creditmemo: "credit_memo",
  itemfulfillment: "fulfillment",
  customerpayment: "customer_payment",
  customerrefund: "customer_refund",
};

/** NetSuite ignores the case of paths. */
export const parseKind = (wireName: string): Kind | undefined => wireNames[wireName.toLowerCase()];

/** Kinds that have lines, and a total computed by NetSuite. */
export const isSale = (kind: Kind): boolean => kind === "sales_order" || kind === "invoice" || kind === "credit_memo";
