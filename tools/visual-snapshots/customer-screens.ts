import { seedId } from "../../sandbox/seed/rows.ts";
import type { Page } from "playwright";
import type { ConsoleShop } from "./console-shop.ts";
import { press, type Screen } from "./screen.ts";

const widths = [1440, 800, 390];

/** Store and portal as the owner of Acme sees them. */
export function customerScreens({ customers }: ConsoleShop): Screen[] {
  const { order, declinedOrder, receivedOrder, invoice, subscription, device } = customers;
  const screens: Omit<Screen, "widths">[] = [
    { name: "c-store", path: "/store" },
    { name: "c-products", path: "/store/products" },
    { name: "c-products-none", path: "/store/products?search=zzzz" },
    { name: "c-product", path: `/store/products/${customers.product}` },
    { name: "c-plan", path: `/store/products/${customers.plan}` },
    { name: "c-cart", path: "/store/cart" },
    { name: "c-checkout", path: "/store/checkout" },
    { name: "c-quick-order", path: "/portal/quick-order" },
    { name: "c-home", path: "/portal" },
    { name: "c-orders", path: "/portal/orders" },
    { name: "c-order", path: `/portal/orders/${order}` },
    { name: "c-order-declined", path: `/portal/orders/${declinedOrder}` },
    { name: "c-order-received", path: `/portal/orders/${receivedOrder}` },
    { name: "c-order-pending", path: `/portal/orders/${customers.pendingOrder}` },
    { name: "c-order-disputed", path: `/portal/orders/${customers.disputedOrder}` },
    { name: "c-order-refund-failed", path: `/portal/orders/${customers.refundFailedOrder}` },
    { name: "c-order-canceled", path: `/portal/orders/${customers.canceledOrder}` },
    { name: "c-orders-filters", path: "/portal/orders", open: press(".filters-button") },
    { name: "c-orders-none", path: "/portal/orders?search=zzzz" },
    { name: "c-refund-instructions", path: `/portal/orders/${customers.refundFailedOrder}/refund` },
    {
      name: "c-delivery-note",
      path: `/portal/orders/${order}`,
      async open(page) {
        await press('a[href*="delivery-note"]')(page);
        await page.waitForURL(/delivery-note/);
      },
    },
    { name: "c-order-again", path: `/portal/orders/${receivedOrder}/again` },
    { name: "c-invoices", path: "/portal/invoices" },
    { name: "c-invoices-statement", path: "/portal/invoices", open: press(".statement-button") },
    { name: "c-invoice", path: `/portal/invoices/${invoice}` },
    { name: "c-payment-methods", path: "/portal/payment-methods" },
    { name: "c-subscriptions", path: "/portal/subscriptions" },
    { name: "c-subscription", path: `/portal/subscriptions/${subscription}` },
    { name: "c-subscription-ended", path: `/portal/subscriptions/${customers.endedSubscription}` },
    { name: "c-plan-payment-methods", path: `/portal/subscriptions/${subscription}/payment-methods` },
    { name: "c-plan-cancel", path: `/portal/subscriptions/${subscription}`, open: press("[popovertarget=cancel]") },
    { name: "c-approvals", path: "/portal/approvals" },
    { name: "c-approval-request", path: `/portal/approvals/${seedId(993)}` },
    { name: "c-approval-reject", path: `/portal/approvals/${seedId(993)}`, open: press("[popovertarget=reject]") },
    { name: "c-approval-rules", path: "/portal/organization/approvals" },
    { name: "c-approval-rule", path: `/portal/organization/approvals/${seedId(981)}` },
    { name: "c-quotes", path: "/portal/quotes" },
    { name: "c-quotes-none", path: "/portal/quotes?search=zzzz" },
    { name: "c-quote-declined", path: `/portal/quotes/${seedId(1104)}` },
    { name: "c-quote-ordered", path: `/portal/quotes/${seedId(1105)}` },
    { name: "c-quote-accepted", path: `/portal/quotes/${seedId(1106)}` },
    { name: "c-quote", path: `/portal/quotes/${seedId(1107)}` },
    { name: "c-quote-reject", path: `/portal/quotes/${seedId(1107)}`, open: press("[popovertarget=reject]") },
    { name: "c-quote-print", path: `/portal/quotes/${seedId(1107)}/print` },
    { name: "c-quote-requested", path: `/portal/quotes/${seedId(1108)}` },
    { name: "c-devices", path: "/portal/devices" },
    { name: "c-device", path: `/portal/devices/${device}` },
    { name: "c-devices-add", path: "/portal/devices/add" },
    { name: "c-devices-import", path: "/portal/devices/import" },
    { name: "c-devices-updates", path: "/portal/devices/updates" },
    { name: "c-download-history", path: "/portal/downloads/history" },
    { name: "c-software", path: "/portal/downloads/of/flowpoint" },
    { name: "c-downloads", path: "/portal/downloads" },
    { name: "c-organization", path: "/portal/organization" },
    { name: "c-people", path: "/portal/people" },
    { name: "c-addresses", path: "/portal/organization/addresses" },
    { name: "c-address", path: "/portal/organization/addresses/0" },
    { name: "c-person", path: `/portal/people/${customers.colleague}` },
    { name: "c-person-security", path: `/portal/people/${customers.colleague}/security-events` },
    { name: "c-invite", path: "/portal/people/invite" },
    { name: "c-activity", path: "/portal/activity" },
    { name: "c-notifications", path: "/portal/notifications" },
    { name: "c-notification", path: `/portal/notifications/${customers.notification}` },
    { name: "c-notification-settings", path: "/portal/notifications/settings" },
    { name: "c-profile", path: "/portal/profile" },
    { name: "c-sessions", path: "/portal/sessions" },
    { name: "c-security", path: "/portal/security" },
    { name: "c-security-events", path: "/portal/sessions/events" },
    { name: "c-phone", path: "/portal/phone" },
    { name: "c-pay-invoice", path: `/portal/invoices/pay?id=${customers.declinedInvoice}` },
    { name: "c-approval-rule-new", path: "/portal/organization/approvals/new" },
    { name: "c-search", path: "/portal/search?search=spectra" },
    { name: "c-search-none", path: "/portal/search?search=zzzz" },
    { name: "c-menu", path: "/portal", open: press(".menu > button") },
    { name: "c-missing", path: "/portal/nothing-here" },
  ];
  return screens.map((screen) => ({ ...screen, widths }));
}

