// Subscriptions and their schedules at the provider.
import { Stripe } from "stripe";
import type {
  PaymentOutcome,
  PaymentProvider,
  ProviderInvoice,
  ProviderSubscription,
  SubscriptionChange,
  SwitchTarget,
} from "./payment-provider.ts";
import { poNumberFields, voidIfOpen } from "./stripe-invoices.ts";
import { toFault, isReplayed, undefinedIfMissing } from "./stripe-outcome.ts";
import { expand, withCharges, withNewCharges } from "./stripe-charges.ts";
import {
  toId,
  toInstant,
  findIntent,
  liveSchedule,
  needsBuyer,
  pendingSwitchId,
  toSubscription,
} from "./stripe-shapes.ts";

type Subscriptions = Pick<
  PaymentProvider,
  | "createSubscription"
  | "resumeSubscription"
  | "getSubscription"
  | "findSubscriptionByMetadata"
  | "listSubscriptions"
  | "updateSubscription"
  | "previewSwitch"
  | "switchSubscription"
  | "scheduleSwitch"
  | "withdrawSwitch"
  | "cancelSubscription"
>;
type CreateInput = Parameters<PaymentProvider["createSubscription"]>[0];

/** Fields to expand for `toSubscription`. */
const subscriptionExpand = ["default_payment_method", "customer.invoice_settings.default_payment_method", "schedule"];

// A call of its own, because the invoice's payment is nested too deeply to be expanded with the subscription.
async function fetchLatestInvoice(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice | null> {
  const latest = subscription.latest_invoice;
  const id = typeof latest === "string" ? latest : latest?.id;
  return id ? stripe.invoices.retrieve(id, { expand }) : null;
}

async function withInvoice(stripe: Stripe, subscription: Stripe.Subscription): Promise<ProviderSubscription> {
  const invoice = await fetchLatestInvoice(stripe, subscription);
  return toSubscription(subscription, invoice && (await withCharges(stripe, invoice)));
}

async function findOrCreateProduct(stripe: Stripe, product: CreateInput["product"]): Promise<string> {
  const id = `prod_${product.id.replaceAll("-", "")}`;
  if (await undefinedIfMissing(stripe.products.retrieve(id))) return id;
  try {
    await stripe.products.create({ id, name: product.name });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_already_exists"))
      throw error;
  }
  return id;
}

async function create(stripe: Stripe, input: CreateInput): Promise<Stripe.Response<Stripe.Subscription>> {
  const product = await findOrCreateProduct(stripe, input.product);
  return stripe.subscriptions.create(
    {
      customer: input.customer,
      default_payment_method: input.payment_method,
      items: [
        {
          quantity: 1,
          price_data: { currency: "usd", product, unit_amount: input.amount, recurring: { interval: input.interval } },
        },
      ],
      payment_behavior: "allow_incomplete",
      // The buyer is present and can answer their bank.
      off_session: false,
      // Only whole terms at the agreed price are charged.
      proration_behavior: "none",
      billing_mode: { type: "flexible" },
      ...(input.po_number && { invoice_settings: { custom_fields: poNumberFields(input.po_number) } }),
      metadata: input.metadata,
      expand: subscriptionExpand,
    },
    { idempotencyKey: input.key },
  );
}

async function readNewOutcome(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<PaymentOutcome<ProviderSubscription>> {
  const invoice = await fetchLatestInvoice(stripe, subscription);
  const value = invoice && (await withNewCharges(stripe, invoice));
  return toOutcome(stripe, subscription, { invoice, value, mayWait: true });
}

async function resumeSubscription(
  stripe: Stripe,
  id: string,
  mayWait = true,
): Promise<PaymentOutcome<ProviderSubscription>> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: subscriptionExpand });
  const invoice = await fetchLatestInvoice(stripe, subscription);
  const value = invoice && (await withCharges(stripe, invoice));
  return toOutcome(stripe, subscription, { invoice, value, mayWait });
}

type FirstInvoice = { invoice: Stripe.Invoice | null; value: ProviderInvoice | null; mayWait: boolean };

