import type Stripe from "stripe";
import type { AccountSettings } from "./account/account.ts";
import { Clock, daySeconds } from "./clock/clock.ts";
import { randomId } from "./wire/ids.ts";
import { type Change, Storage } from "./memory/storage.ts";
import { Table } from "./memory/table.ts";
import { hideFields } from "./wire/wire.ts";

export interface EventRecord {
  id: string;
  type: Stripe.Event["type"];
  created: number;
  /** JSON of `{ object, previous_attributes? }`. */
  data: string;
  request: Stripe.EventBase["request"];
  /** not-sent: no endpoint subscribes to the type. lost: dropped, or all retries failed. */
  delivery: "not-sent" | "waiting" | "delivered" | "lost";
}

/** `id` makes planning idempotent. */
export interface Task {
  id: string;
  kind: TaskKind;
  target: string;
  at: number;
}
export type TaskKind =
  | "settle"
  | "end-refund"
  | "upcoming"
  | "renew"
  | "retry"
  | "cancel"
  | "expire-subscription"
  | "expire-update"
  | "expire-session";

export interface KeyRecord {
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  request_id: string;
  created: number;
}

/** Fields for the payment of a checkout session; `id` is the session's id. */
export interface SessionPayment {
  id: string;
  description: string | null;
  metadata: Record<string, string>;
}

type EventType = Stripe.Event["type"];
type ObjectOf<T extends EventType> = Extract<Stripe.Event, { type: T }>["data"]["object"];
type PreviousOf<T extends EventType> = Extract<Stripe.Event, { type: T }>["data"]["previous_attributes"];

export interface WorldOptions {
  path: string;
  /** URL of hosted pages, without a trailing slash. */
  pageUrl: () => string;
  /** Uses a fault that declines a charge; returns false if there is none. */
  takeDecline: () => boolean;
}

const eventLifetimeSeconds = 30 * daySeconds;
const keyLifetimeSeconds = daySeconds;
const maxEvents = 20_000;
const maxKeys = 20_000;

/** A line or the shipping of a tax transaction; `amount` and `tax` are in cents. */
export type TaxPart = {
  id: string;
  reference: string;
  quantity: number;
  amount: number;
  tax: number;
  tax_code: string;
};

