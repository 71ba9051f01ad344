/*
 * Calendar days ("2026-03-08") in an IANA time zone. `Intl` supplies the rules, as it does for times on pages, so that
 * a date filter matches the dates that the viewer sees.
 */

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The largest offset from UTC that any time zone has had is below 16 hours. */
const minutesFromUtcMax = 16 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const format = new Intl.DateTimeFormat("en-US", { ...parts, hourCycle: "h23", timeZone });
  formats.set(timeZone, format);
  return format;
}

/** The local wall-clock time at an instant, to the minute, as the milliseconds at which clocks in UTC show it. */
function wallClockAt(at: number, zone: string): number {
  const parts = new Map(
    formatFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
}

const toDay = (wallClock: number): string => new Date(wallClock).toISOString().slice(0, 10);
const toMidnight = (day: string): number => Date.parse(`${day}T00:00Z`);

/**
 * The first minute at which the zone's clocks show this wall-clock time or a later one: a change of the clocks can skip
 * 00:00 or show it twice.
 */
function firstInstantAt(midnight: number, zone: string): number {
  if (zone === "UTC") return midnight;
  let [before, after] = [-minutesFromUtcMax, minutesFromUtcMax];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallClockAt(midnight + middle * minuteMs, zone) >= midnight) after = middle;
    else before = middle;
  }
  const instant = midnight + after * minuteMs;
  // The search finds either instant of a time that is shown twice. The first one has the offset of the day before.
  const dayBefore = instant - dayMs;
  const first = midnight - (wallClockAt(dayBefore, zone) - dayBefore);
  return wallClockAt(first, zone) === midnight ? first : instant;
}

/**
 * The first instant, in milliseconds, at which a zone's clocks show a day and a time ("09:30") or a later one;
 * undefined for an invalid day or time.
 */
export function instantAt(day: string, time: string, zone: string): number | undefined {
  const [date, minutes] = [toMidnight(day), /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)];
  // Date.parse accepts 2026-02-30 as another day.
  if (Number.isNaN(date) || toDay(date) !== day || !minutes) return undefined;
  return firstInstantAt(date + (Number(minutes[1]) * 60 + Number(minutes[2])) * minuteMs, zone);
}

/** The first instant of a day, in milliseconds. A day that the zone skips starts when the next day does. */
export const startOfDay = (day: string, zone: string): number => firstInstantAt(toMidnight(day), zone);

export const endOfDay = (day: string, zone: string): number => firstInstantAt(toMidnight(day) + dayMs, zone);

export const dayAt = (at: number, zone: string): string => toDay(wallClockAt(at, zone));

/** The first instants of a month like "2026-03" and of the next one, in milliseconds. */
export function monthBounds(month: string, zone: string): { starts: number; ends: number } {
  const first = new Date(`${month}-01T00:00Z`);
  const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1);
  return { starts: firstInstantAt(first.getTime(), zone), ends: firstInstantAt(next, zone) };
}
