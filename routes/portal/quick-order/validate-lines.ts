import { wrongQuantity } from "../../../worker/contract/buying/cart-messages.ts";
import { type CartProblem, findCartProblem, type Sellable } from "../../../worker/domain/sales/index.ts";
import type { ParsedLine } from "./parse-lines.ts";

export type ValidatedLine = ParsedLine & { product: Sellable | undefined; obstacle: string | undefined };

export const obstacleText: Record<CartProblem, string> = {
  "not-sold": "Nothing that is sold to you has this SKU.",
  "no-price": "It has no price for your organization yet. Please ask support for an offer.",
  "plan-held": "Your organization or your cart already has this plan.",
  "one-plan": "A plan is bought once for the whole organization. Set its quantity to 1.",
  "too-many": "A cart holds at most 10,000 of a product.",
};

const problemText: Record<NonNullable<ParsedLine["problem"]>, string> = {
  "no-quantity": wrongQuantity,
  "too-many-columns": "Two columns are read, SKU and quantity; this line has more.",
};

/** Quantities of earlier lines count as if already in the cart. */
export function validateLines(lines: readonly ParsedLine[], products: readonly Sellable[]): ValidatedLine[] {
  const added = new Map<string, number>();
  return lines.map((line) => {
    const product = products.find(({ sku }) => sku?.toUpperCase() === line.sku.toUpperCase());
    if (line.problem || line.quantity === undefined)
      return { ...line, product, obstacle: problemText[line.problem ?? "no-quantity"] };
    const before = product ? (added.get(product.id) ?? 0) : 0;
    const obstacle = findCartProblem(product && withMore(product, before), line.quantity);
    if (product && !obstacle) added.set(product.id, before + line.quantity);
    return { ...line, product, obstacle: obstacle && obstacleText[obstacle] };
  });
}

const withMore = (product: Sellable, more: number): Sellable => ({
  ...product,
  in_cart: product.in_cart + more,
  is_held: product.is_held || (product.is_plan && more > 0),
});
