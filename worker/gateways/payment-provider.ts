// One interface: everything that the domain needs of a payment provider.
import type { subscriptionStatuses } from "../contract/entities/subscription.ts";
import type { ReversedLine, TaxOutcome, TaxExemption, TaxInput, TaxReportOutcome } from "./tax/tax.ts";

/**
 * In this file money is in US cents, or in the smallest unit of the `currency` beside it; instants are ISO 8601 texts
 * except in `MovementSpan` and `ProviderEvent`.
 */
export type ProviderCharge = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string | null;
  customer: string | null;
  booked_at: string;
  refunds: {
    id: string;
    amount: number;
    booked_at: string;
    failed_at: string | null;
    status: "pending" | "requires_action" | "succeeded" | "failed" | "canceled";
    failure_reason: string | null;
    metadata: Record<string, string>;
  }[];
  disputes: {
    id: string;
    is_open: boolean;
    withdrawn: number;
    withdrawn_at: string | null;
    reinstated: number;
    reinstated_at: string | null;
    amount: number;
    status: string;
    reason: string;
    /** Deadline for submitting evidence. */
    due_by: string | null;
  }[];
};
/** One attempt to take money, successful or not. */
export type ProviderTry = {
  id: string;
  amount: number;
  status: "succeeded" | "pending" | "failed";
  at: string;
  method: { type: "card" | "us_bank_account"; name: string | null; last4: string } | null;
  /** The decline code, else the failure code. */
  decline: string | null;
};
export type ProviderInvoice = {
  id: string;
  number: string | null;
  url: string | null;
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  total: number;
  /** Reduction by credit notes while the invoice was open. */
  credited: number;
  /**
   * Amount paid from the customer's balance; negative if the invoice collected a debt. Zero until the invoice is paid.
   */
  balance_applied: number;
  /** Like `balance_applied`, but from finalizing on; the provider returns the amount only if the invoice is voided. */
  balance_held: number;
  credit_returned: { id: string; amount: number; booked_at: string; metadata: Record<string, string> }[];
  paid_at: string | null;
  currency: string;
  payment_intent: string | null;
  is_processing: boolean;
  needs_action: boolean;
  has_failed: boolean;
  next_attempt_at: string | null;
  metadata: Record<string, string>;
  customer: string | null;
  subscription_id: string | null;
  subscription_metadata: Record<string, string>;
  billing_reason: string | null;
  period_start: string;
  period_end: string;
  charges: ProviderCharge[];
  tries: ProviderTry[];
  /** Amount paid outside the provider, for example by wire, as recorded by `markInvoicePaid` or in the Dashboard. */
  paid_out_of_band: number;
};
export type ProviderSubscription = {
  id: string;
  customer: string | null;
  status: (typeof subscriptionStatuses)[number];
  /** Canceled by the provider for lack of payment. */
  is_unpaid: boolean;
  start_at: string;
  cancel_at: string | null;
  cancels_at_period_end: boolean;
  current_period_end: string | null;
  /** The subscription's own method, else the customer's default, or null. `name` is the card's brand or the bank. */
  payment_method: { id: string; type: "card" | "us_bank_account"; name: string | null; last4: string } | null;
  metadata: Record<string, string>;
  /** Id of the switch that begins at the period's end; also after it has begun, while its schedule is active. */
  scheduled_switch_id: string | null;
  /** Id of the switch whose payment the buyer must confirm at the bank. */
  pending_switch_id: string | null;
  latest_invoice: ProviderInvoice | null;
};
export type SwitchTarget = { product: { id: string; name: string }; amount: number; interval: "month" | "year" };
export type SwitchPreview = {
  /** Price of the new term. */
  price: number;
  /** Credit for the unused days of the current term. */
  credit: number;
  /** `price` minus `credit`. */
  total: number;
  /** Charged amount, after the customer's balance. */
  due: number;
  prorated_at: string;
};
/**
 * Changing the end also cancels a switch that is scheduled or waits for its payment. `cancel_at: null` removes the end.
 */
export type SubscriptionChange =
  | { cancel_at: string | null }
  | { cancels_at_period_end: boolean }
  | { payment_method: string };
export type ProviderPaymentMethod = {
  id: string;
  customer: string;
  type: "card" | "us_bank_account";
  card?: { brand: string; country: string | null; exp_month: number; exp_year: number; last4: string; funding: string };
  us_bank_account?: {
    account_holder_type: string | null;
    account_type: string | null;
    bank_name: string | null;
    last4: string;
  };
  /** An unverified bank account cannot pay: at `url` the customer enters the deposit that arrives at `arrives_at`. */
  verification?: { url: string; arrives_at: string };
};
export type ChargeLine = { reference: string; description: string; amount: number; quantity: number };

export type ProviderMovement = {
  object_id: string;
  kind: "charge" | "refund" | "refund_failed" | "dispute_withdrawn" | "dispute_reinstated";
  amount: number;
  currency: string;
  charge_id: string | null;
  payment_intent: string | null;
  customer: string | null;
  metadata: Record<string, string>;
};
/** A time span in Unix seconds (null: unbounded), and the id of the last object already read (null: from the start). */
export type MovementSpan = { from_s: number | null; before_s: number | null; after: string | null };