/** Store and portal for a user who may neither buy nor manage the organization. */
export function userScreens({ customers }: ConsoleShop): Screen[] {
  return [
    { name: "u-home", path: "/portal" },
    { name: "u-store", path: "/store" },
    { name: "u-product", path: `/store/products/${customers.product}` },
    { name: "u-cart", path: "/store/cart" },
    { name: "u-devices", path: "/portal/devices" },
    { name: "u-device", path: `/portal/devices/${customers.device}` },
    { name: "u-order-declined", path: `/portal/orders/${customers.declinedOrder}` },
    { name: "u-subscription", path: `/portal/subscriptions/${customers.subscription}` },
    { name: "u-organization", path: "/portal/organization" },
    { name: "u-forbidden", path: "/portal/people" },
  ].map((screen) => ({ ...screen, widths }));
}

export const onAccountScreens: Screen[] = [
  { name: "o-home", path: "/portal" },
  { name: "o-account", path: "/portal/account" },
  { name: "o-invoices", path: "/portal/invoices" },
].map((screen) => ({ ...screen, widths }));

export function visitorScreens({ customers }: ConsoleShop): Screen[] {
  return [
    { name: "v-store", path: "/store" },
    { name: "v-products", path: "/store/products" },
    { name: "v-product", path: `/store/products/${customers.product}` },
    { name: "v-plan", path: `/store/products/${customers.plan}` },
    { name: "v-missing", path: "/store/nothing-here" },
    { name: "v-terms", path: "/store/legal/terms" },
    { name: "v-accessibility", path: "/accessibility" },
    { name: "v-status", path: "/status" },
    { name: "v-docs", path: "/docs" },
  ].map((screen) => ({ ...screen, widths }));
}

/** Screens of a buyer who has just paid. */
export const buyerScreens = ({ customers }: ConsoleShop): Screen[] => [
  { name: "b-done", path: `/store/checkout/${customers.paidCart}`, widths },
];

/** The account screens, which are light even if the system prefers dark. */
export const accountScreens = ({ links, careful }: ConsoleShop): Screen[] =>
  [
    { name: "a-sign-in", path: "/sign-in/crunchbox" },
    { name: "a-request", path: "/request-account" },
    { name: "a-recover", path: "/recover-password" },
    { name: "a-recover-expired", path: "/recover-password?expired=true" },
    { name: "a-verify-expired", path: "/verify-email/00000000-0000-4000-8000-000000000000/ABC123" },
    { name: "a-license", path: "/license-agreement" },
    { name: "a-set-up", path: links.set_up },
    { name: "a-set-password", path: links.set_password },
    {
      name: "a-second-step",
      path: "/sign-in/crunchbox",
      async open(page: Page) {
        if (page.url().includes("second-step")) return;
        await page.getByLabel("Email Address").fill(careful.email);
        await page.getByLabel("Password", { exact: true }).fill(careful.password);
        await page.getByRole("button", { name: "SIGN IN", exact: true }).click();
        await page.waitForURL(/second-step/);
      },
    },
  ].map((screen) => ({ ...screen, widths, schemes: ["light"] as const }));