/** All objects of the provider. References are ids; the API expands them. */
export class World {
  readonly options: WorldOptions;
  readonly clock = new Clock();
  /** The current request, to which events refer. */
  request: Stripe.EventBase["request"] = null;
  onEvent: (event: EventRecord) => void = () => {};
  /** The reason for which a control lets new refunds stay pending; null without one. */
  refundsWaitFor: "processing" | "insufficient_funds" | "charge_pending" | null = null;
  #tables: Map<string, Table<{ id: string }>> = new Map();
  readonly customers = this.#table<Stripe.Customer>("customer");
  readonly creditMoves = this.#table<Stripe.CustomerBalanceTransaction, "customer">("customer_balance_transaction", {
    customer: (row) => idOf(row.customer),
  });
  readonly paymentMethods = this.#table<Stripe.PaymentMethod, "customer">("payment_method", {
    customer: (row) => idOf(row.customer),
  });
  readonly setupIntents = this.#table<Stripe.SetupIntent, "customer">("setup_intent", {
    customer: (row) => idOf(row.customer),
  });
  readonly checkoutSessions = this.#table<Stripe.Checkout.Session, "payment_intent">("checkout_session", {
    payment_intent: (row) => idOf(row.payment_intent),
  });
  readonly sessionPayments = this.#table<SessionPayment>("session_payment");
  readonly portalSessions = this.#table<Stripe.BillingPortal.Session>("portal_session");
  readonly products = this.#table<Stripe.Product>("product");
  readonly prices = this.#table<Stripe.Price>("price");
  readonly invoices = this.#table<Stripe.Invoice, "customer" | "subscription">("invoice", {
    customer: (row) => idOf(row.customer),
    subscription: (row) => idOf(row.parent?.subscription_details?.subscription),
  });
  readonly creditNotes = this.#table<Stripe.CreditNote, "invoice">("credit_note", {
    invoice: (row) => idOf(row.invoice),
  });
  readonly invoiceItems = this.#table<Stripe.InvoiceItem, "customer">("invoiceitem", {
    customer: (row) => idOf(row.customer),
  });
  readonly invoicePayments = this.#table<Stripe.InvoicePayment, "invoice" | "payment_intent">("invoice_payment", {
    invoice: (row) => idOf(row.invoice),
    payment_intent: (row) => idOf(row.payment.payment_intent),
  });
  readonly paymentIntents = this.#table<Stripe.PaymentIntent, "customer">("payment_intent", {
    customer: (row) => idOf(row.customer),
  });
  readonly charges = this.#table<Stripe.Charge, "customer" | "payment_intent">("charge", {
    customer: (row) => idOf(row.customer),
    payment_intent: (row) => idOf(row.payment_intent),
  });
  readonly refunds = this.#table<Stripe.Refund, "charge" | "payment_intent">("refund", {
    charge: (row) => idOf(row.charge),
    payment_intent: (row) => idOf(row.payment_intent),
  });
  readonly disputes = this.#table<Stripe.Dispute, "charge">("dispute", { charge: (row) => idOf(row.charge) });
  readonly balanceTransactions = this.#table<Stripe.BalanceTransaction>("balance_transaction");
  readonly subscriptions = this.#table<Stripe.Subscription, "customer">("subscription", {
    customer: (row) => idOf(row.customer),
  });
  readonly schedules = this.#table<Stripe.SubscriptionSchedule>("subscription_schedule");
  readonly taxCalculations = this.#table<Stripe.Tax.Calculation & { id: string }>("tax_calculation");
  /** All lines of each calculation; the calculation object contains only the first ones. */
  readonly taxLines = this.#table<{ id: string; lines: Stripe.Tax.CalculationLineItem[] }>("tax_lines");
  /**
   * `left`: cents still to be reversed; `tax`: tax of the whole transaction. Reversals of a sale have negative amounts.
   */
  readonly taxTotals = this.#table<{ id: string; left: number; tax: number; is_partial?: boolean }>("tax_total");
  /** Lines and shipping: of a sale, the part that is left to reverse; of a reversal, the part that was reversed. */
  readonly taxParts = this.#table<{ id: string; parts: TaxPart[] }>("tax_part");
  readonly taxTransactions = this.#table<Stripe.Tax.Transaction>("tax_transaction");
  readonly testClocks = this.#table<Stripe.TestHelpers.TestClock>("test_clock");
  readonly webhookEndpoints = this.#table<Stripe.WebhookEndpoint>("webhook_endpoint");
  readonly events = this.#table<EventRecord>("event");
  readonly keys = this.#table<KeyRecord>("key");
  readonly tasks = this.#table<Task, "target">("task", { target: (row) => row.target });
  readonly account = this.#table<AccountSettings>("account");
  /** Each id consists of a step and an amount, such as "finalize 12449". */
  readonly refusals = this.#table<{ id: string }>("refusal");
  readonly #settings = this.#table<{ id: string; value: number }>("setting");
  #storage: Storage;

  constructor(options: WorldOptions) {
    this.options = options;
    this.#storage = new Storage(options.path, () => this.#rows());
    // as: `save` wrote these rows from the same tables.
    for (const [table, , row] of this.#storage.read()) this.#tables.get(table)?.load(row as { id: string });
    this.clock.offsetSeconds = this.#settings.find("clock")?.value ?? 0;
    this.#storage.rewrite();
  }

  /** Creates an event with a snapshot of `object`. */
  emit<T extends EventType>(type: T, object: ObjectOf<T>, previous?: PreviousOf<T>): void {
    const wireObject = hideFields(object);
    const data = JSON.stringify(
      previous ? { object: wireObject, previous_attributes: previous } : { object: wireObject },
    );
    const created = this.clock.now();
    const event: EventRecord = {
      id: randomId("evt"),
      type,
      created,
      data,
      request: this.request,
      delivery: "not-sent",
    };
    this.events.save(event);
    this.onEvent(event);
  }

  /** Plans a task, at most once for each kind, target and time. */
  plan(kind: TaskKind, target: string, at: number): void {
    this.tasks.save({ id: `${kind} ${target} ${at}`, kind, target, at });
  }

  /** Cancels a target's tasks: those of one kind, or all. */
  callOff(target: string, kind?: TaskKind): void {
    for (const task of this.tasks.by("target", target)) if (!kind || task.kind === kind) this.tasks.delete(task.id);
  }

  /** The caller must first run the tasks that are due until the new time. */
  setClock(offsetSeconds: number): void {
    this.clock.offsetSeconds = offsetSeconds;
    this.#settings.save({ id: "clock", value: offsetSeconds });
  }

  /**
   * Deletes events after 30 days and idempotency keys after 24 hours, as Stripe does. Above the maximum count, the
   * oldest are deleted earlier.
   */
  prune(): void {
    const now = this.clock.now();
    for (const { id, created } of this.keys.all()) {
      if (created > now - keyLifetimeSeconds && this.keys.size <= maxKeys) break;
      this.keys.delete(id);
    }
    for (const { id, created } of this.events.all()) {
      if (created > now - eventLifetimeSeconds && this.events.size <= maxEvents) break;
      this.events.delete(id);
    }
  }

  close(): void {
    this.#storage.flush();
  }

  #table<T extends { id: string }, I extends string = never>(
    name: string,
    ...[indexes]: [I] extends [never] ? [] : [Record<I, (row: T) => string | undefined>]
  ): Table<T, I> {
    // as: a table without indexes has no keys.
    const indexReaders = (indexes ?? {}) as Record<I, (row: T) => string | undefined>;
    const table = new Table<T, I>(name, (...change) => this.#storage.note(...change), indexReaders);
    // as: rows are loaded into the table that wrote them.
    this.#tables.set(name, table as unknown as Table<{ id: string }>);
    return table;
  }

  *#rows(): Iterable<Change> {
    for (const table of this.#tables.values()) for (const row of table.all()) yield [table.name, row.id, row];
  }
}

export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return (typeof reference === "string" ? reference : reference?.id) ?? undefined;
}
