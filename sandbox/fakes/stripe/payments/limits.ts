import { invalidRequest } from "../wire/failure.ts";

/** US cents: $0.50 and eight digits (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const chargeMin = 50;
const chargeMax = 99_999_999;

export function requireChargeable(cents: number): void {
  if (cents <= chargeMax) return;
  throw invalidRequest("Amount must be no more than $999,999.99", { code: "amount_too_large", param: "amount" });
}

/** What finalizing does with a customer's balance, in US cents: below zero is their credit, above it what they owe. */
interface AppliedBalance {
  starting: number;
  due: number;
  ending: number;
}

/**
 * The balance always goes into the next invoice that is finalized. What is too little to be charged is not asked for: the
 * invoice is paid, and the balance carries it (https://docs.stripe.com/billing/customer/balance).
 */
export function applyBalance(balance: number, total: number): AppliedBalance {
  const owed = total + balance;
  return owed < chargeMin ? { starting: balance, due: 0, ending: owed } : { starting: balance, due: owed, ending: 0 };
}
