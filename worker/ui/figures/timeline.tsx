import type { ReactNode } from "react";
import type { Tone } from "../parts/badge.tsx";
import { breakable } from "../parts/breakable.tsx";
import { DateText } from "../date.tsx";

/** Something that happened: what, when and by whom; `at` is null where nobody noted the time. */
export type TimelineEvent = { at: string | null; what: ReactNode; by?: string; tone?: Tone; note?: ReactNode };

/** What has no time is told by the thing as it is now, so it is the newest that is known. */
const timeOf = ({ at }: TimelineEvent): number => (at === null ? Number.MAX_VALUE : Date.parse(at));

/** What happened at one instant stays in the order in which it was told. */
export const newestFirst = (events: readonly TimelineEvent[]): TimelineEvent[] =>
  events.toSorted((one, other) => timeOf(other) - timeOf(one));

/** What happened to a thing, the newest first; the exact time on hover. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className="timeline">
      {events.map(({ at, what, by, tone, note }, index) => (
        <li key={`${at} ${index}`} className={tone}>
          <b>{breakable(what)}</b>
          {(at !== null || by) && (
            <small>
              {at !== null && <DateText at={at} />}
              {by && ` by ${by}`}
            </small>
          )}
          {note}
        </li>
      ))}
    </ol>
  );
}
