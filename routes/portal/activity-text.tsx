import { hrefOf, pages } from "../../worker/contract/pages.ts";
import type { Activity } from "../../worker/domain/platform/index.ts";
import { Breakable } from "../../worker/ui/parts/breakable.tsx";

/** Undefined if the record was removed, or records of its type have no page. */
function subjectHref({ subject: { type, id, name, is_removed } }: Activity): string | undefined {
  if (name === null || is_removed) return undefined;
  if (type === "order") return hrefOf(pages.order, { order_id: id });
  if (type === "approval_request") return hrefOf(pages.approvalRequest, { request_id: id });
  if (type === "quote") return hrefOf(pages.quote, { quote_id: id });
  if (type === "device") return hrefOf(pages.device, { device_id: id });
  return type === "subscription" ? hrefOf(pages.subscription, { subscription_id: id }) : undefined;
}

export function ActivityText({ entry }: { entry: Activity }) {
  const href = subjectHref(entry);
  const text = <Breakable text={entry.text} />;
  return href === undefined ? text : <a href={href}>{text}</a>;
}
