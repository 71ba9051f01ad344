import type { Stripe } from "stripe";
import { subscriptionStatuses } from "../contract/entities/subscription.ts";
import type {
  ProviderCharge,
  ProviderInvoice,
  ProviderPaymentMethod,
  ProviderSubscription,
  ProviderTry,
} from "./payment-provider.ts";

export const toId = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);
export const toInstant = (seconds: number): string => new Date(seconds * 1000).toISOString();
const instantOrNull = (seconds: number | null | undefined): string | null => (seconds ? toInstant(seconds) : null);

/**
 * The time at which the money moved. Charges and refunds that move no money at the provider, such as those of another
 * processor, have no transaction.
 */
const bookedAt = (transaction: string | Stripe.BalanceTransaction | null | undefined, created: number): string =>
  toInstant(transaction && typeof transaction === "object" ? transaction.created : created);

export function toPaymentMethod(method: Stripe.PaymentMethod): ProviderPaymentMethod | undefined {
  const customer = toId(method.customer);
  if (!customer) return undefined;
  if (method.type === "card" && method.card) {
    const { brand, country, exp_month, exp_year, last4, funding } = method.card;
    return { id: method.id, customer, type: "card", card: { brand, country, exp_month, exp_year, last4, funding } };
  }
  if (method.type === "us_bank_account" && method.us_bank_account) {
    const { account_holder_type, account_type, bank_name, last4 } = method.us_bank_account;
    return {
      id: method.id,
      customer,
      type: "us_bank_account",
      us_bank_account: { account_holder_type, account_type, bank_name, last4: last4 ?? "" },
    };
  }
  return undefined;
}

/**
 * A bank account whose numbers the customer typed but has not yet confirmed by a deposit; undefined for other intents.
 */
export function toUnverified(intent: Stripe.SetupIntent): ProviderPaymentMethod | undefined {
  const { status, next_action, payment_method: method, customer } = intent;
  const deposit = next_action?.verify_with_microdeposits;
  if (status !== "requires_action" || !deposit || !method || typeof method === "string") return undefined;
  const paymentMethod = toPaymentMethod({ ...method, customer: toId(customer) });
  if (!paymentMethod) return undefined;
  const verification = { url: deposit.hosted_verification_url, arrives_at: instantOrNull(deposit.arrival_date) ?? "" };
  return { ...paymentMethod, verification };
}

export const toCharge = (
  charge: Stripe.Charge,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): ProviderCharge => ({
  id: charge.id,
  amount: charge.amount,
  currency: charge.currency,
  payment_intent: toId(charge.payment_intent),
  customer: toId(charge.customer),
  booked_at: bookedAt(charge.balance_transaction, charge.created),
  refunds: refunds.map((refund) => ({
    id: refund.id,
    amount: refund.amount,
    booked_at: bookedAt(refund.balance_transaction, refund.created),
    failed_at: refund.status === "failed" ? bookedAt(refund.failure_balance_transaction, refund.created) : null,
    status: toRefundStatus(refund.status),
    failure_reason: refund.failure_reason ?? null,
    metadata: refund.metadata ?? {},
  })),
  disputes: disputes.map((dispute) => {
    const withdrawals = dispute.balance_transactions.filter(({ amount }) => amount < 0);
    const returns = dispute.balance_transactions.filter(({ amount }) => amount > 0);
    return {
      id: dispute.id,
      is_open: !["won", "lost", "warning_closed", "prevented"].includes(dispute.status),
      withdrawn: -withdrawals.reduce((sum, { amount }) => sum + amount, 0),
      withdrawn_at: instantOrNull(withdrawals[0]?.created),
      reinstated: returns.reduce((sum, { amount }) => sum + amount, 0),
      reinstated_at: instantOrNull(returns[0]?.created),
      amount: dispute.amount,
      status: dispute.status,
      reason: dispute.reason,
      due_by: instantOrNull(dispute.evidence_details.due_by),
    };
  }),
});

const tryStatuses = ["succeeded", "pending", "failed"] as const;

export function toTry(charge: Stripe.Charge): ProviderTry {
  const { id, amount, status, created, outcome, failure_code, payment_method_details: details } = charge;
  const { card, us_bank_account: bank } = details ?? {};
  const method = card
    ? { type: "card" as const, name: card.brand, last4: card.last4 ?? "" }
    : bank
      ? { type: "us_bank_account" as const, name: bank.bank_name, last4: bank.last4 ?? "" }
      : null;
  const decline = status === "failed" ? (outcome?.reason ?? failure_code ?? "generic_decline") : null;
  return {
    id,
    amount,
    status: tryStatuses.find((each) => each === status) ?? "pending",
    at: instantOrNull(created) ?? "",
    method,
    decline,
  };
}

const refundStatuses = ["pending", "requires_action", "succeeded", "failed", "canceled"] as const;
const toRefundStatus = (status: string | null) => refundStatuses.find((each) => each === status) ?? "pending";

export function findIntent(invoice: Stripe.Invoice): Stripe.PaymentIntent | string | null {
  const payments = invoice.payments?.data ?? [];
  const payment = payments.find((each) => each.is_default) ?? payments[0];
  return payment?.payment.payment_intent ?? null;
}

/**
 * The authentication is pending, or the bank declined because it was missing, which detaches the payment method. The
 * invoice's page resolves both (https://docs.stripe.com/declines/codes, `authentication_required`).
 */
const needsAuthentication = ({ status, last_payment_error: error }: Stripe.PaymentIntent): boolean =>
  status === "requires_action" ||
  (status === "requires_payment_method" &&
    (error?.code === "authentication_required" || error?.decline_code === "authentication_required"));

