const plainPattern = /^\d{1,9}(\.\d{1,2})?$/;
const groupedPattern = /^\d{1,3}(,\d{3}){1,2}(\.\d{1,2})?$/;

/**
 * US cents of "12.50" or "$1,299"; undefined for anything else. A comma only separates thousands: "12,50" is
 * ambiguous.
 */
export function parseDollars(text: string): number | undefined {
  const amount = text.trim().replace(/^\$/, "");
  if (!plainPattern.test(amount) && !groupedPattern.test(amount)) return undefined;
  const [whole = "0", part = ""] = amount.replaceAll(",", "").split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** Amount for an input field: "1299.00". */
export const dollarsText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
