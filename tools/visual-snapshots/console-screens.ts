import type { Page } from "playwright";
import { seedId } from "../../sandbox/seed/rows.ts";
import type { ConsoleShop } from "./console-shop.ts";
import type { Screen } from "./screen.ts";

const widths = [1440, 1100, 800, 390];
const pressButton = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

export function consoleScreens(shop: ConsoleShop): Screen[] {
  const orderIdsQuery = `order_ids=${shop.shippingOrders.join(",")}`;
  const screens: Omit<Screen, "widths">[] = [
    { name: "overview", path: "/admin" },
    {
      name: "palette",
      path: "/admin/orders",
      open: async (page) => {
        await page.keyboard.press("Control+k");
        await page.keyboard.insertText("ship");
        await page.getByRole("option").first().waitFor();
      },
    },
    { name: "finance", path: "/admin/finance?preset=this_year" },
    { name: "ledger", path: "/admin/finance/ledger" },
    { name: "invoices", path: "/admin/invoices" },
    { name: "invoice", path: `/admin/invoices/${shop.declinedInvoice}` },
    { name: "orders", path: "/admin/orders" },
    { name: "order", path: `/admin/orders/${shop.order}` },
    { name: "refund", path: `/admin/orders/${shop.order}/refund?all=true` },
    { name: "cancel-lines", path: `/admin/orders/${shop.order}/cancel-lines?all=true` },
    { name: "ship", path: `/admin/orders/${shop.order}?by=number&packages=2` },
    { name: "ship-together", path: `/admin/orders/ship?${orderIdsQuery}` },
    { name: "pick-list", path: `/admin/orders/pick-list?${orderIdsQuery}` },
    { name: "quotes", path: "/admin/quotes" },
    { name: "quotes-none", path: "/admin/quotes?search=zzzz" },
    { name: "quote", path: `/admin/quotes/${seedId(1107)}` },
    { name: "quote-decline", path: `/admin/quotes/${seedId(1107)}`, open: pressButton("Decline") },
    { name: "quote-ordered", path: `/admin/quotes/${seedId(1105)}` },
    { name: "quote-print", path: `/admin/quotes/${seedId(1107)}/print` },
    { name: "quote-new", path: "/admin/quotes/new" },
    { name: "refund-approvals", path: "/admin/refund-approvals" },
    { name: "software", path: "/admin/software" },
    { name: "versions", path: "/admin/software/spectral-analysis?kind=plugin" },
    { name: "version-rolling-out", path: `/admin/software/versions/${shop.rollingVersion}` },
    {
      name: "version-stage",
      path: `/admin/software/versions/${shop.rollingVersion}/stage?stage=percentage&percent=50`,
    },
    {
      name: "version-withdraw",
      path: `/admin/software/versions/${shop.rollingVersion}`,
      open: pressButton("Withdraw"),
    },
    { name: "version-withdrawn", path: `/admin/software/versions/${shop.withdrawnVersion}` },
    { name: "assignments", path: "/admin/assignments" },
    { name: "audiences", path: "/admin/notifications/audiences" },
    { name: "audience", path: `/admin/notifications/audiences/${shop.audience}` },
    { name: "notifications", path: "/admin/notifications" },
    { name: "broadcast", path: `/admin/notifications/${shop.broadcast}` },
    { name: "broadcast-written", path: `/admin/notifications/new/announcement?product_ids=${shop.product}` },
    { name: "staff", path: "/admin/staff" },
    { name: "staff-member", path: `/admin/staff/${shop.support}` },
    { name: "settings", path: "/admin/settings" },
    { name: "shop-settings", path: "/admin/settings/shop" },
    { name: "mails", path: "/admin/settings/mails" },
    { name: "mail", path: "/admin/settings/mails/orderShipped" },
    { name: "shipping-rates", path: "/admin/settings/shipping-rates" },
    { name: "shipping-rate", path: `/admin/settings/shipping-rates/${shop.rate}` },
    { name: "organizations", path: "/admin/organizations" },
    { name: "organization-new", path: "/admin/organizations/new" },
    { name: "people", path: "/admin/people" },
    { name: "products", path: "/admin/products" },
    { name: "prices", path: "/admin/products/prices" },
    { name: "subscriptions", path: "/admin/subscriptions" },
    { name: "device-claims", path: "/admin/device-claims" },
    { name: "integrations", path: "/admin/integrations" },
    { name: "health", path: "/admin/integrations/health" },
    { name: "reconciliation", path: "/admin/integrations/books" },
    { name: "price-levels", path: "/admin/settings/price-levels" },
    { name: "legal-texts", path: "/admin/settings/legal" },
    { name: "license", path: "/admin/settings/license" },
    { name: "audit", path: "/admin/audit" },
    { name: "requests", path: "/admin/requests" },
    { name: "request-list", path: "/admin/requests/list" },
    { name: "organization", path: `/admin/organizations/${shop.organization}` },
    { name: "product", path: `/admin/products/${shop.product}` },
    { name: "product-form", path: `/admin/products/${shop.product}/edit` },
  ];
  return screens.map((screen) => ({ ...screen, widths }));
}
