import { settleIntent } from "../payments/attempt.ts";
import { settleSession } from "../checkout/checkout-completion.ts";
import { expireSession, getSession } from "../checkout/checkout-sessions.ts";
import { voidInvoice } from "../invoices/close-invoice.ts";
import { applyOutcome, findInvoice } from "../invoices/invoice-payment.ts";
import { getInvoice } from "../invoices/invoices.ts";
import { getIntent } from "../payments/payment-intents.ts";
import { endRefund } from "../payments/refunds.ts";
import {
  announceRenewal,
  collectAutomatically,
  expireSubscription,
  renewSubscription,
} from "../subscriptions/subscription-life.ts";
import { endSubscription } from "../subscriptions/subscription-status.ts";
import { type Task, type TaskKind, type World, idOf } from "../state.ts";

// Tasks that are due at the same time run in this order, so that an end comes before a renewal.
const taskHandlers: Record<TaskKind, (world: World, target: string) => void> = {
  settle: settlePayment,
  "end-refund": endRefund,
  "expire-session": (world, target) => {
    const session = getSession(world, target);
    if (session.status === "open") expireSession(world, session);
  },
  "expire-subscription": (world, target) => withSubscription(world, target, expireSubscription),
  "expire-update": (world, target) =>
    withSubscription(world, target, (_, { pending_update, latest_invoice }) => {
      if (pending_update) voidInvoice(world, getInvoice(world, idOf(latest_invoice) ?? ""));
    }),
  cancel: (world, target) =>
    withSubscription(world, target, (_, subscription) => {
      if (subscription.ended_at === null) endSubscription(world, subscription, "cancellation_requested");
    }),
  upcoming: (world, target) => withSubscription(world, target, announceRenewal),
  renew: (world, target) => withSubscription(world, target, renewSubscription),
  retry: (world, target) => collectAutomatically(world, getInvoice(world, target)),
};
const kindOrder = Object.keys(taskHandlers);

/** Runs each due task at its own time and in order. */
export function runDue(world: World, until = world.clock.now()): void {
  for (let task = nextDueTask(world, until); task; task = nextDueTask(world, until)) {
    const { id, kind, target, at } = task;
    world.tasks.delete(id);
    world.clock.during(at, () => taskHandlers[kind](world, target));
  }
}

export function advance(world: World, seconds: number): void {
  runDue(world, world.clock.now() + seconds);
  world.setClock(world.clock.offsetSeconds + seconds);
}

function nextDueTask(world: World, until: number): Task | undefined {
  let first: Task | undefined;
  for (const task of world.tasks.all()) if (task.at <= until && (!first || isBefore(task, first))) first = task;
  return first;
}

function isBefore(one: Task, other: Task): boolean {
  return one.at === other.at ? kindOrder.indexOf(one.kind) < kindOrder.indexOf(other.kind) : one.at < other.at;
}

export function settlePayment(world: World, target: string): void {
  const intent = getIntent(world, target);
  if (intent.status !== "processing") return;
  const outcome = settleIntent(world, intent);
  const invoice = findInvoice(world, intent);
  if (invoice) applyOutcome(world, invoice, outcome, true);
  for (const session of world.checkoutSessions.by("payment_intent", target)) settleSession(world, session, outcome);
}

type Subscription = NonNullable<ReturnType<World["subscriptions"]["find"]>>;

function withSubscription(world: World, id: string, run: (world: World, subscription: Subscription) => void): void {
  const subscription = world.subscriptions.find(id);
  if (subscription) run(world, subscription);
}
