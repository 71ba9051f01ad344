export type Address = Partial<Record<"addr1" | "addr2" | "city" | "state" | "zip" | "country", string>>;

const countryCodes: Record<string, string> = { "united states": "US", usa: "US", canada: "CA", germany: "DE" };

/** Parses lines: street, `Austin TX 78744`, optional country. */
export function toAddress(text: string): Address {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const last = lines.at(-1) ?? "";
  const country = countryCodes[last.toLowerCase()] ?? (/^[A-Z]{2}$/.test(last) ? last : undefined);
  if (country) lines.pop();
  const placeMatch = /^(.+?),? ([A-Z]{2,3}) (\S+(?: \S+)?)$/.exec(lines.at(-1) ?? "");
  if (placeMatch) lines.pop();
  const [, city, state, zip] = placeMatch ?? [];
  const [addr1, addr2] = lines;
  const parts = { addr1, addr2, city, state, zip, country: country ?? (placeMatch ? "US" : undefined) };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

export const toText = ({ addr1, addr2, city, state, zip, country }: Address): string =>
  [addr1, addr2, [city, state, zip].filter(Boolean).join(" "), country].filter(Boolean).join("\n");
