import { Stripe } from "stripe";
import type { PaymentProvider, TaxReported } from "./payment-provider.ts";
import { faultOf } from "./stripe-outcome.ts";

type TaxReports = Pick<PaymentProvider, "reportSale" | "reverseSale">;

/** What was collected and given back, for the provider's reports and filings (https://docs.stripe.com/tax/custom#tax-transaction). */
export const stripeTax = (stripe: Stripe): TaxReports => ({
  reportSale: ({ key, calculation, reference, invoice_id }) =>
    reported(
      stripe.tax.transactions.createFromCalculation(
        { calculation, reference, metadata: { invoice_id } },
        { idempotencyKey: key },
      ),
    ),
  reverseSale: ({ key, transaction: original_transaction, reference, amount }) =>
    reported(
      stripe.tax.transactions.createReversal(
        {
          original_transaction,
          reference,
          ...(amount === undefined ? { mode: "full" } : { mode: "partial", flat_amount: -amount }),
        },
        { idempotencyKey: key },
      ),
    ),
});

/** Throws when nobody can say. */
async function reported(call: Promise<{ id: string }>): Promise<TaxReported> {
  try {
    return { outcome: "done", id: (await call).id };
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind === "unknown") throw error;
    const param = error instanceof Stripe.errors.StripeError ? error.param : undefined;
    // Calculations are kept for 90 days.
    return param === "calculation" ? { outcome: "expired" } : { outcome: "refused", reason: fault.message };
  }
}
