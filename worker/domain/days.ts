/*
 * Days of the calendar, as "2026-03-08", by the clocks of a time zone, which IANA names. The rules are those by which the
 * pages show times (`Intl`), so that what a list is narrowed to is what its reader sees.
 */

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** No zone was ever further from UTC. */
const minutesFromUtcMax = 16 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const made = new Intl.DateTimeFormat("en-US", { ...parts, hourCycle: "h23", timeZone });
  formats.set(timeZone, made);
  return made;
}

/** What the zone's clocks show at an instant, in milliseconds as if they showed UTC; without seconds. */
function shownAt(at: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
}

const toDay = (shown: number): string => new Date(shown).toISOString().slice(0, 10);
const midnightOf = (day: string): number => Date.parse(`${day}T00:00Z`);

/**
 * The first minute at which the zone's clocks show that midnight or something later: not every day begins at 00:00, and on
 * some 00:00 is shown twice.
 */
function firstShowing(midnight: number, zone: string): number {
  if (zone === "UTC") return midnight;
  let [before, after] = [-minutesFromUtcMax, minutesFromUtcMax];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (shownAt(midnight + middle * minuteMs, zone) >= midnight) after = middle;
    else before = middle;
  }
  return midnight + after * minuteMs;
}

/**
 * The first instant at which a zone's clocks show a day and a time, as "09:30", or something later, in milliseconds; undefined
 * where either is none.
 */
export function instantShown(day: string, time: string, zone: string): number | undefined {
  const [date, minutes] = [midnightOf(day), /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)];
  // 2026-02-30 would be another day
  if (Number.isNaN(date) || toDay(date) !== day || !minutes) return undefined;
  return firstShowing(date + (Number(minutes[1]) * 60 + Number(minutes[2])) * minuteMs, zone);
}

/** When a day begins in a zone, in milliseconds. A day that the zone leaves out begins where the next one does. */
export const startOfDay = (day: string, zone: string): number => firstShowing(midnightOf(day), zone);

/** When a day has ended in a zone: the instant at which the next one begins. */
export const endOfDay = (day: string, zone: string): number => firstShowing(midnightOf(day) + dayMs, zone);

/** The day that the clocks of a zone show at an instant. */
export const dayAt = (at: number, zone: string): string => toDay(shownAt(at, zone));

/** The Mondays and Sundays of the last weeks in a zone, the oldest first; the last week is that of the instant. */
export function lastWeeks(count: number, at: number, zone: string): { from: string; to: string }[] {
  const today = midnightOf(dayAt(at, zone));
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  return Array.from({ length: count }, (_, week) => {
    const from = monday - (count - 1 - week) * 7 * dayMs;
    return { from: toDay(from), to: toDay(from + 6 * dayMs) };
  });
}

/** When a month begins and has ended in a zone, in milliseconds; `month` is "2026-03". */
export function monthIn(month: string, zone: string): { starts: number; ends: number } {
  const first = new Date(`${month}-01T00:00Z`);
  const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1);
  return { starts: firstShowing(first.getTime(), zone), ends: firstShowing(next, zone) };
}
