import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { listPage } from "../wire/listing.ts";
import { expand, integer, list, mergeMetadata, metadata, paging, params, text } from "../wire/params.ts";
import { buildSoldParts, readReversedParts, shippingPartId, subtractParts } from "./tax-parts.ts";
import { requireCalculation } from "./tax.ts";
import type { TaxPart, World } from "../state.ts";

const createShape = params<Stripe.Tax.TransactionCreateFromCalculationParams>()({
  calculation: text,
  reference: text.min(1).max(500),
  metadata: metadata.optional(),
  expand,
});
const negativeShape = integer.refine((value) => value <= 0, "must be negative");
const reversalShape = params<Stripe.Tax.TransactionCreateReversalParams>()({
  mode: z.enum(["full", "partial"]),
  original_transaction: text,
  reference: text.min(1).max(500),
  flat_amount: integer.refine((value) => value < 0, "must be negative").optional(),
  line_items: list(
    z.strictObject({
      original_line_item: text,
      reference: text.min(1).max(500),
      amount: negativeShape,
      amount_tax: negativeShape,
      quantity: integer.optional(),
      metadata: metadata.optional(),
    }),
  ).optional(),
  shipping_cost: z.strictObject({ amount: negativeShape, amount_tax: negativeShape }).optional(),
  metadata: metadata.optional(),
  expand,
});

const linesShape = params<Stripe.Tax.TransactionListLineItemsParams>()(paging);

/** Tax transactions, which cannot be changed or listed (https://docs.stripe.com/api/tax/transactions). */
export function taxTransactionEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/tax/transactions/create_from_calculation", createShape, ({ world, input }) =>
      recordSale(world, input),
    ),
    defineEndpoint("POST", "/v1/tax/transactions/create_reversal", reversalShape, ({ world, input }) =>
      reverseSale(world, input),
    ),
    defineEndpoint("GET", "/v1/tax/transactions/:id/line_items", linesShape, ({ world, id, input, path }) =>
      listPage(path, listLines(world, getTransaction(world, id, "transaction")).toReversed(), input),
    ),
    defineEndpoint("GET", "/v1/tax/transactions/:id", z.strictObject({ expand }), ({ world, id }) =>
      getTransaction(world, id, "transaction"),
    ),
  ];
}

function getTransaction(world: World, id: string, param: string): Stripe.Tax.Transaction {
  const found = world.taxTransactions.find(id);
  if (!found) throw createMissing("tax transaction", id, param);
  return found;
}

function recordSale(world: World, input: z.output<typeof createShape>): Stripe.Tax.Transaction {
  const calculation = requireCalculation(world, input.calculation, "calculation");
  requireNewReference(world, input.reference);
  const now = world.clock.now();
  const saleRow = world.taxTransactions.save({
    id: randomId("tax"),
    object: "tax.transaction",
    created: now,
    currency: "usd",
    customer: null,
    customer_details: calculation.customer_details,
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    posted_at: now,
    reference: input.reference,
    reversal: null,
    ship_from_details: null,
    shipping_cost: calculation.shipping_cost,
    tax_date: calculation.tax_date,
    type: "transaction",
  });
  world.taxTotals.save({ id: saleRow.id, left: calculation.amount_total, tax: calculation.tax_amount_exclusive });
  world.taxParts.save({ id: saleRow.id, parts: buildSoldParts(world, calculation) });
  return saleRow;
}

