import { createInvalidRequest } from "../wire/failure.ts";

/** In US cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const minCharge = 50;
const maxCharge = 99_999_999;

export function requireChargeable(cents: number): void {
  if (cents <= maxCharge) return;
  throw createInvalidRequest("Amount must be no more than $999,999.99", { code: "amount_too_large", param: "amount" });
}

/**
 * Refuses a total below the minimum charge, unless the total is 0. Invoices move such a total to the balance instead
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts,
 * https://docs.stripe.com/error-codes#amount-too-small).
 */
export function requireMinCharge(cents: number): void {
  if (cents === 0 || cents >= minCharge) return;
  throw createInvalidRequest("The Checkout Session's total amount due must add up to at least $0.50 usd", {
    code: "amount_too_small",
  });
}

/** In US cents; a negative balance is credit. */
interface AppliedBalance {
  starting: number;
  due: number;
  ending: number;
}

/**
 * An amount due below the minimum charge is not collected: the invoice is paid, and the amount is added to the balance
 * (https://docs.stripe.com/billing/customer/balance).
 */
export function applyBalance(balance: number, total: number): AppliedBalance {
  const owedCents = total + balance;
  return owedCents < minCharge
    ? { starting: balance, due: 0, ending: owedCents }
    : { starting: balance, due: owedCents, ending: 0 };
}
