import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/store/checkout.ts";
import { approvalRequired, BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import { payAttempt, type Progress, findOrCreateCustomer, fetchChargeableMethod } from "../../payments/index.ts";
import { refreshShipping } from "../carts/shipping-rates.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { rulesRequiringApproval } from "../approvals/concerned-rules.ts";
import { findOrCalculateTax, requireSeenTax } from "./cart-tax.ts";
import { claimAttempt } from "./claim-attempt.ts";
import { accountPayment, requireAccount, requireCredit } from "./on-account.ts";
import { toPayment, type Purchase, toPurchase } from "./purchase.ts";
import {
  type CheckoutFacts,
  isSubscription,
  needsShipping,
  readCheckout,
  refreshSeenPrices,
  requireItems,
} from "./read-checkout.ts";

export type CheckoutResult = {
  order_id: string | null;
  subscription_ids: string[];
  cart_no: string;
  payment_status: "paid" | "pending";
  action_url: string | null;
};

/** `terms_version`: the terms of sale shown to the buyer; defaults to the current ones. */
type CheckoutInput = InputOf<typeof contract.checkoutCart>["body"];

/**
 * Buys the cart's content if the buyer saw this version. A version is bought at most once, however often it is
 * submitted. Checks run in the order of O-096.
 */
export async function checkoutCart(ctx: Ctx, input: CheckoutInput): Promise<CheckoutResult> {
  const facts = await readCheckout(ctx);
  requireCurrent(facts, input.updated_at);
  requireTerms(facts, input.terms_version);
  const open = facts.attempt;
  if (open && (open.status === "claimed" || open.status === "pending")) return pendingResult(facts);
  const purchase = await preparePurchase(ctx, facts);
  requireNoApproval(facts, purchase.total);
  const claimed = await claimAttempt(ctx, facts, purchase);
  if (!claimed) return resolveLostClaim(ctx, input.updated_at, purchase);
  // The payment continues if the buyer closes the page; the retry job takes over if the worker dies (T21).
  ctx.wakeWorkers();
  const progress = payAttempt(ctx, claimed.attempt_id);
  ctx.defer(progress.catch(() => {}));
  return toResult(facts.cart.cart_no, await progress);
}

/**
 * Refuses an outdated version of the terms of sale, because buyers must have seen the terms that they accept; a request
 * without a version accepts the current ones.
 */
export function requireTerms(facts: CheckoutFacts, seen: string | undefined): void {
  if (seen && seen !== facts.terms_version) throw unprocessable("CART_OUTDATED");
}

/** The purchase as the buyer saw it, after all checks of O-096. */
export async function preparePurchase(ctx: Ctx, facts: CheckoutFacts): Promise<Purchase> {
  requireItems(facts);
  if (facts.cart.quote && !facts.cart.quote.is_open) throw unprocessable("QUOTE_EXPIRED");
  await requireSeenAmounts(ctx, facts);
  requireBillingAddress(facts);
  const payment = await preparePayment(ctx, facts);
  requireShipping(facts);
  const tax = await findOrCalculateTax(ctx, facts);
  await requireSeenTax(ctx, facts, tax);
  const purchase = toPurchase(facts, tax, payment);
  requireCredit(facts.account, purchase);
  return purchase;
}

async function preparePayment(ctx: Ctx, facts: CheckoutFacts): Promise<Purchase["payment"]> {
  const { payment_method, payment_method_id, po_number } = facts.cart;
  if (payment_method === "account")
    requireAccount(facts.account, { has_plans: facts.items.some(isSubscription), po_number });
  else if (!payment_method_id) throw notFound("PAYMENT_METHOD_NOT_FOUND");
  const customer_id = await findOrCreateCustomer(ctx, requireUser(ctx).org_id, facts.organization);
  return payment_method_id === null
    ? { ...accountPayment, customer_id }
    : toPayment(await fetchChargeableMethod(ctx, payment_method_id, customer_id));
}

function requireNoApproval(facts: CheckoutFacts, total: number): void {
  const requiredRules = rulesRequiringApproval(facts.approval_rules, total);
  if (requiredRules.length > 0) throw approvalRequired(requiredRules);
}

/** First checks of O-096: the cart exists, is open and has not changed since the buyer saw it. */
export function requireCurrent(facts: CheckoutFacts | undefined, updatedAt: string): asserts facts is CheckoutFacts {
  if (!facts) throw notFound("CART_NOT_FOUND");
  if (facts.cart.is_complete) throw unprocessable(facts.approval_request_id ? "CART_OUTDATED" : "ORDER_ALREADY_PAID");
  if (facts.cart.updated_at !== updatedAt) throw unprocessable("CART_OUTDATED");
}

/** @throws a 400 issue at address.billing (O-095) */
function requireBillingAddress(facts: CheckoutFacts): NonNullable<CheckoutFacts["cart"]["address"]["billing"]> {
  const { billing } = facts.cart.address;
  if (!billing)
    throw new BadRequest([{ code: "custom", path: ["address", "billing"], message: "Billing address is required." }]);
  return billing;
}

/** @throws unless a shipping rate is offered in the address's country */
function requireShipping(facts: CheckoutFacts): void {
  if (!needsShipping(facts)) return;
  const { shipping } = facts.cart.address;
  if (!shipping?.country) throw notFound("SHIPPING_ADDRESS_NOT_FOUND");
  if (!facts.shipping) throw notFound("SHIPPING_RATE_NOT_FOUND");
}

/**
 * No buyer pays an amount that they have not seen: a changed amount is stored to be shown, and the checkout is refused.
 */
async function requireSeenAmounts(ctx: Ctx, facts: CheckoutFacts): Promise<void> {
  if (facts.items.some((item) => item.seen_price !== item.price)) {
    await refreshSeenPrices(ctx, facts);
    throw unprocessable("CART_OUTDATED");
  }
  if (!facts.is_shipping_outdated) return;
  await refreshShipping(ctx);
  throw unprocessable("CART_OUTDATED");
}

async function resolveLostClaim(ctx: Ctx, updatedAt: string, purchase: Purchase): Promise<CheckoutResult> {
  const facts = await readCheckout(ctx);
  requireCurrent(facts, updatedAt);
  if (facts.attempt) return pendingResult(facts);
  if (facts.items.some(({ has_subscription }) => has_subscription)) throw unprocessable("DUPLICATE_ORG_SUBSCRIPTION");
  await requireSeenAmounts(ctx, facts);
  requireNoApproval(facts, purchase.total);
  requireCredit(facts.account, purchase);
  throw unprocessable("CART_OUTDATED");
}

const pendingResult = ({ cart, attempt }: CheckoutFacts): CheckoutResult => ({
  order_id: attempt?.order_id ?? null,
  subscription_ids: attempt?.subscription_ids ?? [],
  cart_no: cart.cart_no,
  payment_status: "pending",
  action_url: attempt?.action_url ?? null,
});

function toResult(cartNo: string, progress: Progress): CheckoutResult {
  if (progress.outcome === "failed") throw unprocessable("PAYMENT_FAILED");
  if (progress.outcome === "partly") throw unprocessable("CART_PARTIALLY_FULFILLED");
  const { charges } = progress;
  return {
    order_id: charges.find((charge) => charge.kind === "order")?.id ?? null,
    subscription_ids: charges.filter((charge) => charge.kind === "plan").map((charge) => charge.id),
    cart_no: cartNo,
    payment_status:
      progress.outcome === "succeeded" && charges.every((charge) => charge.payment_status === "paid")
        ? "paid"
        : "pending",
    action_url: progress.action_url,
  };
}
