import { createContext, useContext } from "react";
import { countText } from "../contract/count-text.ts";

/** IANA name of the viewer's time zone; UTC if unknown. */
export const TimeZone = createContext("UTC");

/** Time zone of dates without a time: the shop's in the console, elsewhere the viewer's (ADR-070). */
export const DayZone = createContext<string | undefined>(undefined);

/** `days` is for dates without a time, `times` for dates with one. */
export type Zones = { days: string; times: string };
export const utcZones: Zones = { days: "UTC", times: "UTC" };
export const useZones = (): Zones => ({ days: useDayZone(), times: useContext(TimeZone) });

export function useDayZone(): string {
  const viewerZone = useContext(TimeZone);
  return useContext(DayZone) ?? viewerZone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat("en-US", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    hourCycle: "h23",
    timeZone,
  });
  formats.set(timeZone, format);
  return format;
}

type DateParts = { date: string; time: string; zone: string };
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const twoDigits = (value: number) => String(value).padStart(2, "0");
const minuteMs = 60_000;
/**
 * Caches formatted instants: formatting in a time zone takes longer than the rest of a row, and a list shows the same
 * instants many times.
 */
const partsByMinute = new Map<string, DateParts>();
const textsMax = 5000;

/** "20 Nov 2026", "14:05" and "PST" or "GMT+1". */
function toDateParts(at: string, timeZone: string): DateParts {
  const instant = new Date(at);
  const minute = Math.floor(instant.getTime() / minuteMs);
  if (timeZone === "UTC" && minute >= 0) return toUtcDateParts(instant);
  const key = `${timeZone} ${minute}`;
  const cached = partsByMinute.get(key);
  if (cached) return cached;
  const parts = formatFor(timeZone).formatToParts(instant);
  const {
    day,
    month,
    year,
    hour,
    minute: minutes,
    timeZoneName,
  } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  const made = { date: `${day} ${month} ${year}`, time: `${hour}:${minutes}`, zone: `${timeZoneName}` };
  if (partsByMinute.size >= textsMax) partsByMinute.clear();
  partsByMinute.set(key, made);
  return made;
}

const toUtcDateParts = (at: Date): DateParts => ({
  date: `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`,
  time: `${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`,
  zone: "UTC",
});

/** "20 Nov 2026". */
export const dateText = (at: string, timeZone: string): string => toDateParts(at, timeZone).date;

/** The title has the time in the viewer's zone. */
export function DateText({ at }: { at: string }) {
  const zone = useContext(TimeZone);
  return (
    <time dateTime={at} title={`${timeText(at, zone)} ${zone}`}>
      {dateText(at, useDayZone())}
    </time>
  );
}

/** "20 Nov 2026, 14:05". */
export function timeText(at: string, timeZone: string): string {
  const { date, time } = toDateParts(at, timeZone);
  return `${date}, ${time}`;
}

/** "20 Nov, 14:05", for instants of the last days. */
export function dayTimeText(at: string, timeZone: string): string {
  const { date, time } = toDateParts(at, timeZone);
  return `${date.replace(/ \d+$/, "")}, ${time}`;
}

/** "20 Nov 2026, 14:05 PST"; the zone's full name is in the title. */
export function TimeText({ at }: { at: string }) {
  const timeZone = useContext(TimeZone);
  const { date, time, zone } = toDateParts(at, timeZone);
  return (
    <time dateTime={at} title={`${date}, ${time} ${timeZone}`}>
      {`${date}, ${time} ${zone}`}
    </time>
  );
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** "3 days", "1 hour", "less than a minute". */
export function ageText(at: string, now: number = Date.now()): string {
  const ms = now - Date.parse(at);
  const unit = units.find(([, size]) => ms >= size);
  if (!unit) return "less than a minute";
  const count = Math.floor(ms / unit[1]);
  return `${countText(count)} ${unit[0]}${count === 1 ? "" : "s"}`;
}