/** Callers map errors to `unknown`, because money may have moved. */
async function toOutcome(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  firstInvoice: FirstInvoice,
): Promise<PaymentOutcome<ProviderSubscription>> {
  const { invoice, mayWait } = firstInvoice;
  const value = toSubscription(subscription, firstInvoice.value);
  const { status } = subscription;
  if (status !== "incomplete" && status !== "incomplete_expired" && status !== "canceled")
    return { outcome: "done", value };
  const intent = invoice && findIntent(invoice);
  if (typeof intent === "object" && intent?.status === "processing") return { outcome: "done", value };
  if (mayWait && invoice && needsBuyer(invoice) && status === "incomplete" && invoice.hosted_invoice_url)
    return { outcome: "action", value, url: invoice.hosted_invoice_url };
  // The invoice is voided first, so that a canceled plan cannot be paid. An invoice that was paid meanwhile cannot be
  // voided: the caller reads the plan and the invoice again.
  if (status === "incomplete" && invoice?.id && !(await voidIfOpen(stripe, invoice.id))) return { outcome: "unknown" };
  const message = (typeof intent === "object" && intent?.last_payment_error?.message) || "The payment was declined.";
  const isCanceled = status !== "incomplete" || (await cancel(stripe, subscription.id)) !== undefined;
  return isCanceled ? { outcome: "declined", message } : { outcome: "unknown" };
}

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration === true;

const retrieve = (stripe: Stripe, id: string) => stripe.subscriptions.retrieve(id, { expand: subscriptionExpand });

async function buildPriceData(stripe: Stripe, { product, amount, interval }: SwitchTarget) {
  const productId = await findOrCreateProduct(stripe, product);
  return { currency: "usd", product: productId, unit_amount: amount, recurring: { interval } };
}

async function buildSwitchItems(stripe: Stripe, { items }: Stripe.Subscription, to: SwitchTarget) {
  return [{ id: items.data[0]?.id ?? "", price_data: await buildPriceData(stripe, to) }];
}

/**
 * A schedule of the subscription whose second phase is the new term
 * (https://docs.stripe.com/billing/subscriptions/subscription-schedules). The provider cannot create a schedule
 * together with its phases, so a repeated call may find a schedule without the new term, and adds it. The phase's
 * metadata becomes the subscription's when the phase begins.
 */
async function schedule(
  stripe: Stripe,
  id: string,
  { key, metadata, ...to }: Parameters<Subscriptions["scheduleSwitch"]>[1],
): Promise<Stripe.Subscription> {
  const subscription = await retrieve(stripe, id);
  const activeSchedule = liveSchedule(subscription);
  if (activeSchedule?.metadata?.["switch_id"] === metadata.switch_id) return subscription;
  const { id: scheduleId, phases } =
    activeSchedule ??
    (await stripe.subscriptionSchedules.create({ from_subscription: id }, { idempotencyKey: `${key}_schedule` }));
  const current = phases[0];
  await stripe.subscriptionSchedules.update(scheduleId, {
    end_behavior: "release",
    proration_behavior: "none",
    metadata,
    phases: [
      {
        start_date: current?.start_date ?? 0,
        end_date: current?.end_date ?? 0,
        items: (current?.items ?? []).map(({ price, quantity = 1 }) => ({ price: toId(price) ?? "", quantity })),
      },
      {
        items: [{ price_data: await buildPriceData(stripe, to), quantity: 1 }],
        duration: { interval: to.interval, interval_count: 1 },
        proration_behavior: "none",
        metadata,
      },
    ],
  });
  return retrieve(stripe, id);
}

/** Ignores a refusal if the change is done already: of two concurrent requests the provider refuses the second. */
async function ignoreIfDone(change: Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (toFault(error).kind !== "refused" || !(await isDone())) throw error;
  }
}

const release = (stripe: Stripe, id: string): Promise<void> =>
  ignoreIfDone(
    stripe.subscriptionSchedules.release(id),
    async () => (await stripe.subscriptionSchedules.retrieve(id)).status === "released",
  );

/**
 * Prepares the schedule for `change`. For another end, which a subscription with a schedule refuses, the schedule is
 * released. Another payment method is also set on the schedule, because the next phase sets the subscription's method.
 * Returns whether a pending switch was canceled.
 */
async function prepareSchedule(stripe: Stripe, id: string, change: SubscriptionChange): Promise<boolean> {
  const subscription = await retrieve(stripe, id);
  const dropsSwitch = !("payment_method" in change) && subscription.pending_update !== null;
  if (dropsSwitch) await dropPendingSwitch(stripe, subscription);
  const activeSchedule = liveSchedule(subscription);
  if (!activeSchedule) return dropsSwitch;
  if (!("payment_method" in change)) await release(stripe, activeSchedule.id);
  else
    await stripe.subscriptionSchedules.update(activeSchedule.id, {
      default_settings: { default_payment_method: change.payment_method },
    });
  return dropsSwitch;
}

