import { pageBase } from "../../contract/hosts.ts";
import { hrefOf, pages } from "../../contract/pages.ts";
import type { MailType } from "../../contract/notification-types.ts";
import type { Ctx } from "../context.ts";

/** The pages on which things of a type stand together. */
const lists: Partial<Record<MailType, string>> = {
  subscriptionStarted: pages.subscriptions,
  subscriptionExpired: pages.subscriptions,
  subscriptionCanceled: pages.subscriptions,
  subscriptionRenewalReminder: pages.subscriptions,
  invoiceForSubscription: pages.subscriptions,
  deviceAdded: pages.devices,
};

/** Adds to a payload that names no page the one where the thing itself is, as far as it can be known. */
export function withPlace<P extends Record<string, unknown>>(
  ctx: Ctx,
  type: MailType,
  payload: P,
): P & { url?: unknown } {
  const { order_id } = payload;
  if (type === "newSoftwareVersion" || type === "newPluginVersion")
    return { download_url: pageBase(ctx.settings, pages.downloads) + pages.downloads, ...payload };
  const path = typeof order_id === "string" ? hrefOf(pages.order, { order_id }) : lists[type];
  return path === undefined ? payload : { url: pageBase(ctx.settings, path) + path, ...payload };
}
