import { query } from "./database.ts";

/** Header by which the local runtime sets the request's time zone, as the edge does. */
export const zoneHeaders = (timezone: string) => ({ "MF-CF-Blob": JSON.stringify({ timezone }) });

/** A time zone, one of its days as forms and lists write it, and the instants at which that day starts and ends. */
export type ZonedDay = readonly [zone: string, day: string, shown: string, start: string, end: string];

export const subtractMs = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

export const boundaryInstants = (days: readonly ZonedDay[]): string[] =>
  days.flatMap(([, , , start, end]) => [subtractMs(start), start, subtractMs(end), end]);

/** The UTC date `days` days from now, by the clock of the database. */
export async function fetchDayAhead(days: number): Promise<string> {
  const [row] = await query<{ day: string }>("select ((now() at time zone 'UTC')::date + $1::int)::text as day", [
    days,
  ]);
  return row?.day ?? "";
}
