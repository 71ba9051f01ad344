import { type SQL, sql } from "drizzle-orm";
import { creditLimitExceeded, type Failure, unprocessable } from "../../../contract/errors.ts";
import { type AccountFacts, availableCredit, hasAccount, isLongOverdue, owedOnAccount } from "../../payments/index.ts";
import type { Purchase } from "./purchase.ts";

/** Placeholder for the payment method in the attempt of an order on account. */
export const accountPayment = {
  method_id: "account",
  paid_by: { type: "account", name: null, last4: "" },
} as const satisfies Partial<Purchase["payment"]>;

export const isOnAccount = ({ payment }: Pick<Purchase, "payment">): boolean => payment.paid_by.type === "account";

type Account = AccountFacts | null;
type Order = { has_plans: boolean; po_number: string | null };

/** Refusal of an order on account for reasons that do not depend on its total. */
function accountRefusal(account: Account, { has_plans, po_number }: Order): Failure | undefined {
  if (!account) return unprocessable("ACCOUNT_NOT_AVAILABLE");
  if (has_plans) return unprocessable("ACCOUNT_NOT_FOR_PLANS");
  if (account.is_po_number_required && !po_number) return unprocessable("PO_NUMBER_REQUIRED");
  return account.is_overdue ? unprocessable("ACCOUNT_OVERDUE") : undefined;
}

/** @throws ACCOUNT_NOT_AVAILABLE, ACCOUNT_NOT_FOR_PLANS, PO_NUMBER_REQUIRED, ACCOUNT_OVERDUE */
export function requireAccount(account: Account, order: Order): void {
  const refusal = accountRefusal(account, order);
  if (refusal) throw refusal;
}

/** Refusal of a purchase on account; undefined if it is allowed, or is not on account. */
export function creditRefusal(account: Account, purchase: Purchase): Failure | undefined {
  if (!isOnAccount(purchase)) return undefined;
  const { plans, po_number, total } = purchase;
  const refusal = accountRefusal(account, { has_plans: plans.length > 0, po_number });
  if (refusal || !account) return refusal;
  const available = availableCredit(account);
  return total > available ? creditLimitExceeded(available, total - available) : undefined;
}

/** @throws the errors of `requireAccount`, and CREDIT_LIMIT_EXCEEDED with the available amount */
export function requireCredit(account: Account, purchase: Purchase): void {
  const refusal = creditRefusal(account, purchase);
  if (refusal) throw refusal;
}

/**
 * The CTE `account` with the payment terms of a purchase in days, null if it is paid at once; no row means a refusal.
 * The credit check of a purchase on account needs the organization locked by `selectOrganizationForUpdate`.
 */
export const purchaseTerms = (purchase: Purchase, orgId: string): SQL =>
  isOnAccount(purchase)
    ? sql`
      account as (
        select org.payment_terms_days as days
        from organizations org
        where org.id = ${orgId}::uuid and ${hasAccount}
          and ${owedOnAccount(sql`org.id`)} + ${purchase.total}::bigint <= org.credit_limit
          and not ${isLongOverdue(sql`org.id`)}
          and (not org.is_po_number_required or ${purchase.po_number}::text is not null)
      )`
    : sql`account as (select null::int as days)`;