function reverseSale(world: World, input: z.output<typeof reversalShape>): Stripe.Tax.Transaction {
  const original = getTransaction(world, input.original_transaction, "original_transaction");
  const total = world.taxTotals.find(original.id);
  if (!total) throw createMissing("tax transaction", original.id, "original_transaction");
  requireNewReference(world, input.reference);
  if (original.type === "reversal") return undoReversal(world, original, input);
  const { mode, flat_amount } = input;
  const parts = readReversedParts(world, original.id, input);
  const isNamed = flat_amount !== undefined || parts.length > 0;
  if ((mode === "partial") !== isNamed || (flat_amount !== undefined && parts.length > 0)) {
    const message = "You must give `flat_amount`, or lines and shipping, in mode `partial`, and in no other.";
    throw createInvalidRequest(message, { param: "flat_amount" });
  }
  const partsTotal = parts.reduce((sum, { amount, tax }) => sum + amount + tax, 0);
  const amount = parts.length > 0 ? partsTotal : -(flat_amount ?? -total.left);
  if (amount <= 0 || amount > total.left) {
    const message = "The amount to reverse is more than what is left of the original transaction.";
    throw createInvalidRequest(message, { param: mode === "full" ? "original_transaction" : "flat_amount" });
  }
  world.taxTotals.save({ ...total, left: total.left - amount });
  subtractParts(world, original.id, parts);
  return saveReversal(world, original, input, { left: -amount, is_partial: mode === "partial", parts });
}

/** Reverses a partial reversal, which Stripe allows only in full. */
function undoReversal(
  world: World,
  reversal: Stripe.Tax.Transaction,
  input: z.output<typeof reversalShape>,
): Stripe.Tax.Transaction {
  const reversalTotal = world.taxTotals.find(reversal.id);
  const sale = world.taxTotals.find(reversal.reversal?.original_transaction ?? "");
  if (input.mode !== "full" || !reversalTotal?.is_partial || reversalTotal.left === 0 || !sale) {
    throw createInvalidRequest("Only a partial reversal can be reversed, and only in full.", {
      param: "original_transaction",
    });
  }
  world.taxTotals.save({ ...sale, left: sale.left - reversalTotal.left });
  world.taxTotals.save({ ...reversalTotal, left: 0 });
  const negatedParts = (world.taxParts.find(reversal.id)?.parts ?? []).map((part) => toNegative(part));
  subtractParts(world, sale.id, negatedParts);
  return saveReversal(world, reversal, input, { left: -reversalTotal.left, is_partial: false, parts: negatedParts });
}

function saveReversal(
  world: World,
  original: Stripe.Tax.Transaction,
  { reference, metadata: given }: z.output<typeof reversalShape>,
  { parts, ...total }: { left: number; is_partial: boolean; parts: TaxPart[] },
): Stripe.Tax.Transaction {
  const now = world.clock.now();
  const reversalRow = world.taxTransactions.save({
    ...original,
    id: randomId("tax"),
    created: now,
    metadata: mergeMetadata({}, given),
    posted_at: now,
    reference,
    reversal: { original_transaction: original.id },
    shipping_cost: null,
    type: "reversal",
  });
  world.taxTotals.save({ id: reversalRow.id, tax: -parts.reduce((sum, { tax }) => sum + tax, 0), ...total });
  world.taxParts.save({ id: reversalRow.id, parts });
  return reversalRow;
}

const toNegative = (part: TaxPart): TaxPart => ({
  ...part,
  amount: -part.amount,
  tax: -part.tax,
  quantity: -part.quantity,
});

function listLines(world: World, { id, type }: Stripe.Tax.Transaction): Stripe.Tax.TransactionLineItem[] {
  const parts = world.taxParts.find(id)?.parts ?? [];
  return parts
    .filter((part) => part.id !== shippingPartId)
    .map((part) => ({
      id: part.id,
      object: "tax.transaction_line_item",
      amount: part.amount,
      amount_tax: part.tax,
      livemode: false,
      metadata: null,
      product: null,
      quantity: part.quantity,
      reference: part.reference,
      reversal: null,
      tax_behavior: "exclusive",
      tax_code: part.tax_code,
      type,
    }));
}

function requireNewReference(world: World, newReference: string): void {
  for (const { reference } of world.taxTransactions.all()) {
    if (reference !== newReference) continue;
    const message = `A transaction with the reference ${reference} already exists.`;
    throw createInvalidRequest(message, { code: "resource_already_exists", param: "reference" });
  }
}
