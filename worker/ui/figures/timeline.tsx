import type { ReactNode } from "react";
import type { Tone } from "../parts/badge.tsx";
import { withBreaks } from "../parts/breakable.tsx";
import { DateText, TimeText } from "../date.tsx";

/** `at` is null if the time is unknown. */
export type TimelineEvent = { at: string | null; what: ReactNode; by?: string; tone?: Tone; note?: ReactNode };

const timeOf = ({ at }: TimelineEvent): number => (at === null ? Number.MAX_VALUE : Date.parse(at));

/** Events without a time come first; events at the same instant keep their order. */
export const sortNewestFirst = (events: readonly TimelineEvent[]): TimelineEvent[] =>
  events.toSorted((one, other) => timeOf(other) - timeOf(one));

type TimelineProps = {
  events: readonly TimelineEvent[];
  /** Shows a time with each date, for timelines with several events on one day. */
  has_times?: true;
};

export function Timeline({ events, has_times }: TimelineProps) {
  const EventTime = has_times ? TimeText : DateText;
  return (
    <ol className="timeline">
      {events.map(({ at, what, by, tone, note }, index) => (
        <li key={`${at} ${index}`} className={tone}>
          <b>{withBreaks(what)}</b>
          {(at !== null || by) && (
            <small>
              {at !== null && <EventTime at={at} />}
              {by && ` by ${by}`}
            </small>
          )}
          {note}
        </li>
      ))}
    </ol>
  );
}
