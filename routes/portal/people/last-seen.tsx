import type { OrgUser } from "../../../worker/domain/people/index.ts";
import { ageText, dateText, DateText, useZones } from "../../../worker/ui/date.tsx";

type LastSeenUser = Pick<OrgUser, "last_seen_at" | "is_set_up" | "created_at">;

const isToday = (at: string, zone: string, now: number = Date.now()): boolean =>
  dateText(at, zone) === dateText(new Date(now).toISOString(), zone);

/** Ended sessions are retained this long (milliseconds), so a newer user without a session never signed in. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

function unseenText({ is_set_up, created_at }: LastSeenUser): string {
  if (!is_set_up) return `Invited ${ageText(created_at)} ago`;
  return Date.now() - Date.parse(created_at) < retentionMs ? "Never" : "Not lately";
}

/** "Today", a date, "Invited 4 days ago", "Never" or "Not lately". */
export function LastSeen({ user }: { user: LastSeenUser }) {
  const { times } = useZones();
  const { last_seen_at } = user;
  if (!last_seen_at) return <>{unseenText(user)}</>;
  return isToday(last_seen_at, times) ? <time dateTime={last_seen_at}>Today</time> : <DateText at={last_seen_at} />;
}
