import { pageBase } from "../../contract/hosts.ts";
import { hrefOf, pages } from "../../contract/pages.ts";
import type { MailType } from "../../contract/notification-types.ts";
import type { ReadCtx } from "../context.ts";

const lists: Partial<Record<MailType, string>> = {
  subscriptionStarted: pages.subscriptions,
  subscriptionExpired: pages.subscriptions,
  subscriptionCanceled: pages.subscriptions,
  subscriptionRenewalReminder: pages.subscriptions,
  invoiceForSubscription: pages.subscriptions,
  deviceAdded: pages.devices,
};

export function withPageUrl<P extends Record<string, unknown>>(
  ctx: ReadCtx,
  type: MailType,
  payload: P,
): P & { url?: unknown } {
  const { order_id } = payload;
  if (type === "newSoftwareVersion" || type === "newPluginVersion")
    return { download_url: pageBase(ctx.settings, pages.downloads) + pages.downloads, ...payload };
  const path = typeof order_id === "string" ? hrefOf(pages.order, { order_id }) : lists[type];
  return path === undefined ? payload : { url: pageBase(ctx.settings, path) + path, ...payload };
}
