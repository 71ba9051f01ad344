/** Header by which the local runtime sets the request's time zone, as the edge does. */
export const inZone = (timezone: string) => ({ "MF-CF-Blob": JSON.stringify({ timezone }) });

/** A zone, one of its days as a form and as a list write it, and the instants at which that day begins and ends. */
export type DayOfZone = readonly [zone: string, day: string, shown: string, start: string, end: string];

export const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

/** The four instants around the beginning and the end of each day. */
export const instantsAround = (days: readonly DayOfZone[]): string[] =>
  days.flatMap(([, , , start, end]) => [justBefore(start), start, justBefore(end), end]);

export const emptyShipment = {
  personal_data: { first_name: "Ada", last_name: "B", phone: null, email: "a@example.test" },
  address: null,
  packages: [],
  method: null,
};
