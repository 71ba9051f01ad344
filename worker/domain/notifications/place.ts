import { pageBase } from "../../contract/hosts.ts";
import { definitionOf, isNotificationType, type MailType } from "../../contract/notification-types.ts";
import { hrefOf, pages } from "../../contract/pages.ts";
import type { ReadCtx } from "../context.ts";

/**
 * Adds the link to the page that a notification is about. A payload that has the link already, or whose type has no
 * page, stays unchanged.
 */
export function withPageUrl<P extends Record<string, unknown>>(
  ctx: ReadCtx,
  type: MailType,
  payload: P,
): P & { url?: unknown } {
  const { order_id } = payload;
  const orderLink =
    typeof order_id === "string" ? { page: hrefOf(pages.order, { order_id }), field: "url" } : undefined;
  if (type === "digest") return { url: pageBase(ctx.settings, pages.notifications) + pages.notifications, ...payload };
  const link = orderLink ?? (isNotificationType(type) ? definitionOf(type).link : undefined);
  return link ? { [link.field]: pageBase(ctx.settings, link.page) + link.page, ...payload } : payload;
}