function toUpdate(change: SubscriptionChange): Stripe.SubscriptionUpdateParams {
  if ("payment_method" in change) return { default_payment_method: change.payment_method };
  if ("cancels_at_period_end" in change) return { cancel_at_period_end: change.cancels_at_period_end };
  return {
    cancel_at: change.cancel_at === null ? "" : Math.floor(Date.parse(change.cancel_at) / 1000),
    // A new end date neither charges nor refunds.
    proration_behavior: "none",
  };
}

/** A subscription that is canceled before its first payment becomes `incomplete_expired`. */
const endedStatuses: ReadonlySet<Stripe.Subscription.Status> = new Set(["canceled", "incomplete_expired"]);

async function cancel(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  try {
    return await stripe.subscriptions.cancel(id, { expand: subscriptionExpand });
  } catch (error) {
    if (toFault(error).kind !== "refused") throw error;
    const subscription = await undefinedIfMissing(stripe.subscriptions.retrieve(id, { expand: subscriptionExpand }));
    return subscription && endedStatuses.has(subscription.status) ? subscription : undefined;
  }
}

/** Undefined if the buyer must confirm the payment; nothing has changed then. */
async function undefinedIfBankAsks<T>(change: Promise<T>): Promise<T | undefined> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "subscription_payment_intent_requires_action")
      return undefined;
    throw error;
  }
}

type SwitchInput = Parameters<Subscriptions["switchSubscription"]>[1];

/**
 * Switches once the payment is made (https://docs.stripe.com/billing/subscriptions/pending-updates). A pending update
 * takes no metadata and no inline price, so the price is created with the switch's id.
 */
async function switchOncePaid(
  stripe: Stripe,
  before: Stripe.Subscription,
  { key, prorated_at, metadata, ...to }: SwitchInput,
): Promise<PaymentOutcome<ProviderSubscription>> {
  const price = await stripe.prices.create(
    { ...(await buildPriceData(stripe, to)), metadata },
    { idempotencyKey: `${key}_price` },
  );
  const subscription = await stripe.subscriptions.update(
    before.id,
    {
      items: [{ id: before.items.data[0]?.id ?? "", price: price.id }],
      proration_behavior: "always_invoice",
      proration_date: Math.floor(Date.parse(prorated_at) / 1000),
      payment_behavior: "pending_if_incomplete",
      expand: subscriptionExpand,
    },
    { idempotencyKey: `${key}_pending` },
  );
  const value = await withInvoice(stripe, subscription);
  const url = value.latest_invoice?.url;
  return pendingSwitchId(subscription) === metadata.switch_id && url
    ? { outcome: "action", value, url }
    : { outcome: "done", value };
}

/** Voids the invoice whose payment the pending switch waits for. */
async function dropPendingSwitch(stripe: Stripe, { pending_update, latest_invoice }: Stripe.Subscription) {
  if (!pending_update) return;
  const id = toId(latest_invoice) ?? "";
  await ignoreIfDone(
    stripe.invoices.voidInvoice(id),
    async () => (await stripe.invoices.retrieve(id)).status === "void",
  );
}

