/** Order number for its short forms: "O918", "#918" and "o-918" are O00000918. Undefined for other texts. */
export function toOrderNumber(text: string): string | undefined {
  const digits = /^(?:o[-\s]?|#\s?o?)0*(\d{1,8})$/i.exec(text)?.[1];
  return digits === undefined ? undefined : `O${digits.padStart(8, "0")}`;
}

const amountPattern = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/;

/**
 * Range of the typed amount in US cents; an amount without cents covers its whole dollar. Undefined for other texts.
 */
export function toAmounts(text: string): readonly [from: number, to: number] | undefined {
  const [, dollars, cents] = amountPattern.exec(text) ?? [];
  if (dollars === undefined) return undefined;
  const whole = Number(dollars.replaceAll(",", "")) * 100;
  if (cents === undefined) return [whole, whole + 99];
  const exact = whole + Number(cents.padEnd(2, "0"));
  return [exact, exact];
}
