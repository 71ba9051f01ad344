import type { subscriptionStatuses } from "../contract/entities/subscription.ts";
import type { ReversedLine, TaxAnswer, TaxExemption, TaxInput, TaxReported } from "./tax/tax.ts";

/** What the product needs of a payment provider; `stripe.ts` speaks to the real one. Money in US cents, instants ISO. */
export type ProviderCharge = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string | null;
  customer: string | null;
  refunds: {
    id: string;
    amount: number;
    status: "pending" | "requires_action" | "succeeded" | "failed" | "canceled";
    metadata: Record<string, string>;
  }[];
  disputes: { id: string; is_open: boolean; withdrawn: number; reinstated: number }[];
};
export type ProviderInvoice = {
  id: string;
  number: string | null;
  url: string | null;
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** The sum of its lines. */
  total: number;
  /** What the customer's balance paid of it; below zero when what they owed was paid along. Nothing before it is paid. */
  balance_applied: number;
  /** What went back to that balance. */
  credit_returned: { id: string; amount: number; metadata: Record<string, string> }[];
  currency: string;
  payment_intent: string | null;
  /** A bank debit is on its way. */
  is_processing: boolean;
  /** The bank wants the buyer to confirm. */
  needs_action: boolean;
  /** The last try was refused. */
  has_failed: boolean;
  /** When the provider tries again by itself. */
  next_attempt_at: string | null;
  metadata: Record<string, string>;
  customer: string | null;
  subscription_id: string | null;
  /** What was written on the subscription that the invoice is for. */
  subscription_metadata: Record<string, string>;
  billing_reason: string | null;
  period_start: string;
  period_end: string;
  /** Only those that succeeded. */
  charges: ProviderCharge[];
  /** What was paid by other ways than the provider, by wire for example, as somebody noted there. */
  paid_out_of_band: number;
};
export type ProviderSubscription = {
  id: string;
  customer: string | null;
  status: (typeof subscriptionStatuses)[number];
  /** It was ended because nobody paid. */
  is_unpaid: boolean;
  start_at: string;
  /** When it ends, or ended. */
  cancel_at: string | null;
  current_period_end: string | null;
  metadata: Record<string, string>;
  latest_invoice: ProviderInvoice | null;
};
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
  /** The bank account waits: a deposit arrives then, which must be named on the page. Nothing can be paid with it before. */
  verification?: { url: string; arrives_at: string };
};
export type ChargeLine = { reference: string; description: string; amount: number; quantity: number };

/** A movement of money as the ledger would note it, in signed cents of its currency. */
export type ProviderMovement = {
  object_id: string;
  kind: "charge" | "refund" | "refund_failed" | "dispute_withdrawn" | "dispute_reinstated";
  amount: number;
  currency: string;
  /** Of a refund or a dispute. */
  charge_id: string | null;
  payment_intent: string | null;
  customer: string | null;
  metadata: Record<string, string>;
};
/** A part of the provider's time, from and before instants in seconds, and the object after which to go on there. */
export type MovementSpan = { from_s: number | null; before_s: number | null; after: string | null };

/** declined: certainly not charged. action: the buyer must confirm at the url. unknown: nobody can say; never charge again under another key. */
export type Paid<T> =
  | { outcome: "done"; value: T }
  | { outcome: "action"; value: T; url: string }
  | { outcome: "declined"; message: string }
  | { outcome: "unknown" };
/** `object_id` is what must be read to learn what happened; empty when the event names nothing. */
export type ProviderEvent = { id: string; type: string; created: number; livemode: boolean; object_id: string };

/** What was paid, or can no longer be paid, on a page of the provider; without a payment when a method was added there. */
type SessionPayment = {
  payment_intent: string | null;
  customer: string | null;
  metadata: Record<string, string>;
  is_expired: boolean;
  expires_at: string;
};

export type ProviderCustomer = {
  id: string;
  email: string | null;
  /** In cents; below zero the customer has credit, above they owe something. Their next invoice takes it. */
  balance: number;
  tax_exempt: TaxExemption;
  metadata: Record<string, string>;
};

/** How far the account is set up. */
export type ProviderAccount = {
  /** False in test mode, in which no card is charged. */
  is_live: boolean;
  is_tax_active: boolean;
  /** ISO 3166 codes; empty where tax is silently 0. */
  tax_countries: string[];
};

