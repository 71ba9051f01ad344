/** Stripe's dispute reasons (https://docs.stripe.com/disputes/categories). */
const reasons: Record<string, string> = {
  bank_cannot_process: "The bank could not process it.",
  credit_not_processed: "They say that a refund they were promised never came.",
  customer_initiated: "The account holder asked their bank for the money.",
  debit_not_authorized: "The account holder says that they did not allow the debit.",
  duplicate: "They say that they were charged twice.",
  fraudulent: "They say that they did not make this payment.",
  incorrect_account_details: "The account does not match.",
  insufficient_funds: "The account did not cover the debit.",
  product_not_received: "They say that the goods never arrived.",
  product_unacceptable: "They say that the goods were damaged or not as described.",
  subscription_canceled: "They say that they had canceled the plan.",
  unrecognized: "They do not recognize the payment.",
};

export const disputeReasonText = (reason: string): string => reasons[reason] ?? "The bank gave no reason.";

const dayMs = 86_400_000;

/** In whole days: "9 days left", "less than a day left" or "the time for evidence is over". */
export function daysLeftText(dueBy: string, now: number): string {
  const leftMs = Date.parse(dueBy) - now;
  if (leftMs <= 0) return "the time for evidence is over";
  const days = Math.floor(leftMs / dayMs);
  if (days === 0) return "less than a day left";
  return days === 1 ? "1 day left" : `${days} days left`;
}
