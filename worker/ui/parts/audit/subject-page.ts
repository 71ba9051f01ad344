import { hrefOf, pages } from "../../../contract/pages.ts";
import type { StaffPermission } from "../../../contract/people/permissions.ts";

type SubjectPage = { access: StaffPermission; href: string };

const pagesByType: Record<string, readonly [access: StaffPermission, href: (id: string) => string]> = {
  account_request: ["requests:read", (request_id) => hrefOf(pages.request, { request_id })],
  book_difference: ["reconciliation:read", (id) => hrefOf(pages.discrepancy, { id })],
  quote: ["quotes:read", (quote_id) => hrefOf(pages.adminQuote, { quote_id })],
  cart: ["orders:read", (cart_id) => hrefOf(pages.adminCart, { cart_id })],
  callback: ["integrations:read", (id) => hrefOf(pages.webhook, { id })],
  invoice: ["invoices:read", (invoice_id) => hrefOf(pages.adminInvoice, { invoice_id })],
  order: ["orders:read", (order_id) => hrefOf(pages.adminOrder, { order_id })],
  organization: ["organizations:read", (org_id) => hrefOf(pages.organization, { org_id })],
  price_level: ["prices:act", (id) => hrefOf(pages.adminPriceLevel, { id })],
  product: ["products:read", (product_id) => hrefOf(pages.adminProduct, { product_id })],
  software_version: ["software:read", (id) => hrefOf(pages.adminVersion, { id })],
  subscription: ["subscriptions:read", (subscription_id) => hrefOf(pages.adminSubscription, { subscription_id })],
  task: ["integrations:read", (name) => hrefOf(pages.task, { name })],
  user: ["people:read", (user_id) => hrefOf(pages.adminPerson, { user_id })],
};

/** Undefined for subjects without a page. */
export function subjectPage({ type, id }: { type: string; id: string }): SubjectPage | undefined {
  const found = pagesByType[type];
  // "nobody" is the subject of a failed sign-in by an unknown user
  if (!found || id === "nobody") return undefined;
  const [access, href] = found;
  return { access, href: href(id) };
}