/**
 * `declined`: certainly not charged. `action`: the buyer must confirm at `url`. `unknown`: possibly charged, so that a
 * retry with another key could charge twice.
 */
export type PaymentOutcome<T> =
  | { outcome: "done"; value: T }
  | { outcome: "action"; value: T; url: string }
  | { outcome: "declined"; message: string }
  | { outcome: "unknown" };
/** `created` is in Unix seconds. `object_id` is the object to read for the event's effect; empty if it has none. */
export type ProviderEvent = { id: string; type: string; created: number; livemode: boolean; object_id: string };

type SessionPayment = {
  /** Null until the buyer pays, for a page that adds a payment method, and for an order that costs nothing. */
  payment_intent: string | null;
  /** Whether the buyer completed the page of an order that costs nothing. */
  is_free: boolean;
  customer: string | null;
  metadata: Record<string, string>;
  is_expired: boolean;
  expires_at: string;
};

export type ProviderCustomer = {
  id: string;
  email: string | null;
  /** US cents, applied to the next invoice: negative is credit, positive is owed. */
  balance: number;
  tax_exempt: TaxExemption;
  metadata: Record<string, string>;
};

export type ProviderAccount = {
  is_live: boolean;
  is_tax_active: boolean;
  /** ISO 3166 codes; without any, every tax is 0. */
  tax_countries: string[];
};

/**
 * Methods throw GatewayError if the provider is unavailable, except `voidInvoice`, and those whose outcome is then
 * `unknown` or `failed`.
 */
