import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import type { Role } from "../../../db/enums.ts";
import { can, type RolePermission } from "../../../worker/contract/people/permissions.ts";

type Entry = {
  title: string;
  href: string;
  /** Other search terms of the page. */
  words: string;
  needs?: RolePermission;
  not_impersonated?: true;
  /** The page exists only in a shop that sends text messages. */
  is_about_texts?: true;
};

const entries: readonly Entry[] = [
  { title: "Home", href: pages.portal, words: "account portal overview dashboard" },
  { title: "Products", href: pages.products, words: "store shop catalogue catalog buy" },
  { title: "Cart", href: pages.cart, words: "basket checkout", needs: "buy" },
  { title: "Quick order", href: pages.quickOrder, words: "sku csv upload bulk", needs: "buy" },
  { title: "Orders", href: pages.orders, words: "purchases packages tracking shipping" },
  { title: "Orders to receive", href: hrefOf(pages.orders, {}, { is_open: "true" }), words: "open shipped delivery" },
  { title: "Quotes", href: pages.quotes, words: "offers prices", needs: "buy" },
  { title: "Approvals", href: pages.approvals, words: "approve orders colleagues waiting", needs: "approve" },
  { title: "Approval rules", href: pages.approvalRules, words: "approvals approvers limits", needs: "buy" },
  { title: "Devices", href: pages.devices, words: "fleet serial numbers" },
  { title: "Add devices", href: pages.addDevices, words: "register serial number", needs: "manage_devices" },
  { title: "Device updates", href: pages.deviceUpdates, words: "devices firmware software versions" },
  { title: "Import names", href: pages.importDevices, words: "devices csv sites tags", needs: "manage_devices" },
  { title: "Downloads", href: pages.downloads, words: "software firmware plugins updates versions" },
  { title: "Download history", href: pages.downloadHistory, words: "downloaded software" },
  { title: "Subscriptions", href: pages.subscriptions, words: "plans renewals renew" },
  { title: "Invoices", href: pages.invoices, words: "bills billing receipts pay", needs: "see_billing" },
  { title: "Account", href: pages.account, words: "on account credit limit balance terms due", needs: "see_billing" },
  { title: "Statement", href: pages.invoiceStatement, words: "monthly account balance", needs: "see_billing" },
  {
    title: "Payment methods",
    href: pages.paymentMethods,
    words: "cards credit bank account billing",
    needs: "see_billing",
    not_impersonated: true,
  },
  { title: "Organization", href: pages.ownOrganization, words: "company contacts profile" },
  { title: "Addresses", href: pages.ownAddresses, words: "organization company shipping billing delivery" },
  { title: "People", href: pages.people, words: "users colleagues team roles", needs: "manage_people" },
  {
    title: "Invite a person",
    href: pages.invitePerson,
    words: "add user colleague",
    needs: "manage_people",
    not_impersonated: true,
  },
  { title: "Activity", href: pages.activity, words: "history log" },
  { title: "Profile", href: pages.profile, words: "settings name email phone password" },
  { title: "Notifications", href: pages.notifications, words: "messages inbox" },
  {
    title: "Notification settings",
    href: pages.notificationSettings,
    words: "notifications emails texts subscribe unsubscribe",
  },
  {
    title: "Text messages",
    href: pages.phone,
    words: "sms texts phone number",
    not_impersonated: true,
    is_about_texts: true,
  },
  {
    title: "Passkeys and second step",
    href: pages.security,
    words: "security passkey authenticator app two-factor 2fa backup codes",
    not_impersonated: true,
  },
  { title: "Security", href: pages.sessions, words: "sessions signed in browsers password", not_impersonated: true },
  {
    title: "Security events",
    href: pages.securityEvents,
    words: "sign-ins history log browsers",
    not_impersonated: true,
  },
  { title: "Console", href: pages.admin, words: "administration admin", needs: "use_console" },
];

export type FoundPage = Pick<Entry, "title" | "href">;
type Searcher = { roles: readonly Role[]; is_impersonated: boolean; sends_texts: boolean };

export const toSearcher = (ctx: ReadCtx, roles: readonly Role[], is_impersonated: boolean): Searcher => ({
  roles,
  is_impersonated,
  sends_texts: ctx.gateways.sms !== undefined,
});

/** Each typed word must begin a word of the title or of the other search terms. */
export function findPages(viewer: Searcher, text: string): FoundPage[] {
  const searchWords = text.toLowerCase().split(/\s+/);
  return entries
    .filter(({ needs }) => needs === undefined || can(viewer, needs))
    .filter(({ not_impersonated }) => !not_impersonated || !viewer.is_impersonated)
    .filter(({ is_about_texts }) => !is_about_texts || viewer.sends_texts)
    .filter(({ title, words }) => {
      const pageWords = `${title.toLowerCase()} ${words}`.split(" ");
      return searchWords.every((part) => pageWords.some((word) => word.startsWith(part)));
    });
}
