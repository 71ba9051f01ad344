import type { ReactNode } from "react";
import type { Tone } from "../parts/badge.tsx";
import { DateText } from "../date.tsx";

/** Something that happened: what, when and by whom. */
export type TimelineEvent = { at: string; what: ReactNode; by?: string; tone?: Tone };

/** What happened to a thing, the newest first; the exact time on hover. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className="timeline">
      {events.map(({ at, what, by, tone }, index) => (
        <li key={`${at} ${index}`} className={tone}>
          <b>{what}</b>
          <small>
            <DateText at={at} />
            {by && ` by ${by}`}
          </small>
        </li>
      ))}
    </ol>
  );
}
