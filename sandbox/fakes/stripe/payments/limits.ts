import { invalidRequest } from "../wire/failure.ts";

/** US cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const chargeMin = 50;
const chargeMax = 99_999_999;

export function requireChargeable(cents: number): void {
  if (cents <= chargeMax) return;
  throw invalidRequest("Amount must be no more than $999,999.99", { code: "amount_too_large", param: "amount" });
}

/** US cents; a negative balance is credit. */
interface AppliedBalance {
  starting: number;
  due: number;
  ending: number;
}

/**
 * Less than the minimum charge is not collected: the invoice is paid and the balance carries it
 * (https://docs.stripe.com/billing/customer/balance).
 */
export function applyBalance(balance: number, total: number): AppliedBalance {
  const owed = total + balance;
  return owed < chargeMin ? { starting: balance, due: 0, ending: owed } : { starting: balance, due: owed, ending: 0 };
}