export type PaymentProvider = {
  getAccount(): Promise<ProviderAccount>;
  /** Resolves to undefined for a deleted or unknown customer. */
  getCustomer(id: string): Promise<ProviderCustomer | undefined>;
  createCustomer(input: { org_id: string; name: string; email: string }): Promise<string>;
  updateCustomer(id: string, input: { name: string; email?: string | undefined }): Promise<void>;
  listPaymentMethods(customerId: string): Promise<ProviderPaymentMethod[]>;
  findPaymentMethod(id: string): Promise<ProviderPaymentMethod | undefined>;
  isMethodInUse(customerId: string, id: string): Promise<boolean>;
  detachPaymentMethod(id: string): Promise<void>;
  createSetupSession(input: { customer: string; return_url: string }): Promise<string | null>;
  createPortalSession(input: { customer: string; return_url: string }): Promise<string | null>;
  createPaymentSession(input: {
    customer: string;
    key: string;
    lines: ChargeLine[];
    return_url: string;
    metadata: Record<string, string>;
  }): Promise<{ id: string; url: string } | undefined>;
  /** True if the page can take no more payments; false if it was paid, or a bank debit is pending. */
  expireSession(id: string): Promise<boolean>;
  calculateTax(input: TaxInput): Promise<TaxOutcome>;
  /** Idempotent by `key`. */
  reportSale(input: {
    key: string;
    calculation: string;
    reference: string;
    invoice_id: string;
  }): Promise<TaxReportOutcome>;
  /** Reverses the sale completely, by an amount with tax, or by lines. Idempotent by `key`. */
  reverseSale(input: {
    key: string;
    transaction: string;
    reference: string;
    amount?: number;
    lines?: readonly ReversedLine[];
  }): Promise<TaxReportOutcome>;
  /** Idempotent by `key`: a repeated call continues and never charges twice. */
  payInvoice(input: {
    key: string;
    customer: string;
    payment_method: string;
    lines: ChargeLine[];
    po_number: string | null;
    /** If true, a refused charge leaves the invoice open, with the outcome `action`. */
    stays_payable?: boolean;
    metadata: Record<string, string>;
  }): Promise<PaymentOutcome<ProviderInvoice>>;
  /**
   * Opens an invoice that the customer pays later by bank transfer, card or both, also in parts; `done` without a
   * charge. Idempotent by `key` for a day only; after that, the caller must find the invoice and pass it as `existing`.
   */
  sendInvoice(input: {
    key: string;
    customer: string;
    lines: ChargeLine[];
    po_number: string | null;
    due_at: string;
    metadata: Record<string, string>;
    existing: string | null;
  }): Promise<PaymentOutcome<ProviderInvoice>>;
  resumeInvoice(
    id: string,
    input: Parameters<PaymentProvider["payInvoice"]>[0],
  ): Promise<PaymentOutcome<ProviderInvoice>>;
  /**
   * Charges an open invoice. With a payment method the buyer is present, and the bank may ask them to confirm on the
   * invoice's page. Without one the buyer is absent, and the method is the plan's, the customer's default or the
   * invoice's. A refused charge leaves the invoice open; `decline` is the code of the reason. Idempotent by `key`.
   */
  chargeInvoice(input: {
    key: string;
    invoice: string;
    payment_method: string | null;
  }): Promise<{ decline: string | null }>;
  /**
   * Records a payment outside the provider; false if the provider refuses, for example for a paid invoice. Idempotent
   * by `key`.
   */
  markInvoicePaid(input: { key: string; invoice: string }): Promise<boolean>;
  /** Marks the invoice as uncollectible; it can still be paid. False if the provider refuses. */
  writeOffInvoice(id: string): Promise<boolean>;
  /** True if the invoice can no longer be paid; false also if the provider is unavailable. */
  voidInvoice(id: string): Promise<boolean>;
  /**
   * Credits the unpaid rest of an invoice that was paid in part and so cannot be voided. True if no amount is open any
   * more; false if the provider refuses, for example while a payment is pending. Idempotent by `key`.
   */
  creditRest(input: { key: string; invoice: string }): Promise<boolean>;
  getInvoice(id: string): Promise<ProviderInvoice | undefined>;
  findInvoiceByMetadata(customerId: string, name: string, value: string): Promise<ProviderInvoice | undefined>;
  findInvoiceOfPayment(paymentIntent: string): Promise<ProviderInvoice | undefined>;
  getCharge(id: string): Promise<ProviderCharge | undefined>;
  getPayment(paymentIntent: string): Promise<
    | {
        charges: ProviderCharge[];
        tries: ProviderTry[];
        has_failed: boolean;
        is_processing: boolean;
        metadata: Record<string, string>;
      }
    | undefined
  >;
  createSubscription(input: {
    key: string;
    customer: string;
    payment_method: string;
    product: { id: string; name: string };
    amount: number;
    interval: "month" | "year";
    po_number: string | null;
    metadata: Record<string, string>;
  }): Promise<PaymentOutcome<ProviderSubscription>>;
  /**
   * Reads the outcome of a created subscription. Without `may_wait`, a subscription that needs the buyer's confirmation
   * is canceled.
   */
  resumeSubscription(id: string, options: { may_wait: boolean }): Promise<PaymentOutcome<ProviderSubscription>>;
  getSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /**
   * At most 100 subscriptions that are not canceled, newest first, without invoices; `next` is null on the last page.
   */
  listSubscriptions(after: string | null): Promise<{ data: ProviderSubscription[]; next: string | null }>;
  findSubscriptionByMetadata(
    customerId: string,
    name: string,
    value: string,
  ): Promise<ProviderSubscription | undefined>;
  /** Undefined if the provider refuses; `latest_invoice` is read only after a pending switch was canceled. */
  updateSubscription(id: string, change: SubscriptionChange): Promise<ProviderSubscription | undefined>;
  /** The amount that a switch to another term would charge now; undefined if the provider refuses. */
  previewSwitch(subscriptionId: string, to: SwitchTarget): Promise<SwitchPreview | undefined>;
  /**
   * Starts another term at once, for the amount previewed for `prorated_at`. A declined payment changes nothing. A
   * payment that the buyer must confirm starts the term once it is made, within 23 hours. Idempotent by `key`.
   */
  switchSubscription(
    subscriptionId: string,
    input: SwitchTarget & { key: string; prorated_at: string; metadata: { switch_id: string } },
  ): Promise<PaymentOutcome<ProviderSubscription>>;
  /**
   * Schedules another term from the end of the current period, without credit. The payment method may change until
   * then. Idempotent by `key`, and by the `switch_id` in `metadata`.
   */
  scheduleSwitch(
    subscriptionId: string,
    input: SwitchTarget & { key: string; metadata: { switch_id: string } },
  ): Promise<Exclude<PaymentOutcome<ProviderSubscription>, { outcome: "action" }>>;
  /**
   * Cancels a switch that is scheduled or waits for its payment; a switch that has begun stays. Undefined if the
   * provider refuses.
   */
  withdrawSwitch(subscriptionId: string, switchId: string): Promise<ProviderSubscription | undefined>;
  /** Cancels immediately; undefined if the provider refuses. */
  cancelSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** False if the provider refuses; true if the key was already used, even with other metadata. */
  refund(input: { key: string; charge: string; amount: number; metadata: Record<string, string> }): Promise<boolean>;
  returnCredit(input: {
    key: string;
    customer: string;
    invoice: string;
    amount: number;
    metadata: Record<string, string>;
  }): Promise<boolean>;
  /** Movements of at most 100 objects of a span, newest first; `next` continues the span and is null at its end. */
  listMovements(
    of: "charges" | "refunds" | "disputes",
    span: MovementSpan,
  ): Promise<{ movements: ProviderMovement[]; next: string | null }>;
  getSessionPayment(sessionId: string): Promise<SessionPayment | undefined>;
  listUndelivered(sinceS: number): Promise<ProviderEvent[]>;
  /**
   * Verifies a webhook. Undefined for a wrong signature, or one older than 300 s or more than 600 s ahead; `event` is
   * undefined if the signed body is not an event.
   */
  verifyEvent(raw: string, signature: string): Promise<{ event: ProviderEvent | undefined } | undefined>;
};