export const needsBuyer = (invoice: Stripe.Invoice): boolean => {
  const intent = findIntent(invoice);
  return typeof intent === "object" && intent !== null && needsAuthentication(intent);
};

/**
 * The bank refused the payment, or a renewal had no payment method to charge, which leaves no error on the payment
 * (https://docs.stripe.com/api/events/types, `invoice.payment_failed`).
 */
const hasFailed = ({ attempted, billing_reason }: Stripe.Invoice, intent: Stripe.PaymentIntent): boolean =>
  intent.status === "requires_payment_method" &&
  !needsAuthentication(intent) &&
  (intent.last_payment_error !== null || (attempted && billing_reason === "subscription_cycle"));

const invoiceStatuses = ["draft", "open", "paid", "void", "uncollectible"] as const;

/**
 * Finalizing an invoice changes the customer's balance, and voiding restores it
 * (https://docs.stripe.com/billing/customer/balance).
 */
export const balanceAppliedTo = ({ status, starting_balance, ending_balance }: Stripe.Invoice): number =>
  status === "paid" && ending_balance !== null ? ending_balance - starting_balance : 0;

/**
 * Like `balanceAppliedTo`, but from finalizing on. A credit note for the rest reduces `amount_remaining` alone and
 * does not restore the balance (https://docs.stripe.com/api/credit_notes/create).
 */
const balanceHeldBy = ({ status, starting_balance, ending_balance }: Stripe.Invoice): number =>
  status !== "void" && ending_balance !== null ? ending_balance - starting_balance : 0;

export function toInvoice(
  invoice: Stripe.Invoice,
  charges: ProviderCharge[],
  tries: ProviderTry[] = [],
): ProviderInvoice {
  const intent = findIntent(invoice);
  const expandedIntent = typeof intent === "object" ? intent : null;
  // The proration line of a switch is skipped, because its period begins in the middle of a term.
  const line =
    invoice.lines.data.find(({ parent }) => !parent?.subscription_item_details?.proration) ?? invoice.lines.data[0];
  return {
    id: invoice.id ?? "",
    number: invoice.number,
    url: invoice.hosted_invoice_url ?? null,
    status: invoiceStatuses.find((each) => each === invoice.status) ?? "draft",
    total: invoice.total,
    credited: invoice.pre_payment_credit_notes_amount,
    balance_applied: balanceAppliedTo(invoice),
    balance_held: balanceHeldBy(invoice),
    credit_returned: [],
    paid_at: instantOrNull(invoice.status_transitions.paid_at),
    currency: invoice.currency,
    payment_intent: toId(intent),
    is_processing: expandedIntent?.status === "processing",
    needs_action: needsBuyer(invoice),
    has_failed: expandedIntent !== null && hasFailed(invoice, expandedIntent),
    next_attempt_at: instantOrNull(invoice.next_payment_attempt),
    metadata: invoice.metadata ?? {},
    customer: toId(invoice.customer),
    subscription_id: toId(invoice.parent?.subscription_details?.subscription),
    subscription_metadata: invoice.parent?.subscription_details?.metadata ?? {},
    billing_reason: invoice.billing_reason,
    period_start: instantOrNull(line?.period.start ?? invoice.period_start) ?? "",
    period_end: instantOrNull(line?.period.end ?? invoice.period_end) ?? "",
    charges,
    tries,
    paid_out_of_band: invoice.amount_paid_off_stripe ?? 0,
  };
}

function toPlanMethod({
  default_payment_method: own,
  customer,
}: Stripe.Subscription): ProviderSubscription["payment_method"] {
  const owner = typeof customer === "object" && !customer.deleted ? customer : null;
  const method = own ?? owner?.invoice_settings.default_payment_method;
  if (!method || typeof method === "string") return null;
  const { id, card, us_bank_account: bank } = method;
  if (card) return { id, type: "card", name: card.brand, last4: card.last4 };
  return bank ? { id, type: "us_bank_account", name: bank.bank_name, last4: bank.last4 ?? "" } : null;
}

export const liveSchedule = ({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined =>
  schedule && typeof schedule === "object" && schedule.status === "active" ? schedule : undefined;

export const pendingSwitchId = ({ pending_update }: Stripe.Subscription): string | null =>
  pending_update?.subscription_items?.[0]?.price.metadata["switch_id"] ?? null;

export const toSubscription = (
  subscription: Stripe.Subscription,
  latest: ProviderInvoice | null,
): ProviderSubscription => ({
  id: subscription.id,
  customer: toId(subscription.customer),
  status: subscriptionStatuses.find((each) => each === subscription.status) ?? "incomplete",
  is_unpaid: subscription.cancellation_details?.reason === "payment_failed",
  start_at: instantOrNull(subscription.start_date) ?? "",
  // An immediate cancellation sets no cancel_at.
  cancel_at: instantOrNull(subscription.ended_at ?? subscription.cancel_at),
  cancels_at_period_end: subscription.cancel_at_period_end && subscription.ended_at === null,
  current_period_end: instantOrNull(subscription.items.data[0]?.current_period_end),
  payment_method: toPlanMethod(subscription),
  metadata: { ...subscription.metadata, ...subscription.items.data[0]?.price.metadata },
  pending_switch_id: pendingSwitchId(subscription),
  scheduled_switch_id: liveSchedule(subscription)?.metadata?.["switch_id"] ?? null,
  latest_invoice: latest,
});
