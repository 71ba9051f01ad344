import { hrefOf, pages } from "../../contract/pages.ts";
import { can, type ConsoleAccess } from "../../contract/people/permissions.ts";
import type { LayoutViewer } from "./layout-data.ts";

/** `note` is shown beside the label: the parent page, or the list in which the record of an action is chosen. */
type PaletteEntry = { label: string; href: string; note?: string };
type EntrySpec = readonly [label: string, href: string, access: ConsoleAccess, note?: string];

const ordersToShip = hrefOf(pages.adminOrders, {}, { status: "processing" });
const ordersUnderWay = hrefOf(pages.adminOrders, {}, { status: "shipped" });
const unpaidInvoices = hrefOf(pages.adminInvoices, {}, { is_unpaid: "true" });

/** Pages without a link in the menu. `tests/http/palette.test.ts` reports missing pages. */
const subpages: readonly EntrySpec[] = [
  ["Assignments", pages.assignments, "use_console", "Overview"],
  ["Account requests", pages.requestList, "requests:read", "Requests"],
  ["Devices to verify", pages.deviceClaims, "devices:read", "Organizations"],
  ["Made serial numbers", pages.madeSerials, "devices:read", "Organizations"],
  ["Refund approvals", pages.refundApprovals, "refunds:read", "Orders"],
  ["Ledger", pages.ledger, "finance:read", "Finance"],
  ["Accounts receivable", pages.receivables, "invoices:read", "Finance"],
  ["Reconciliation", pages.reconciliation, "reconciliation:read", "Integrations"],
  ["Discrepancies", pages.discrepancies, "reconciliation:read", "Reconciliation"],
  ["Saved audiences", pages.audiences, "notifications:read", "Notifications"],
  ["Health", pages.health, "integrations:read", "Integrations"],
  ["Unsent messages", pages.outbox, "integrations:read", "Integrations"],
  ["Unprocessed webhooks", pages.webhooks, "integrations:read", "Integrations"],
  ["Browser errors", pages.clientErrors, "integrations:read", "Integrations"],
  ["Staff", pages.staff, "staff:read", "Settings"],
  ["Mails, their texts", pages.mailTemplates, "settings:read", "Settings"],
  ["Time zone and limit of refunds", pages.shopSettings, "settings:read", "Settings"],
  ["Price levels", pages.adminPriceLevels, "prices:read", "Settings"],
  ["Shipping rates", pages.shippingRates, "shipping_rates:read", "Settings"],
  ["Industries", pages.adminIndustries, "settings:read", "Settings"],
  ["License agreement", pages.licenseVersions, "settings:read", "Settings"],
  ["Legal texts", pages.legalVersions, "settings:read", "Settings"],
];

const actions: readonly EntrySpec[] = [
  ["Answer account requests", pages.requests, "requests:act"],
  ["Create an organization", pages.newOrganization, "organizations:act"],
  ["Invite a person", pages.createPerson, "people:act"],
  ["Verify devices", pages.deviceClaims, "devices:act"],
  ["Ship orders together", ordersToShip, "shipping:act", "Orders to ship"],
  ["Make labels for orders", ordersToShip, "shipping:act", "Orders to ship"],
  ["Print a pick list", ordersToShip, "shipping:read", "Orders to ship"],
  ["Record a package", ordersToShip, "shipping:act", "Orders to ship"],
  ["Mark orders as received", ordersUnderWay, "shipping:act", "Orders under way"],
  ["Cancel lines of an order", ordersToShip, "orders:act", "Orders to ship"],
  ["Refund an order", pages.adminOrders, "refunds:read", "Orders"],
  ["Note a refund by wire or cheque", pages.adminOrders, "refunds:act", "Orders"],
  ["Approve refunds", pages.refundApprovals, "refunds:act"],
  ["Start a quote", pages.newQuote, "quotes:act"],
  ["Remind about unpaid invoices", unpaidInvoices, "invoices:act", "Unpaid invoices"],
  ["Charge an invoice", unpaidInvoices, "invoices:act", "Unpaid invoices"],
  ["Note an invoice as paid", unpaidInvoices, "invoices:act", "Unpaid invoices"],
  ["Void an invoice", unpaidInvoices, "invoices:act", "Unpaid invoices"],
  ["Write off an invoice", unpaidInvoices, "invoices:act", "Unpaid invoices"],
  ["Start a reconciliation", pages.reconciliation, "reconciliation:act"],
  ["Grant a subscription", pages.giveSubscription, "subscriptions:act"],
  ["End a subscription", pages.adminSubscriptions, "subscriptions:act", "Subscriptions"],
  ["Create a product", pages.newProduct, "products:act"],
  ["Import products", pages.importProducts, "products:act"],
  ["Publish products", pages.adminProducts, "products:act", "Products"],
  ["Change prices", pages.productPrices, "prices:act"],
  ["Create a shipping rate", pages.newShippingRate, "shipping_rates:act"],
  ["Create software", pages.newSoftware, "software:act"],
  ["Roll out a version", pages.adminSoftware, "releases:act", "Software"],
  ["Withdraw a version", pages.adminSoftware, "releases:act", "Software"],
  ["Write to customers", hrefOf(pages.composeNotification, { type: "announcement" }), "news:act"],
  ["Write to a saved audience", pages.audiences, "news:act", "Saved audiences"],
  ["Change what an administrator may do", pages.staff, "staff:act", "Staff"],
  ["Publish a license agreement", pages.newLicenseVersion, "settings:act"],
  ["Verify the audit log", pages.audit, "audit:act", "Audit"],
];

const entriesFor = (viewer: LayoutViewer, lines: readonly EntrySpec[]): PaletteEntry[] =>
  lines
    .filter(([, , access]) => can(viewer, access))
    .map(([label, href, , note]) => ({ label, href, ...(note && { note }) }));

/** islands/console.ts takes all other pages from the menu. */
export const paletteEntries = (viewer: LayoutViewer) => ({
  actions: entriesFor(viewer, actions),
  pages: entriesFor(viewer, subpages),
});
