import type { UserSession } from "../../worker/domain/identity/index.ts";
import { browserName } from "../../worker/contract/people/browser-names.ts";

const minuteMs = 60_000;

const daysFromHours = 48;

/** "12 minutes ago" or "3 hours ago". Only sessions of the desktop app are old enough for "2 days ago". */
export function timeAgo(at: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(at)) / minuteMs);
  if (minutes < 2) return "just now";
  const hours = Math.floor(minutes / 60);
  if (minutes < 120) return `${minutes} minutes ago`;
  return hours < daysFromHours ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`;
}

export const sessionLabel = ({ kind, user_agent }: Pick<UserSession, "kind" | "user_agent">): string =>
  kind === "bearer" ? "Flowpoint desktop app" : browserName(user_agent);