export type PaymentProvider = {
  getAccount(): Promise<ProviderAccount>;
  /** undefined when there is no such customer any more. */
  getCustomer(id: string): Promise<ProviderCustomer | undefined>;
  createCustomer(input: { org_id: string; name: string; email: string }): Promise<string>;
  /** Whom invoices are written to from now on. */
  updateCustomer(id: string, input: { name: string; email?: string | undefined }): Promise<void>;
  /** Also those that wait for their verification. */
  listPaymentMethods(customer: string): Promise<ProviderPaymentMethod[]>;
  /** undefined when there is no such method. */
  findPaymentMethod(id: string): Promise<ProviderPaymentMethod | undefined>;
  /** Whether a plan of the customer will be paid with it again. */
  isMethodInUse(customer: string, id: string): Promise<boolean>;
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
  /** Nobody can pay on this page any more; false when somebody has. */
  expireSession(id: string): Promise<boolean>;
  calculateTax(input: TaxInput): Promise<TaxAnswer>;
  /** Reports what was sold as it was calculated; safe to repeat with the same key. */
  reportSale(input: { key: string; calculation: string; reference: string; invoice_id: string }): Promise<TaxReported>;
  /** Takes back a sale or, with an amount, that part of it, tax included, or these lines of it; safe to repeat with the same key. */
  reverseSale(input: {
    key: string;
    transaction: string;
    reference: string;
    amount?: number;
    lines?: readonly ReversedLine[];
  }): Promise<TaxReported>;
  /** Safe to repeat with the same key: continues where it stopped and never pays twice. */
  payInvoice(input: {
    key: string;
    customer: string;
    payment_method: string;
    lines: ChargeLine[];
    /** The buyer's own number of the order, for the invoice. */
    po_number: string | null;
    metadata: Record<string, string>;
  }): Promise<Paid<ProviderInvoice>>;
  /** Goes on with an invoice that an earlier call of payInvoice made. */
  resumeInvoice(id: string, input: Parameters<PaymentProvider["payInvoice"]>[0]): Promise<Paid<ProviderInvoice>>;
  voidInvoice(id: string): Promise<boolean>;
  getInvoice(id: string): Promise<ProviderInvoice | undefined>;
  findInvoiceByMetadata(customer: string, name: string, value: string): Promise<ProviderInvoice | undefined>;
  /** The invoice that a payment settled. */
  findInvoiceOfPayment(paymentIntent: string): Promise<ProviderInvoice | undefined>;
  getCharge(id: string): Promise<ProviderCharge | undefined>;
  /** Succeeded charges of a payment and the metadata that it carries. */
  getPayment(
    paymentIntent: string,
  ): Promise<{ charges: ProviderCharge[]; has_failed: boolean; metadata: Record<string, string> } | undefined>;
  createSubscription(input: {
    key: string;
    customer: string;
    payment_method: string;
    product: { id: string; name: string };
    amount: number;
    interval: "month" | "year";
    /** The buyer's own number of the purchase, for every invoice of it. */
    po_number: string | null;
    metadata: Record<string, string>;
  }): Promise<Paid<ProviderSubscription>>;
  /** What became of a subscription that an earlier call of createSubscription made; without `may_wait` one that waits for the buyer is ended. */
  judgeSubscription(id: string, options: { may_wait: boolean }): Promise<Paid<ProviderSubscription>>;
  getSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** A hundred of all that are not canceled, the newest first, from the one after `after` on; `next` is null at their end. Without their invoices. */
  listSubscriptions(after: string | null): Promise<{ data: ProviderSubscription[]; next: string | null }>;
  findSubscriptionByMetadata(customer: string, name: string, value: string): Promise<ProviderSubscription | undefined>;
  /** False when the provider refuses. */
  updateSubscription(id: string, change: { cancel_at: string | null }): Promise<boolean>;
  /** Ends it at once; undefined when the provider refuses. */
  cancelSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** false when it is refused; true also when somebody else asked for it under the same key. */
  refund(input: { key: string; charge: string; amount: number; metadata: Record<string, string> }): Promise<boolean>;
  /** Gives credit back that had paid a part of the provider's invoice; false when it is refused. */
  returnCredit(input: {
    key: string;
    customer: string;
    invoice: string;
    amount: number;
    metadata: Record<string, string>;
  }): Promise<boolean>;
  /** What money moved in a span, the newest first, at most 100 objects; `next` is what to go on after, null at its end. */
  listMovements(
    of: "charges" | "refunds" | "disputes",
    span: MovementSpan,
  ): Promise<{ movements: ProviderMovement[]; next: string | null }>;
  getSessionPayment(session: string): Promise<SessionPayment | undefined>;
  listUndelivered(sinceS: number): Promise<ProviderEvent[]>;
  /** undefined when the signature is wrong, older than 300 s or more than 600 s ahead; without an event when none was signed. */
  verifyEvent(raw: string, signature: string): Promise<{ event: ProviderEvent | undefined } | undefined>;
};
