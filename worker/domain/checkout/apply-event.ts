import { sql } from "drizzle-orm";
import type { ProviderInvoice } from "../../gateways/payment-provider.ts";
import type { Ctx } from "../context.ts";
import { nextSequence } from "../invoices/index.ts";
import { iso } from "../iso.ts";
import { advanceAttempt } from "./advance-attempt.ts";
import { recordInvoice, recordSubscription } from "./record-provider.ts";
import { recordPaymentIntent, refreshPayment } from "./refresh-payment.ts";

type Event = { type: string; object_id: string };

/** Applies one callback. Answers false when the object is not known to us yet. */
export async function applyEvent(ctx: Ctx, event: Event): Promise<boolean> {
  if (event.type.startsWith("charge.")) return onCharge(ctx, event.object_id);
  if (event.type === "invoice.upcoming") return onUpcoming(ctx, event.object_id);
  if (event.type.startsWith("invoice.")) return onInvoice(ctx, event.object_id);
  if (event.type.startsWith("customer.subscription.")) return onSubscription(ctx, event.object_id);
  if (event.type === "checkout.session.completed") return onSession(ctx, event.object_id);
  return true;
}

/** A charge was refunded or disputed: its invoice is read anew. */
async function onCharge(ctx: Ctx, chargeId: string): Promise<boolean> {
  const charge = await ctx.gateways.payments.getCharge(chargeId);
  if (!charge?.payment_intent) return true;
  const known = await ctx.db.execute<{ id: string }>(
    sql`select id from invoices where stripe_payment_id = ${charge.payment_intent}`,
  );
  if (known.rows[0]) {
    await refreshPayment(ctx, known.rows[0].id);
    return true;
  }
  const invoice = await ctx.gateways.payments.findInvoiceOfPayment(charge.payment_intent);
  return invoice ? onInvoice(ctx, invoice.id) : false;
}

async function onInvoice(ctx: Ctx, providerId: string): Promise<boolean> {
  const seq = await nextSequence(ctx);
  const invoice = await ctx.gateways.payments.getInvoice(providerId);
  if (!invoice) return true;
  const ours = await findInvoice(ctx, invoice);
  if (!ours) return false;
  await recordInvoice(ctx, ours.id, seq, invoice);
  if (ours.attempt_id) await advanceAttempt(ctx, ours.attempt_id);
  return true;
}

type Ours = { id: string; attempt_id: string | null };

/** Our invoice of the provider's: by its id, by what we wrote on it, or, for a renewal, made now for its period. */
async function findInvoice(ctx: Ctx, invoice: ProviderInvoice): Promise<Ours | undefined> {
  const named = invoice.metadata["invoice_id"] ?? null;
  const { rows } = await ctx.db.execute<Ours>(sql`
    select i.id, coalesce(o.attempt_id, s.attempt_id) as attempt_id
    from invoices i left join orders o on i.reference_type = 'order' and o.id = i.reference_id
      left join subscriptions s on i.reference_type = 'subscription' and s.id = i.reference_id
    where i.stripe_invoice_id = ${invoice.id} or i.id::text = ${named}
      or (s.stripe_id = ${invoice.subscription_id} and i.billing_reason = 'subscription_create' and ${invoice.billing_reason} = 'subscription_create')
    limit 1`);
  return rows[0] ?? (invoice.billing_reason === "subscription_cycle" ? makeRenewal(ctx, invoice) : undefined);
}

