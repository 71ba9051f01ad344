/** A line of an order, or its shipping (`line_id` null), with what was given back of it so far; US cents. */
export type Part = {
  line_id: string | null;
  quantity: number;
  /** Of one, without tax. */
  price: number;
  /** Of all of them. */
  tax: number;
  back: { quantity: number; tax: number };
};
/** What is given back of a part: `amount` without tax, `tax` its share of the tax, in US cents. */
export type Share = { line_id: string | null; quantity: number; amount: number; tax: number };

/**
 * The tax of the first so many pieces of a line: each has the same share, and the cents that do not divide go to the first
 * (the method of the largest remainder, where all remainders are the same).
 */
const taxOfFirst = ({ quantity, tax }: Part, count: number): number =>
  Math.floor(tax / quantity) * count + Math.min(count, tax % quantity);

/** What so many more pieces of a part give back. However they are split, all of them together give back the part's tax to the cent. */
export const shareOf = (part: Part, quantity: number): Share => ({
  line_id: part.line_id,
  quantity,
  amount: part.price * quantity,
  tax: taxOfFirst(part, part.back.quantity + quantity) - part.back.tax,
});

/** How many pieces can still be given back. */
export const leftOf = ({ quantity, back }: Part): number => quantity - back.quantity;

/** All that was not given back yet. */
export const restOf = (parts: readonly Part[]): Share[] =>
  parts.filter((part) => leftOf(part) > 0).map((part) => shareOf(part, leftOf(part)));

export const sumOf = (shares: readonly Share[]): number =>
  shares.reduce((sum, { amount, tax }) => sum + amount + tax, 0);
