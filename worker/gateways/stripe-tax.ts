import { Stripe } from "stripe";
import type { PaymentProvider } from "./payment-provider.ts";
import type { ReversedLine, TaxReportOutcome } from "./tax/tax.ts";
import { toFault } from "./stripe-outcome.ts";

type TaxReports = Pick<PaymentProvider, "reportSale" | "reverseSale">;

/** https://docs.stripe.com/tax/custom#tax-transaction */
export const stripeTax = (stripe: Stripe): TaxReports => ({
  reportSale: ({ key, calculation, reference, invoice_id }) =>
    toReportOutcome(
      stripe.tax.transactions.createFromCalculation(
        { calculation, reference, metadata: { invoice_id } },
        { idempotencyKey: key },
      ),
    ),
  reverseSale: (input) => toReportOutcome(reverse(stripe, input)),
});

/** Lines are identified by the provider's line ids (https://docs.stripe.com/api/tax/transactions/create_reversal). */
async function reverse(
  stripe: Stripe,
  { key, transaction, reference, amount, lines }: Parameters<PaymentProvider["reverseSale"]>[0],
): Promise<{ id: string }> {
  const lineIds = lines && (await fetchLineIds(stripe, transaction));
  const isByLines = lines?.every((line) => line.reference === null || lineIds?.has(line.reference)) ?? false;
  const extent =
    lines && lineIds && isByLines
      ? ({ mode: "partial", ...toReversal(lines, lineIds, reference) } as const)
      : amount === undefined
        ? ({ mode: "full" } as const)
        : ({ mode: "partial", flat_amount: -amount } as const);
  return stripe.tax.transactions.createReversal(
    { original_transaction: transaction, reference, ...extent },
    { idempotencyKey: key },
  );
}

async function fetchLineIds(stripe: Stripe, transaction: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const { id, reference } of stripe.tax.transactions.listLineItems(transaction, { limit: 100 }))
    ids.set(reference, id);
  return ids;
}

function toReversal(lines: readonly ReversedLine[], soldLineIds: Map<string, string>, reversal: string) {
  const goods = lines.flatMap(({ reference, quantity, amount, tax }) =>
    reference === null
      ? []
      : [
          {
            original_line_item: soldLineIds.get(reference) ?? "",
            reference: `${reversal} ${reference}`,
            quantity,
            amount: -amount,
            amount_tax: -tax,
          },
        ],
  );
  const shippingLine = lines.find(({ reference }) => reference === null);
  return {
    ...(goods.length > 0 && { line_items: goods }),
    ...(shippingLine && { shipping_cost: { amount: -shippingLine.amount, amount_tax: -shippingLine.tax } }),
  };
}

async function toReportOutcome(call: Promise<{ id: string }>): Promise<TaxReportOutcome> {
  try {
    return { outcome: "done", id: (await call).id };
  } catch (error) {
    const fault = toFault(error);
    if (fault.kind === "unknown") throw error;
    const param = error instanceof Stripe.errors.StripeError ? error.param : undefined;
    // Calculations expire after 90 days.
    return param === "calculation" ? { outcome: "expired" } : { outcome: "refused", reason: fault.message };
  }
}