/** One invoice for each period of a subscription, however often it is told (M3, M11). */
async function makeRenewal(ctx: Ctx, invoice: ProviderInvoice): Promise<Ours | undefined> {
  const { rows } = await ctx.db.execute<Ours>(sql`
    insert into invoices (reference_id, reference_type, period_start, billing_reason, org_id, amount, tax, products, stripe_invoice_id)
    select s.id, 'subscription', ${invoice.period_start}::timestamptz, 'subscription_cycle', s.org_id, ${invoice.amount_due}, s.tax,
      jsonb_build_array(jsonb_build_object('id', p.id, 'name', p.name, 'price', s.amount, 'quantity', 1, 'tax_amount', s.tax)), ${invoice.id}
    from subscriptions s join products p on p.id = s.product_id where s.stripe_id = ${invoice.subscription_id}
    on conflict (reference_type, reference_id, period_start) do update set stripe_invoice_id = coalesce(invoices.stripe_invoice_id, excluded.stripe_invoice_id)
    returning id, null::uuid as attempt_id`);
  return rows[0];
}

async function onSubscription(ctx: Ctx, providerId: string): Promise<boolean> {
  const seq = await nextSequence(ctx);
  const provider = await ctx.gateways.payments.getSubscription(providerId);
  if (!provider) return true;
  const named = provider.metadata["subscription_id"] ?? null;
  const { rows } = await ctx.db.execute<{ id: string; status: string }>(
    sql`select id, status from subscriptions where stripe_id = ${providerId} or id::text = ${named} limit 1`,
  );
  if (!rows[0]) return false;
  await recordSubscription(ctx, rows[0].id, seq, provider);
  if (provider.status === "canceled" && rows[0].status !== "canceled") await tellCanceled(ctx, rows[0].id);
  return true;
}

const subscriptionMail = (
  ctx: Ctx,
  type: string,
  subscriptionId: string,
  extra = sql`'{}'::jsonb`,
  isWanted = sql`true`,
) => sql`
  insert into outbox (channel, type, recipient, user_id, payload)
  select 'email', ${type}, u.email, u.id, jsonb_strip_nulls(jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name, 'subscription_term', p.subscription_term,
    'product', jsonb_build_object('id', p.id, 'name', p.name), 'amount', s.amount + s.tax, 'url', ${ctx.settings.PUBLIC_URL}::text || '/store/subscriptions/' || s.id) || ${extra})
  from subscriptions s join products p on p.id = s.product_id join users u on u.id = s.user_id
  where s.id = ${subscriptionId} and u.is_active and ${isWanted}`;

async function tellCanceled(ctx: Ctx, subscriptionId: string): Promise<void> {
  await ctx.db.execute(subscriptionMail(ctx, "subscriptionCanceled", subscriptionId));
  ctx.wakeOutbox();
}

/** Who turned reminders off gets none (O-122). */
const wantsReminders = sql`coalesce((u.notification_settings ->> 'is_subscribed')::boolean, true)`;

/** The object of an upcoming invoice has no id of its own: the callback names the subscription. */
async function onUpcoming(ctx: Ctx, providerSubscriptionId: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ id: string; days_left: number }>(sql`
    select id, greatest(0, extract(day from current_period_end - now()))::int as days_left from subscriptions where stripe_id = ${providerSubscriptionId}`);
  if (!rows[0]) return false;
  await ctx.db.execute(sql`
    with mail as (${subscriptionMail(ctx, "subscriptionRenewalReminder", rows[0].id, sql`jsonb_build_object('days_left', ${rows[0].days_left}::int, 'expired_date', ${iso("s.current_period_end")})`, wantsReminders)}) select 1`);
  ctx.wakeOutbox();
  return true;
}

/** A payment page was completed: the order that it belongs to is read from the provider. */
async function onSession(ctx: Ctx, sessionId: string): Promise<boolean> {
  const seq = await nextSequence(ctx);
  const session = await ctx.gateways.payments.getSessionPayment(sessionId);
  const invoiceId = session?.metadata["invoice_id"];
  if (!session?.payment_intent || !invoiceId) return true;
  await ctx.db.execute(
    sql`update invoices set stripe_payment_id = coalesce(stripe_payment_id, ${session.payment_intent}) where id::text = ${invoiceId}`,
  );
  await recordPaymentIntent(ctx, invoiceId, seq, session.payment_intent);
  return true;
}
