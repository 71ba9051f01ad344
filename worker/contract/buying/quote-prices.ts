type Line = { product_id: string; quantity: number; price: number };
type PricedLine<L extends Line> = { line: L; discount: number; total: number };
/** US cents. At most one of the two discounts is set. */
export type QuoteTerms<L extends Line> = {
  lines: readonly L[];
  discount_percent: number | null;
  discount: number | null;
  shipping: number;
};
export type Piece = { id: string; quantity: number; price: number };

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Splits cents in proportion to the weights by largest remainder; of equal remainders the first gets the cent. */
export function splitProportionally(cents: number, weights: readonly number[]): number[] {
  const totalWeight = BigInt(sum(weights));
  if (totalWeight === 0n) return weights.map(() => 0);
  const shares = weights.map((weight) => BigInt(cents) * BigInt(weight));
  const parts = shares.map((share) => Number(share / totalWeight));
  const byRemainder = shares
    .map((share, place) => ({ place, remainder: share % totalWeight }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.place - other.place);
  const rest = cents - sum(parts);
  const roundedUp = new Set(byRemainder.slice(0, rest).map(({ place }) => place));
  return parts.map((part, place) => part + Number(roundedUp.has(place)));
}

/** Half a cent is rounded up. */
const calculatePercent = (cents: number, percent: number): number =>
  Number((BigInt(cents) * BigInt(Math.round(percent * 100)) + 5000n) / 10_000n);

/** Whole cents for each piece: two groups of pieces where the total does not divide by the quantity. */
function splitPieces(id: string, quantity: number, total: number): Piece[] {
  const price = Math.floor(total / quantity);
  const dearerCount = total - price * quantity;
  const groups = [
    { id, quantity: quantity - dearerCount, price },
    { id, quantity: dearerCount, price: price + 1 },
  ];
  return groups.filter((group) => group.quantity > 0);
}

export function priceQuote<L extends Line>({
  lines,
  discount_percent,
  discount: fixedDiscount,
  shipping,
}: QuoteTerms<L>) {
  const amounts = lines.map(({ quantity, price }) => quantity * price);
  const subtotal = sum(amounts);
  const discount = discount_percent === null ? (fixedDiscount ?? 0) : calculatePercent(subtotal, discount_percent);
  const shares = splitProportionally(discount, amounts);
  const pricedLines: PricedLine<L>[] = lines.map((line, place) => {
    const share = shares[place] ?? 0;
    return { line, discount: share, total: (amounts[place] ?? 0) - share };
  });
  const pieces = pricedLines.flatMap(({ line: { product_id, quantity }, total }) =>
    splitPieces(product_id, quantity, total),
  );
  return { lines: pricedLines, pieces, subtotal, discount, shipping, total: subtotal - discount + shipping };
}
