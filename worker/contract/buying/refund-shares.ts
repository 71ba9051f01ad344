/** An order line, or shipping (`line_id` null), with its refunds so far; US cents. */
export type RefundablePart = {
  line_id: string | null;
  quantity: number;
  price: number;
  tax: number;
  refunded: { quantity: number; tax: number };
};
/** US cents; `amount` excludes the tax. */
export type RefundShare = { line_id: string | null; quantity: number; amount: number; tax: number };

/**
 * Tax of the first `count` pieces: equal shares, with the leftover cents going to the first pieces (largest remainder
 * method with equal remainders).
 */
const calculateTaxOfFirst = ({ quantity, tax }: RefundablePart, count: number): number =>
  Math.floor(tax / quantity) * count + Math.min(count, tax % quantity);

/** Refund of some pieces of a part. However the pieces are split over refunds, the taxes add up to the part's tax. */
export const computeShare = (part: RefundablePart, quantity: number): RefundShare => ({
  line_id: part.line_id,
  quantity,
  amount: part.price * quantity,
  tax: calculateTaxOfFirst(part, part.refunded.quantity + quantity) - part.refunded.tax,
});

export const remainingQuantity = ({ quantity, refunded }: RefundablePart): number => quantity - refunded.quantity;

export const remainingShares = (parts: readonly RefundablePart[]): RefundShare[] =>
  parts.filter((part) => remainingQuantity(part) > 0).map((part) => computeShare(part, remainingQuantity(part)));

export const sumShares = (shares: readonly RefundShare[]): number =>
  shares.reduce((sum, { amount, tax }) => sum + amount + tax, 0);
