/**
 * SuiteQL statements, SQL-92 over NetSuite's analytics data source
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157909186990.html). Rows have lower-case
 * columns, texts as values, T and F as booleans, and omit null.
 */

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Guards against SQL injection: throws for anything but digits. */
export function idLiteral(id: string): string {
  if (!/^\d{1,18}$/.test(id)) throw new Error("not an internal id of NetSuite");
  return id;
}

/**
 * Companies that are customers: leads and prospects are stages of the same record
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_4858833375.html), and individuals have no
 * company name.
 */
const selectCustomers = `SELECT customer.id, customer.companyname, customer.email, customer.isinactive,
  BUILTIN.DF(customer.pricelevel) AS pricelevelname, address.addr1, address.addr2, address.city,
  address.state, address.zip, address.country
FROM customer LEFT JOIN EntityAddress address ON address.nkey = customer.defaultbillingaddress
WHERE customer.searchstage = 'Customer' AND customer.isperson = 'F'`;

/** SuiteQL rejects a query that matches more than 100,000 rows, even with a limit. */
type Span = { after: string; to: string };
const within = (column: string, { after, to }: Span): string =>
  `${column} > ${idLiteral(after)} AND ${column} <= ${idLiteral(to)}`;

export const customersBetween = (span: Span): string =>
  `${selectCustomers} AND ${within("customer.id", span)} ORDER BY customer.id`;

export const lastCustomerQuery = "SELECT MAX(customer.id) AS last FROM customer";

export const customerById = (id: string): string => `${selectCustomers} AND customer.id = ${idLiteral(id)}`;

/** Tax, shipping, discounts and descriptions are items of NetSuite, too. */
const soldItemTypes = ["InvtPart", "Assembly", "Kit", "NonInvtPart", "Service", "DwnLdItem"].map(quote).join(", ");
const selectItems = "SELECT item.id, item.itemid, item.displayname, item.itemtype, item.isinactive FROM item";

export const itemsBetween = (span: Span): string =>
  `${selectItems} WHERE ${within("item.id", span)} AND item.itemtype IN (${soldItemTypes}) ORDER BY item.id`;

export const lastItemQuery = `SELECT MAX(item.id) AS last FROM item WHERE item.itemtype IN (${soldItemTypes})`;

export const itemsById = (ids: readonly string[]): string =>
  `${selectItems} WHERE item.id IN (${ids.map(idLiteral).join(", ")}) AND item.itemtype IN (${soldItemTypes}) ORDER BY item.id`;

/**
 * Prices in US dollars for one piece: `pricing` has a row for each currency, level and quantity, whose first is 0 or 1
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_159531460854.html).
 */
export function pricesBetween(
  from: string,
  to: string,
  after: { item_id: string; price_level_id: string } | undefined,
) {
  const item = after && idLiteral(after.item_id);
  const level = after && idLiteral(after.price_level_id);
  const isAfterKey = after
    ? ` AND (pricing.item > ${item} OR (pricing.item = ${item} AND pricing.pricelevel >= ${level}))`
    : "";
  return `SELECT pricing.item, pricing.pricelevel, BUILTIN.DF(pricing.pricelevel) AS pricelevelname, pricing.quantity,
  pricing.unitprice
FROM pricing
WHERE pricing.item >= ${idLiteral(from)} AND pricing.item <= ${idLiteral(to)} AND pricing.quantity <= 1
  AND pricing.currency = (SELECT currency.id FROM currency WHERE currency.symbol = 'USD')${isAfterKey}
ORDER BY pricing.item, pricing.pricelevel, pricing.quantity`;
}

export const oneCustomer = "SELECT customer.id FROM customer ORDER BY customer.id";
