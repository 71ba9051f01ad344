import type Stripe from "stripe";
import type { AccountSettings } from "./account/account.ts";
import { Clock, daySeconds } from "./clock/clock.ts";
import { randomId } from "./wire/ids.ts";
import { type Change, Storage } from "./memory/storage.ts";
import { Table } from "./memory/table.ts";
import { toWire } from "./wire/wire.ts";

/** An event as it was when it happened; the API and the callbacks read the same text. */
export interface EventRecord {
  id: string;
  type: Stripe.Event["type"];
  created: number;
  /** JSON of `{ object, previous_attributes? }`. */
  data: string;
  request: Stripe.EventBase["request"];
  /** not-sent: nobody asked for events of this type. lost: dropped or given up. */
  delivery: "not-sent" | "waiting" | "delivered" | "lost";
}

/** Something that will happen by the clock. `id` names it, so that it is planned once and can be called off. */
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
  | "expire-session";

/** The answer that a key replays. */
export interface KeyRecord {
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  request_id: string;
  created: number;
}

/** By the id of its checkout session. */
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
  /** Where people open hosted pages, without a slash at the end. */
  pageUrl: () => string;
  /** Whether a fault asks for this charge to be declined. */
  takeDecline: () => boolean;
}

const eventLivesSeconds = 30 * daySeconds;
const keyLivesSeconds = daySeconds;
const eventsMax = 20_000;
const keysMax = 20_000;

/** A line of a tax transaction, or its shipping: with what of it is left to reverse, in cents. */
export type TaxPart = {
  id: string;
  reference: string;
  quantity: number;
  amount: number;
  tax: number;
  tax_code: string;
};

/** Everything the provider knows. References between objects are ids; the API expands them. */
export class World {
  readonly options: WorldOptions;
  readonly clock = new Clock();
  /** Of the request at work; events name it. */
  request: Stripe.EventBase["request"] = null;
  onEvent: (event: EventRecord) => void = () => {};
  /** Refunds that are asked for now stay pending for this reason. */
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
  /** What the payment of a checkout session will be called and carry. */
  readonly sessionPayments = this.#table<SessionPayment>("session_payment");
  readonly portalSessions = this.#table<Stripe.BillingPortal.Session>("portal_session");
  readonly products = this.#table<Stripe.Product>("product");
  readonly prices = this.#table<Stripe.Price>("price");
  readonly invoices = this.#table<Stripe.Invoice, "customer" | "subscription">("invoice", {
    customer: (row) => idOf(row.customer),
    subscription: (row) => idOf(row.parent?.subscription_details?.subscription),
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
  readonly taxCalculations = this.#table<Stripe.Tax.Calculation & { id: string }>("tax_calculation");
  /** All lines of a calculation, of which it shows the first. */
  readonly taxLines = this.#table<{ id: string; lines: Stripe.Tax.CalculationLineItem[] }>("tax_lines");
  /** What of a tax transaction can still be reversed, and the tax in it; below zero what a reversal took back. */
  readonly taxTotals = this.#table<{ id: string; left: number; tax: number; is_partial?: boolean }>("tax_total");
  /** The lines of a tax transaction and its shipping, as far as they were not reversed; of a reversal what it took back. */
  readonly taxParts = this.#table<{ id: string; parts: TaxPart[] }>("tax_part");
  readonly taxTransactions = this.#table<Stripe.Tax.Transaction>("tax_transaction");
  readonly testClocks = this.#table<Stripe.TestHelpers.TestClock>("test_clock");
  readonly webhookEndpoints = this.#table<Stripe.WebhookEndpoint>("webhook_endpoint");
  readonly events = this.#table<EventRecord>("event");
  readonly keys = this.#table<KeyRecord>("key");
  readonly tasks = this.#table<Task, "target">("task", { target: (row) => row.target });
  readonly account = this.#table<AccountSettings>("account");
  /** By the step and the amount that is refused there. */
  readonly refusals = this.#table<{ id: string }>("refusal");
  readonly #settings = this.#table<{ id: string; value: number }>("setting");
  #storage: Storage;

  constructor(options: WorldOptions) {
    this.options = options;
    this.#storage = new Storage(options.path, () => this.#rows());
    // The rows are what `save` wrote: their tables' own.
    for (const [table, , row] of this.#storage.read()) this.#tables.get(table)?.load(row as { id: string });
    this.clock.offsetSeconds = this.#settings.find("clock")?.value ?? 0;
    this.#storage.rewrite();
  }

  /** Notes that something happened to `object`, as it is now. */
  emit<T extends EventType>(type: T, object: ObjectOf<T>, previous?: PreviousOf<T>): void {
    const shown = toWire(object);
    const data = JSON.stringify(previous ? { object: shown, previous_attributes: previous } : { object: shown });
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

  /** Plans `kind` for `target`; once for the same time. */
  plan(kind: TaskKind, target: string, at: number): void {
    this.tasks.save({ id: `${kind} ${target} ${at}`, kind, target, at });
  }

  /** Calls off what is planned for `target`, of one kind or of all. */
  callOff(target: string, kind?: TaskKind): void {
    for (const task of this.tasks.by("target", target)) if (!kind || task.kind === kind) this.tasks.delete(task.id);
  }

  /** Moves the clock; what falls due meanwhile is for the caller to run first. */
  setClock(offsetSeconds: number): void {
    this.clock.offsetSeconds = offsetSeconds;
    this.#settings.save({ id: "clock", value: offsetSeconds });
  }

  /** Forgets events after 30 days and keys after 24 hours, as the provider does, and what is too much for one machine. */
  prune(): void {
    const now = this.clock.now();
    for (const { id, created } of this.keys.all()) {
      if (created > now - keyLivesSeconds && this.keys.size <= keysMax) break;
      this.keys.delete(id);
    }
    for (const { id, created } of this.events.all()) {
      if (created > now - eventLivesSeconds && this.events.size <= eventsMax) break;
      this.events.delete(id);
    }
  }

  /** Everything is on disk when it returns. */
  close(): void {
    this.#storage.flush();
  }

  #table<T extends { id: string }, I extends string = never>(
    name: string,
    ...[indexes]: [I] extends [never] ? [] : [Record<I, (row: T) => string | undefined>]
  ): Table<T, I> {
    // Without a name of an index there is none to give.
    const named = (indexes ?? {}) as Record<I, (row: T) => string | undefined>;
    const table = new Table<T, I>(name, (...change) => this.#storage.note(...change), named);
    // Loaded rows are handed to the table that they came from, whatever its type.
    this.#tables.set(name, table as unknown as Table<{ id: string }>);
    return table;
  }

  *#rows(): Iterable<Change> {
    for (const table of this.#tables.values()) for (const row of table.all()) yield [table.name, row.id, row];
  }
}

/** The id of a reference, expanded or not. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return (typeof reference === "string" ? reference : reference?.id) ?? undefined;
}
