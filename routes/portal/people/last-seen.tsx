import type { OrgUser } from "../../../worker/domain/people/index.ts";
import { ageText, dateText, DateText, useZones } from "../../../worker/ui/date.tsx";

type Seen = Pick<OrgUser, "last_seen_at" | "is_set_up" | "created_at">;

const isToday = (at: string, zone: string, now: number = Date.now()): boolean =>
  dateText(at, zone) === dateText(new Date(now).toISOString(), zone);

/** "Today", a date, "Invited 4 days ago" or "Never". */
export function LastSeen({ user: { last_seen_at, is_set_up, created_at } }: { user: Seen }) {
  const { times } = useZones();
  if (!last_seen_at) return <>{is_set_up ? "Never" : `Invited ${ageText(created_at)} ago`}</>;
  return isToday(last_seen_at, times) ? <time dateTime={last_seen_at}>Today</time> : <DateText at={last_seen_at} />;
}