export const stripeSubscriptions = (stripe: Stripe): Subscriptions => ({
  async createSubscription(input) {
    let createdSubscription: Stripe.Response<Stripe.Subscription>;
    try {
      createdSubscription = await create(stripe, input);
    } catch (error) {
      const fault = toFault(error);
      return fault.kind === "refused" ? { outcome: "declined", message: fault.message } : { outcome: "unknown" };
    }
    const outcome = isReplayed(createdSubscription)
      ? resumeSubscription(stripe, createdSubscription.id)
      : readNewOutcome(stripe, createdSubscription);
    return outcome.catch(() => ({ outcome: "unknown" }));
  },
  resumeSubscription: (id, { may_wait }) =>
    resumeSubscription(stripe, id, may_wait).catch(() => ({ outcome: "unknown" })),
  async getSubscription(id) {
    // An empty id would request the list of subscriptions.
    const subscription = id
      ? await undefinedIfMissing(stripe.subscriptions.retrieve(id, { expand: subscriptionExpand }))
      : undefined;
    return subscription && withInvoice(stripe, subscription);
  },
  async listSubscriptions(after) {
    // Without a status, canceled subscriptions are omitted (https://docs.stripe.com/api/subscriptions/list).
    const page = await stripe.subscriptions.list({
      limit: 100,
      expand: subscriptionExpand.map((path) => `data.${path}`),
      ...(after !== null && { starting_after: after }),
    });
    const last = page.has_more ? page.data.at(-1) : undefined;
    return { data: page.data.map((each) => toSubscription(each, null)), next: last?.id ?? null };
  },
  async findSubscriptionByMetadata(customer, name, value) {
    for await (const subscription of stripe.subscriptions.list({
      customer,
      status: "all",
      limit: 100,
      expand: subscriptionExpand.map((path) => `data.${path}`),
    })) {
      if (subscription.metadata[name] === value) return withInvoice(stripe, subscription);
    }
    return undefined;
  },
  async updateSubscription(id, change) {
    try {
      const hasDropped = await prepareSchedule(stripe, id, change);
      const subscription = await stripe.subscriptions.update(id, { ...toUpdate(change), expand: subscriptionExpand });
      return hasDropped ? await withInvoice(stripe, subscription) : toSubscription(subscription, null);
    } catch (error) {
      if (toFault(error).kind === "refused") return undefined;
      throw error;
    }
  },
  async previewSwitch(id, to) {
    try {
      const invoice = await stripe.invoices.createPreview({
        subscription: id,
        subscription_details: {
          items: await buildSwitchItems(stripe, await stripe.subscriptions.retrieve(id), to),
          proration_behavior: "always_invoice",
        },
      });
      const credit = -invoice.lines.data.filter(isProration).reduce((sum, { amount }) => sum + amount, 0);
      const proratedAtS = invoice.parent?.subscription_details?.subscription_proration_date;
      if (!proratedAtS) return undefined;
      const { total, amount_due: due } = invoice;
      return { price: total + credit, credit, total, due, prorated_at: toInstant(proratedAtS) };
    } catch (error) {
      if (toFault(error).kind === "refused") return undefined;
      throw error;
    }
  },
  async switchSubscription(id, input) {
    const { key, prorated_at, metadata, ...to } = input;
    try {
      const before = await retrieve(stripe, id);
      if (pendingSwitchId(before) === metadata.switch_id) return await switchOncePaid(stripe, before, input);
      const activeSchedule = liveSchedule(before);
      // The schedule of an earlier switch, which has taken effect.
      if (activeSchedule) await release(stripe, activeSchedule.id);
      const subscription = await undefinedIfBankAsks(
        stripe.subscriptions.update(
          id,
          {
            items: await buildSwitchItems(stripe, before, to),
            proration_behavior: "always_invoice",
            proration_date: Math.floor(Date.parse(prorated_at) / 1000),
            // A failed payment changes nothing.
            payment_behavior: "error_if_incomplete",
            off_session: false,
            metadata,
            expand: subscriptionExpand,
          },
          { idempotencyKey: key },
        ),
      );
      return subscription
        ? { outcome: "done", value: await withInvoice(stripe, subscription) }
        : await switchOncePaid(stripe, before, input);
    } catch (error) {
      const fault = toFault(error);
      return fault.kind === "refused" ? { outcome: "declined", message: fault.message } : { outcome: "unknown" };
    }
  },
  async scheduleSwitch(id, input) {
    try {
      return { outcome: "done", value: toSubscription(await schedule(stripe, id, input), null) };
    } catch (error) {
      const fault = toFault(error);
      return fault.kind === "refused" ? { outcome: "declined", message: fault.message } : { outcome: "unknown" };
    }
  },
  async withdrawSwitch(id, switchId) {
    try {
      const subscription = await retrieve(stripe, id);
      const activeSchedule = liveSchedule(subscription);
      if (pendingSwitchId(subscription) === switchId) {
        await dropPendingSwitch(stripe, subscription);
        return await withInvoice(stripe, await retrieve(stripe, id));
      }
      const hasBegun = toSubscription(subscription, null).metadata["switch_id"] === switchId;
      if (hasBegun || activeSchedule?.metadata?.["switch_id"] !== switchId) return toSubscription(subscription, null);
      await release(stripe, activeSchedule.id);
      return toSubscription(await retrieve(stripe, id), null);
    } catch (error) {
      if (toFault(error).kind === "refused") return undefined;
      throw error;
    }
  },
  async cancelSubscription(id) {
    const ended = await cancel(stripe, id);
    return ended && toSubscription(ended, null);
  },
});
