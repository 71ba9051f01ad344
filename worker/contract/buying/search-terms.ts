import { parseDollars } from "./dollars.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const twoDigits = (value: number): string => String(value).padStart(2, "0");

const formatDay = (year: number, month: number, day: number): string | undefined => {
  const at = new Date(Date.UTC(year, month, day));
  const isReal = at.getUTCMonth() === month && at.getUTCDate() === day;
  return isReal ? `${year}-${twoDigits(month + 1)}-${twoDigits(day)}` : undefined;
};

/** First and last day of a date such as "20 Nov 2026", "Nov 20, 2026", "Nov 2026" or "2026-11-20". */
export function parseDays(text: string): { from: string; to: string } | undefined {
  const words = text.trim().toLowerCase();
  const isoDay = /^(\d{4})-(\d\d)-(\d\d)$/.exec(words);
  const whole = isoDay && formatDay(Number(isoDay[1]), Number(isoDay[2]) - 1, Number(isoDay[3]));
  if (whole) return { from: whole, to: whole };
  const named = /^(?:(\d{1,2})\s+)?([a-z]{3,9})\.?\s+(?:(\d{1,2}),?\s+)?((?:19|20)\d\d)$/.exec(words);
  if (!named) return undefined;
  const [, before, name = "", after, year = ""] = named;
  const month = months.findIndex((each) => name.startsWith(each));
  if (month < 0) return undefined;
  const day = Number(before ?? after ?? 0);
  if (day > 0) {
    const only = formatDay(Number(year), month, day);
    return only === undefined ? undefined : { from: only, to: only };
  }
  const last = new Date(Date.UTC(Number(year), month + 1, 0)).getUTCDate();
  const [from, to] = [formatDay(Number(year), month, 1), formatDay(Number(year), month, last)];
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}

/** US cents of "4697.90" or "$4,697.90"; "4697" covers all amounts from 4697.00 to 4697.99. */
export function parseCentsRange(text: string): { from: number; to: number } | undefined {
  const cents = parseDollars(text);
  if (cents === undefined) return undefined;
  return { from: cents, to: text.includes(".") ? cents : cents + 99 };
}
