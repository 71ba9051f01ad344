import { Stripe } from "stripe";
import type { PaymentProvider } from "./payment-provider.ts";
import type { ReversedLine, TaxReported } from "./tax/tax.ts";
import { faultOf } from "./stripe-outcome.ts";

type TaxReports = Pick<PaymentProvider, "reportSale" | "reverseSale">;

/** https://docs.stripe.com/tax/custom#tax-transaction */
export const stripeTax = (stripe: Stripe): TaxReports => ({
  reportSale: ({ key, calculation, reference, invoice_id }) =>
    toReported(
      stripe.tax.transactions.createFromCalculation(
        { calculation, reference, metadata: { invoice_id } },
        { idempotencyKey: key },
      ),
    ),
  reverseSale: (input) => toReported(reverse(stripe, input)),
});

/** Lines are identified by the provider's line ids (https://docs.stripe.com/api/tax/transactions/create_reversal). */
async function reverse(
  stripe: Stripe,
  { key, transaction, reference, amount, lines }: Parameters<PaymentProvider["reverseSale"]>[0],
): Promise<{ id: string }> {
  const sold = lines && (await soldLines(stripe, transaction));
  const isByLines = lines?.every((line) => line.reference === null || sold?.has(line.reference)) ?? false;
  const extent =
    lines && sold && isByLines
      ? ({ mode: "partial", ...toReversal(lines, sold, reference) } as const)
      : amount === undefined
        ? ({ mode: "full" } as const)
        : ({ mode: "partial", flat_amount: -amount } as const);
  return stripe.tax.transactions.createReversal(
    { original_transaction: transaction, reference, ...extent },
    { idempotencyKey: key },
  );
}

async function soldLines(stripe: Stripe, transaction: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const { id, reference } of stripe.tax.transactions.listLineItems(transaction, { limit: 100 }))
    ids.set(reference, id);
  return ids;
}

function toReversal(lines: readonly ReversedLine[], sold: Map<string, string>, reversal: string) {
  const goods = lines.flatMap(({ reference, quantity, amount, tax }) =>
    reference === null
      ? []
      : [
          {
            original_line_item: sold.get(reference) ?? "",
            reference: `${reversal} ${reference}`,
            quantity,
            amount: -amount,
            amount_tax: -tax,
          },
        ],
  );
  const shipped = lines.find(({ reference }) => reference === null);
  return {
    ...(goods.length > 0 && { line_items: goods }),
    ...(shipped && { shipping_cost: { amount: -shipped.amount, amount_tax: -shipped.tax } }),
  };
}

/** Rethrows errors with an unknown outcome. */
async function toReported(call: Promise<{ id: string }>): Promise<TaxReported> {
  try {
    return { outcome: "done", id: (await call).id };
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind === "unknown") throw error;
    const param = error instanceof Stripe.errors.StripeError ? error.param : undefined;
    // Calculations expire after 90 days.
    return param === "calculation" ? { outcome: "expired" } : { outcome: "refused", reason: fault.message };
  }
}
