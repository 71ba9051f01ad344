/** The same instant as other programs write it: .NET, Python, Go, and a clock two hours ahead. */
export function spellingsOf(instant: string): string[] {
  const ahead = new Date(Date.parse(instant) + 2 * 60 * 60 * 1000).toISOString();
  return [
    instant.replace("Z", "0000Z"),
    instant.replace("Z", "000+00:00"),
    instant.replace(/\.?0*Z$/, "Z"),
    ahead.replace("Z", "+02:00"),
  ];
}

/** A microsecond after an instant of whole milliseconds. */
export const justAfter = (instant: string): string => instant.replace("Z", "001Z");
