import { useContext } from "react";
import type * as z from "zod/mini";
import { pageHref } from "../../contract/page-query.ts";
import { TimeZone, useDayZone } from "../date.tsx";
import type { QueryField } from "./query-fields.ts";

type Range = { label: string; from: string; to: string };
const dayMs = 86_400_000;

const rangesByDay = new Map<string, Range[]>();
const daysMax = 4;

/** Caches the ranges by day, because at most three days are current in all time zones. */
function getRanges(today: string): Range[] {
  const cached = rangesByDay.get(today) ?? dateRanges(today);
  if (rangesByDay.size >= daysMax) rangesByDay.clear();
  rangesByDay.set(today, cached);
  return cached;
}

/** Ranges of days up to `today` ("2026-03-08"); weeks start on Monday. */
export function dateRanges(today: string): Range[] {
  const at = new Date(`${today}T00:00Z`);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const daysAgo = (count: number) => toDay(at.getTime() - count * dayMs);
  const dayOf = (months: number, day: number) => toDay(Date.UTC(year, month + months, day));
  return [
    { label: "Today", from: today, to: today },
    { label: "This week", from: daysAgo((at.getUTCDay() + 6) % 7), to: today },
    { label: "This month", from: dayOf(0, 1), to: today },
    { label: "Last month", from: dayOf(-1, 1), to: dayOf(0, 0) },
    { label: "Last 30 days", from: daysAgo(29), to: today },
    { label: "This year", from: `${year}-01-01`, to: today },
  ];
}

// the locale sv-SE formats dates as ISO 8601
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function todayIn(timeZone: string): string {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
  dayFormats.set(timeZone, format);
  return format.format(Date.now());
}

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Pairs of filters that form a range of days, such as `from` and `to`, or `begun_from` and `begun_to`. */
export function findDateRanges(fields: readonly QueryField[]): { from: string; to: string }[] {
  const names = new Set(fields.filter(({ kind }) => kind === "date").map(({ name }) => name));
  return [...names].flatMap((from) => {
    const to = from.replace(/from$/, "to");
    return to !== from && names.has(to) ? [{ from, to }] : [];
  });
}

type Query = Readonly<Record<string, unknown>>;
type DatePresetsProps = {
  range: { from: string; to: string };
  path: string;
  schema: z.ZodMiniType;
  query: Query;
  usual_query?: Query;
  has_times?: true | undefined;
};

/** Presets are links, because each changes two filters at once; the date fields below take any other range. */
export function DatePresets({ range, path, schema, query, usual_query, has_times }: DatePresetsProps) {
  const [viewers, days] = [useContext(TimeZone), useDayZone()];
  const today = todayIn(has_times ? viewers : days);
  return (
    <ul className="chips presets" aria-label="Dates">
      {getRanges(today).map(({ label, from, to }) => (
        <li key={label}>
          <a
            href={pageHref(path, schema, query, { [range.from]: from, [range.to]: to }, usual_query)}
            aria-current={query[range.from] === from && query[range.to] === to ? "true" : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
