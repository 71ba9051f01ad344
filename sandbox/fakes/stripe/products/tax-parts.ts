import type Stripe from "stripe";
import { createInvalidRequest } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import type { TaxPart, World } from "../state.ts";

export const shippingPartId = "shipping";

export function buildSoldParts(
  world: World,
  { id, shipping_cost }: Stripe.Tax.Calculation & { id: string },
): TaxPart[] {
  const lines = world.taxLines.find(id)?.lines ?? [];
  const goodsParts = lines.map(({ reference, quantity, amount, amount_tax: tax, tax_code }) => ({
    id: randomId("tax_li"),
    reference,
    quantity,
    amount,
    tax,
    tax_code,
  }));
  if (!shipping_cost) return goodsParts;
  const { amount, amount_tax: tax, tax_code } = shipping_cost;
  return [...goodsParts, { id: shippingPartId, reference: shippingPartId, quantity: 1, amount, tax, tax_code }];
}

type ReversalInput = {
  line_items?:
    | { original_line_item: string; amount: number; amount_tax: number; quantity?: number | undefined }[]
    | undefined;
  shipping_cost?: { amount: number; amount_tax: number } | undefined;
};

/** Parts to reverse; none may exceed what is left (https://docs.stripe.com/api/tax/transactions/create_reversal). */
export function readReversedParts(
  world: World,
  id: string,
  { line_items = [], shipping_cost }: ReversalInput,
): TaxPart[] {
  const remainingParts = world.taxParts.find(id)?.parts ?? [];
  const requestedParts = [
    ...line_items.map((line) => ({ ...line, id: line.original_line_item, param: "line_items" })),
    ...(shipping_cost ? [{ ...shipping_cost, id: shippingPartId, quantity: 1, param: "shipping_cost" }] : []),
  ];
  return requestedParts.map(({ id: wanted, amount, amount_tax, quantity = 0, param }) => {
    const part = remainingParts.find((each) => each.id === wanted);
    if (!part) throw createInvalidRequest(`No such line item: '${wanted}'`, { code: "resource_missing", param });
    if (-amount > part.amount || -amount_tax > part.tax)
      throw createInvalidRequest("The amount to reverse is more than what is left of the line item.", { param });
    return { ...part, amount: -amount, tax: -amount_tax, quantity };
  });
}

/** Parts with negative amounts are added back. */
export function subtractParts(world: World, id: string, reversedParts: readonly TaxPart[]): void {
  const parts = (world.taxParts.find(id)?.parts ?? []).map((part) => {
    const takenParts = reversedParts.filter((each) => each.id === part.id);
    const sum = (of: "amount" | "tax") => takenParts.reduce((total, each) => total + each[of], 0);
    return { ...part, amount: part.amount - sum("amount"), tax: part.tax - sum("tax") };
  });
  world.taxParts.save({ id, parts });
}
