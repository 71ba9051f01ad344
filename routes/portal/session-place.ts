import type { UserSession } from "../../worker/domain/sessions/index.ts";
import { browserName } from "./browser-name.ts";

const minuteMs = 60_000;

/** "12 minutes ago"; a session that is older than a day has ended. */
export function ago(at: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(at)) / minuteMs);
  if (minutes < 2) return "just now";
  return minutes < 120 ? `${minutes} minutes ago` : `${Math.floor(minutes / 60)} hours ago`;
}

/** "Firefox on Windows" */
export const placeOf = ({ kind, user_agent }: Pick<UserSession, "kind" | "user_agent">): string =>
  kind === "bearer" ? "Flowpoint desktop app" : browserName(user_agent);
