import { Stripe } from "stripe";
import type { Paid, PaymentProvider, ProviderInvoice, ProviderSubscription } from "./payment-provider.ts";
import { poNumberFields } from "./stripe-invoices.ts";
import { faultOf, isReplayed, orMissing } from "./stripe-outcome.ts";
import { expand, withCharges, withNewCharges } from "./stripe-charges.ts";
import { intentOf, needsBuyer, toSubscription } from "./stripe-shapes.ts";

type Subscriptions = Pick<
  PaymentProvider,
  | "createSubscription"
  | "judgeSubscription"
  | "getSubscription"
  | "findSubscriptionByMetadata"
  | "listSubscriptions"
  | "updateSubscription"
  | "cancelSubscription"
>;
type CreateInput = Parameters<PaymentProvider["createSubscription"]>[0];

// Its payment is too deep in the subscription to be expanded there.
async function latestInvoice(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice | null> {
  const latest = subscription.latest_invoice;
  const id = typeof latest === "string" ? latest : latest?.id;
  return id ? stripe.invoices.retrieve(id, { expand }) : null;
}

async function withInvoice(stripe: Stripe, subscription: Stripe.Subscription): Promise<ProviderSubscription> {
  const invoice = await latestInvoice(stripe, subscription);
  return toSubscription(subscription, invoice && (await withCharges(stripe, invoice)));
}

/** The provider's product of ours, made on first need. */
async function requireProduct(stripe: Stripe, product: CreateInput["product"]): Promise<string> {
  const id = `prod_${product.id.replaceAll("-", "")}`;
  if (await orMissing(stripe.products.retrieve(id))) return id;
  try {
    await stripe.products.create({ id, name: product.name });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_already_exists"))
      throw error;
  }
  return id;
}

async function create(stripe: Stripe, input: CreateInput): Promise<Stripe.Response<Stripe.Subscription>> {
  const product = await requireProduct(stripe, input.product);
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
      // The buyer is there: their bank may ask them.
      off_session: false,
      // What is charged is whole terms at the agreed price, and nothing else.
      proration_behavior: "none",
      billing_mode: { type: "flexible" },
      ...(input.po_number && { invoice_settings: { custom_fields: poNumberFields(input.po_number) } }),
      metadata: input.metadata,
    },
    { idempotencyKey: input.key },
  );
}

/** What became of a subscription that this call made. */
async function judgeNew(stripe: Stripe, now: Stripe.Subscription): Promise<Paid<ProviderSubscription>> {
  const invoice = await latestInvoice(stripe, now);
  return judge(stripe, now, { invoice, value: invoice && (await withNewCharges(stripe, invoice)), mayWait: true });
}

/** The same of one that an earlier call made: its answer then is not how it stands now. */
async function judgeAgain(stripe: Stripe, id: string, mayWait = true): Promise<Paid<ProviderSubscription>> {
  const now = await stripe.subscriptions.retrieve(id);
  const invoice = await latestInvoice(stripe, now);
  return judge(stripe, now, { invoice, value: invoice && (await withCharges(stripe, invoice)), mayWait });
}

type First = { invoice: Stripe.Invoice | null; value: ProviderInvoice | null; mayWait: boolean };

/** What a subscription and its first invoice say: from here on a failed call leaves it unknown, because money may have moved. */
async function judge(stripe: Stripe, now: Stripe.Subscription, first: First): Promise<Paid<ProviderSubscription>> {
  const { invoice, mayWait } = first;
  const value = toSubscription(now, first.value);
  if (now.status !== "incomplete" && now.status !== "incomplete_expired" && now.status !== "canceled")
    return { outcome: "done", value };
  const intent = invoice && intentOf(invoice);
  if (typeof intent === "object" && intent?.status === "processing") return { outcome: "done", value };
  if (mayWait && invoice && needsBuyer(invoice) && now.status === "incomplete" && invoice.hosted_invoice_url)
    return { outcome: "action", value, url: invoice.hosted_invoice_url };
  const message = (typeof intent === "object" && intent?.last_payment_error?.message) || "The payment was declined.";
  const isGone = now.status !== "incomplete" || (await cancel(stripe, now.id)) !== undefined;
  return isGone ? { outcome: "declined", message } : { outcome: "unknown" };
}

async function cancel(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  try {
    return await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (faultOf(error).kind !== "refused") throw error;
    const found = await orMissing(stripe.subscriptions.retrieve(id));
    return found?.status === "canceled" ? found : undefined;
  }
}

/** Plans that are paid again and again. */
export const stripeSubscriptions = (stripe: Stripe): Subscriptions => ({
  async createSubscription(input) {
    let made: Stripe.Response<Stripe.Subscription>;
    try {
      made = await create(stripe, input);
    } catch (error) {
      const fault = faultOf(error);
      return fault.kind === "refused" ? { outcome: "declined", message: fault.message } : { outcome: "unknown" };
    }
    const judged = isReplayed(made) ? judgeAgain(stripe, made.id) : judgeNew(stripe, made);
    return judged.catch(() => ({ outcome: "unknown" }));
  },
  judgeSubscription: (id, { may_wait }) => judgeAgain(stripe, id, may_wait).catch(() => ({ outcome: "unknown" })),
  async getSubscription(id) {
    // An empty id would ask for the list of all.
    const subscription = id ? await orMissing(stripe.subscriptions.retrieve(id)) : undefined;
    return subscription && withInvoice(stripe, subscription);
  },
  async listSubscriptions(after) {
    // https://docs.stripe.com/api/subscriptions/list: without a status all but the canceled ones
    const page = await stripe.subscriptions.list({ limit: 100, ...(after !== null && { starting_after: after }) });
    const last = page.has_more ? page.data.at(-1) : undefined;
    return { data: page.data.map((each) => toSubscription(each, null)), next: last?.id ?? null };
  },
  async findSubscriptionByMetadata(customer, name, value) {
    for await (const subscription of stripe.subscriptions.list({ customer, status: "all", limit: 100 })) {
      if (subscription.metadata[name] === value) return withInvoice(stripe, subscription);
    }
    return undefined;
  },
  async updateSubscription(id, { cancel_at }) {
    try {
      await stripe.subscriptions.update(id, {
        cancel_at: cancel_at === null ? "" : Math.floor(Date.parse(cancel_at) / 1000),
        // An administrator's end date takes nothing back and gives nothing back.
        proration_behavior: "none",
      });
      return true;
    } catch (error) {
      if (faultOf(error).kind === "refused") return false;
      throw error;
    }
  },
  async cancelSubscription(id) {
    const ended = await cancel(stripe, id);
    return ended && toSubscription(ended, null);
  },
});
