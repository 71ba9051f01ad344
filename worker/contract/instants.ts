import * as z from "zod/mini";

const instantPattern = new RegExp(
  `^(${z.regexes.date.source.replaceAll(/^\^|\$$/g, "")})[Tt ]` +
    "((?:[01]\\d|2[0-3]):[0-5]\\d)(?::([0-5]\\d)(?:\\.(\\d{1,12}))?)?(?:[Zz]|([+-](?:[01]\\d|2[0-3])):?([0-5]\\d))$",
);

/**
 * UTC with three decimals, or six for microseconds: equal instants are equal texts. Accepts RFC 3339, also without
 * seconds or without the colon of the offset; undefined for other texts.
 */
export function toInstantText(text: string): string | undefined {
  const [, day, time, seconds = "00", decimals = "", hours, minutes = "00"] = instantPattern.exec(text) ?? [];
  if (day === undefined) return undefined;
  // The database stores microseconds.
  const microseconds = Math.round(Number(`0.${decimals || 0}`) * 1e6);
  const offset = hours === undefined ? "Z" : `${hours}:${minutes}`;
  const at = new Date(Date.parse(`${day}T${time}:${seconds}${offset}`) + Math.floor(microseconds / 1000));
  const utc = at.toISOString();
  if (!/^(?!0000)\d{4}-/.test(utc)) return undefined; // An offset can move the year out of the database's range.
  const rest = microseconds % 1000;
  return rest === 0 ? utc : utc.replace("Z", `${String(rest).padStart(3, "0")}Z`);
}

/** Whether a day or an instant exists: `Date.parse` takes 30 February for 2 March, and Postgres has no year 0. */
export const isInCalendar = (text: string): boolean => {
  const instant = text.length === 10 ? `${text}T00:00Z` : text;
  return toInstantText(/[Tt ].*(?:[Zz]|[+-]\d\d:?\d\d)$/.test(instant) ? instant : `${instant}Z`) !== undefined;
};
