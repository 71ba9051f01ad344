/** Writes an instant as .NET, Python and Go do, and in a time zone two hours ahead. */
export function spellInstant(instant: string): string[] {
  const shifted = new Date(Date.parse(instant) + 2 * 60 * 60 * 1000).toISOString();
  return [
    instant.replace("Z", "0000Z"),
    instant.replace("Z", "000+00:00"),
    instant.replace(/\.?0*Z$/, "Z"),
    shifted.replace("Z", "+02:00"),
  ];
}

/** Adds a microsecond to an instant of whole milliseconds. */
export const addMicrosecond = (instant: string): string => instant.replace("Z", "001Z");
