import { tooManyPiecesMessage, wrongQuantityMessage } from "../../../worker/contract/buying/cart-messages.ts";
import {
  type CartProblem,
  findCartProblem,
  type SellableProduct,
  type SkuSuggestion,
} from "../../../worker/domain/sales/index.ts";
import type { ParsedLine } from "./parse-lines.ts";

export type ValidatedLine = ParsedLine & { product: SellableProduct | undefined; obstacle: string | undefined };

export const obstacleMessages: Record<CartProblem, string> = {
  "not-sold": "No product for sale to you has this SKU.",
  "no-price": "It has no price for your organization yet. Please ask support for an offer.",
  "plan-held": "Your organization or your cart already has this plan.",
  "one-plan": "A plan is bought once for the whole organization. Set its quantity to 1.",
  "too-many": tooManyPiecesMessage,
};

const problemMessages: Record<NonNullable<ParsedLine["problem"]>, string> = {
  "no-quantity": wrongQuantityMessage,
  "too-many-columns": "Only two columns are read, SKU and quantity; this line has more.",
};

const formatProblem = ({ problem = "no-quantity", typed }: ParsedLine): string =>
  problem === "no-quantity" && /^[a-z]+$/i.test(typed)
    ? `“${typed}” is not a number. ${wrongQuantityMessage}`
    : problemMessages[problem];

const isSameSku = (one: string | null, other: string | undefined) => one?.toUpperCase() === other?.toUpperCase();

/** A product with the whole line as its SKU takes precedence. */
const asOneSku = (line: ParsedLine, products: readonly SellableProduct[]): ParsedLine =>
  line.whole !== undefined && products.some(({ sku }) => isSameSku(sku, line.whole))
    ? { number: line.number, sku: line.whole, typed: "", quantity: 1 }
    : line;

/** Quantities of earlier lines count as if already in the cart. */
export function validateLines(
  lines: readonly ParsedLine[],
  products: readonly SellableProduct[],
  suggestions: readonly SkuSuggestion[],
): ValidatedLine[] {
  const addedQuantities = new Map<string, number>();
  return lines.map((parsed) => {
    const line = asOneSku(parsed, products);
    const product = products.find(({ sku }) => isSameSku(sku, line.sku));
    const nearest = product ? undefined : suggestions.find(({ typed }) => isSameSku(typed, line.sku));
    const hint = nearest ? ` Did you mean ${nearest.sku}, ${nearest.name}?` : "";
    if (line.problem || line.quantity === undefined) return { ...line, product, obstacle: formatProblem(line) + hint };
    const quantityBefore = product ? (addedQuantities.get(product.id) ?? 0) : 0;
    const obstacle = findCartProblem(product && withQuantityInCart(product, quantityBefore), line.quantity);
    if (product && !obstacle) addedQuantities.set(product.id, quantityBefore + line.quantity);
    return { ...line, product, obstacle: obstacle && obstacleMessages[obstacle] + hint };
  });
}

const withQuantityInCart = (product: SellableProduct, more: number): SellableProduct => ({
  ...product,
  in_cart: product.in_cart + more,
  is_held: product.is_held || (product.is_plan && more > 0),
});
