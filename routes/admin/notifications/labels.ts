import { definitionOf, isNotificationType } from "../../../worker/contract/notification-types.ts";
import { audienceText as conditionsText } from "../../../worker/contract/people/audience-text.ts";
import { listRoles } from "../../../worker/contract/people/role-labels.ts";
import type { Broadcast, BroadcastRecipient } from "../../../worker/domain/notifications/index.ts";
import type { Tone } from "../../../worker/ui/parts/badge.tsx";

export const kindLabel = (type: string): string =>
  isNotificationType(type) ? definitionOf(type).title : "A kind that is no more";

export const titleOf = ({ subject, type }: Pick<Broadcast, "subject" | "type">): string => subject ?? kindLabel(type);

export function audienceText({ user_id, org_id, org_name, roles, audience, audience_names }: Broadcast): string {
  if (audience) return `People who ${conditionsText(audience, audience_names)}`;
  if (user_id) return "One person";
  const organizationName = org_id ? (org_name ?? "A deleted organization") : "";
  if (roles && roles.length > 0)
    return organizationName ? `${organizationName}: ${listRoles(roles)}` : listRoles(roles);
  return organizationName || "One address";
}

const broadcastStates: Record<Broadcast["state"], readonly [Tone, string]> = {
  draft: ["warning", "Draft"],
  scheduled: ["info", "Scheduled"],
  sent: ["success", "Sent"],
};

export function stateBadge({ state, is_blocked, missed_at }: Broadcast): readonly [Tone, string] {
  if (is_blocked) return ["danger", "Will not be sent"];
  return state === "draft" && missed_at ? ["danger", "Not sent"] : broadcastStates[state];
}

type StateLabels = Record<BroadcastRecipient["mail"] | BroadcastRecipient["phone"], readonly [Tone, string]>;

export const stateLabels: StateLabels = {
  waiting: ["info", "Waiting"],
  sent: ["success", "Sent"],
  bounced: ["danger", "Came back"],
  "given-up": ["danger", "Given up"],
  off: ["neutral", "Turned off"],
  withdrawn: ["neutral", "Turned off since"],
  "no-number": ["neutral", "No number"],
  none: ["neutral", "Not asked for"],
};

export const appLabels: Record<BroadcastRecipient["app"], string> = {
  waiting: "Waiting",
  read: "Read",
  unread: "Unread",
  none: "Not asked for",
};
