const plain = /^\d{1,9}(\.\d{1,2})?$/;
const grouped = /^\d{1,3}(,\d{3}){1,2}(\.\d{1,2})?$/;

/**
 * US cents of an amount that a person typed, as "12.50" or "$1,299"; undefined for anything else. A comma only separates
 * thousands: "12,50" is refused, because it is no amount that everybody reads alike.
 */
export function parseDollars(text: string): number | undefined {
  const amount = text.trim().replace(/^\$/, "");
  if (!plain.test(amount) && !grouped.test(amount)) return undefined;
  const [whole = "0", part = ""] = amount.replaceAll(",", "").split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** "1299.00", as a field of an amount has it: `parseDollars` reads it back. */
export const dollarsText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
