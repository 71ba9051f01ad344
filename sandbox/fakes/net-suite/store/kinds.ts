/** The record types by the controls' names, with what NetSuite calls them in addresses and in SuiteQL. */
export const kinds = ["customer", "item", "sales_order", "invoice", "credit_memo", "fulfillment"] as const;
export type Kind = (typeof kinds)[number];

/** As an address of the record service names them; every item type is an item. */
const wireNames: Record<string, Kind> = {
  customer: "customer",
  inventoryitem: "item",
  noninventorysaleitem: "item",
  servicesaleitem: "item",
  otherchargesaleitem: "item",
  salesorder: "sales_order",
  invoice: "invoice",
  creditmemo: "credit_memo",
  itemfulfillment: "fulfillment",
};

/** NetSuite's addresses do not mind upper and lower case. */
export const kindOf = (wireName: string): Kind | undefined => wireNames[wireName.toLowerCase()];

/** What is bought and given back: has lines, and a total that NetSuite computes. */
export const isSale = (kind: Kind): boolean => kind === "sales_order" || kind === "invoice" || kind === "credit_memo";
