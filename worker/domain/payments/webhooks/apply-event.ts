import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ProviderInvoice, ProviderSubscription } from "../../../gateways/payment-provider.ts";
import { followCustomer } from "../billing/customer.ts";
import type { Ctx } from "../../context.ts";
import { nextSequence } from "../invoices/record-payment.ts";
import { syncSubscriptions } from "../subscriptions/record-subscription.ts";
import { remindOfRenewal } from "../subscriptions/renewal-reminders.ts";
import { advanceAttempt } from "../advance-attempt.ts";
import { recordInvoice } from "../record-invoice.ts";
import { refreshPayment } from "../refresh-payment.ts";
import { onSessionExpired, onSession } from "./apply-session.ts";
import { type WebhookOutcome, reviewUnrecorded, metadataUuid } from "./foreign-object.ts";
import { maybeOne, exists, idRow, type RowOf } from "../../sql.ts";

type WebhookEvent = { type: string; object_id: string; created: number };

/** Provider errors pass through, so that the webhook is retried. */
export async function applyEvent(ctx: Ctx, event: WebhookEvent): Promise<WebhookOutcome> {
  if (event.type.startsWith("charge.") || event.type.startsWith("refund.")) return onCharge(ctx, event.object_id);
  if (event.type === "invoice.upcoming") return onUpcoming(ctx, event.object_id);
  if (isDuplicateOfCharge(event.type) && (await isBooked(ctx, event.object_id))) return "applied";
  if (event.type.startsWith("invoice.") || event.type.startsWith("invoice_payment."))
    return onInvoice(ctx, event.object_id);
  if (event.type.startsWith("customer.subscription.")) return onSubscription(ctx, event.object_id);
  if (event.type === "checkout.session.expired") return onSessionExpired(ctx, event);
  if (event.type.startsWith("checkout.session.")) return onSession(ctx, event.object_id);
  if (event.type === "customer.updated") return followCustomer(ctx, event.object_id);
  return "foreign";
}

/**
 * Both types repeat a `charge` event, except for partial payments and payments without a charge, from the balance or
 * outside the provider.
 */
const isDuplicateOfCharge = (type: string): boolean => type === "invoice.paid" || type === "invoice_payment.paid";

const isBooked = (ctx: Ctx, providerId: string): Promise<boolean> =>
  exists(
    ctx,
    sql`
    select 1
    from invoices
    where stripe_invoice_id = ${providerId} and payment_status not in ('pending', 'declined')`,
  );

async function onCharge(ctx: Ctx, chargeId: string): Promise<WebhookOutcome> {
  const { payments } = ctx.gateways;
  const charge = await payments.getCharge(chargeId);
  if (!charge?.payment_intent) return "foreign";
  const row = await maybeOne(
    ctx,
    idRow,
    sql`select id from invoices where stripe_payment_id = ${charge.payment_intent}`,
  );
  if (row) {
    await refreshPayment(ctx, row.id);
    return "applied";
  }
  const invoice = await payments.findInvoiceOfPayment(charge.payment_intent);
  if (invoice) return onInvoice(ctx, invoice.id);
  const payment = await payments.getPayment(charge.payment_intent);
  const { customer } = charge;
  return reviewUnrecorded(ctx, { customer, metadata: payment?.metadata ?? {}, has_money: true });
}

async function onInvoice(ctx: Ctx, providerId: string): Promise<WebhookOutcome> {
  const seq = await nextSequence(ctx);
  const invoice = await ctx.gateways.payments.getInvoice(providerId);
  return invoice ? applyInvoice(ctx, seq, invoice) : "foreign";
}

/** `invoice` was read after `seq` was drawn. */
export async function applyInvoice(ctx: Ctx, seq: number, invoice: ProviderInvoice): Promise<WebhookOutcome> {
  const recorded = await findOrCreateInvoice(ctx, invoice);
  if (!recorded) return reviewUnrecorded(ctx, unrecordedInvoice(invoice));
  await recordInvoice(ctx, recorded.id, seq, invoice);
  if (recorded.attempt_id) await advanceAttempt(ctx, recorded.attempt_id);
  return "applied";
}

const unrecordedInvoice = ({ customer, metadata, subscription_metadata, charges, is_processing }: ProviderInvoice) => ({
  customer,
  metadata: { ...subscription_metadata, ...metadata },
  has_money: charges.length > 0 || is_processing,
});

const ownInvoice = () => z.object({ id: z.string(), attempt_id: z.nullable(z.string()) });
type OwnInvoice = RowOf<typeof ownInvoice>;

async function findOrCreateInvoice(ctx: Ctx, invoice: ProviderInvoice): Promise<OwnInvoice | undefined> {
  const row = await maybeOne(
    ctx,
    ownInvoice,
    sql`
    with matched as (
      select id
      from invoices
      where stripe_invoice_id = ${invoice.id} or id = ${metadataUuid(invoice.metadata, "invoice_id")}
      union all
      select first.id from subscriptions s
        join invoices first on first.reference_type = 'subscription'
          and first.reference_id = s.id
          and first.billing_reason = 'subscription_create'
      where s.stripe_id = ${invoice.subscription_id} and ${invoice.billing_reason} = 'subscription_create'
      limit 1
    )
    select i.id, coalesce(o.attempt_id, s.attempt_id) as attempt_id
    from matched
      join invoices i using (id)
      left join orders o on i.reference_type = 'order' and o.id = i.reference_id
      left join subscriptions s on i.reference_type = 'subscription' and s.id = i.reference_id`,
  );
  const reason = invoice.billing_reason;
  const isTerm = reason === "subscription_cycle" || reason === "subscription_update";
  return row ?? (isTerm ? createTermInvoice(ctx, invoice) : undefined);
}

/**
 * Creates one invoice per period of a subscription, however often the period is reported (M3, M11). The billed total is
 * divided into price and tax in the plan's proportion, because the total can be lower than the plan's price: a last
 * period cut short by an end date costs less (https://docs.stripe.com/api/subscriptions/update, `cancel_at`), and so
 * does the first term after an immediate switch, which is billed with its credit in one invoice. The first invoice of a
 * scheduled switch may arrive before the switch is recorded.
 */
async function createTermInvoice(ctx: Ctx, invoice: ProviderInvoice): Promise<OwnInvoice | undefined> {
  const isSwitch = invoice.billing_reason === "subscription_update";
  return maybeOne(
    ctx,
    ownInvoice,
    sql`
    insert into invoices (
      reference_id, reference_type, period_start, billing_reason, org_id, amount, tax, products,
      stripe_invoice_id, tax_address, po_number
    )
    select
      s.id, 'subscription', ${invoice.period_start}::timestamptz,
      case when ${isSwitch} and switched.begins_at is null then 'manual' else 'subscription_cycle' end, s.org_id,
      ${invoice.total}::bigint, billed.tax,
      jsonb_build_array(
        jsonb_build_object(
          'id', p.id, 'name', p.name, 'price', ${invoice.total}::bigint - billed.tax,
          'quantity', 1, 'tax_amount', billed.tax
        )
      ),
      ${invoice.id},
      first.tax_address, first.po_number
    from subscriptions s
      left join lateral (
        select w.product_id, w.amount, w.tax, w.begins_at
        from plan_switches w
        where w.subscription_id = s.id and case
          when w.begins_at is null then ${isSwitch} and w.status in ('claimed', 'done')
          else w.status in ('claimed', 'scheduled', 'done')
            and ${invoice.period_start}::timestamptz between w.begins_at and w.begins_at + interval '1 hour'
        end
        order by w.updated_at desc, w.id desc
        limit 1
      ) switched on true
      join products p on p.id = coalesce(switched.product_id, s.product_id)
      cross join lateral (
        select coalesce(switched.amount, s.amount) as amount, coalesce(switched.tax, s.tax) as tax
      ) term
      cross join lateral (
        select coalesce(
          round(${invoice.total}::numeric * term.tax / nullif(term.amount + term.tax, 0)), 0
        )::bigint as tax
      ) billed
      left join invoices first on first.reference_type = 'subscription'
        and first.reference_id = s.id
        and first.billing_reason = 'subscription_create'
    where s.stripe_id = ${invoice.subscription_id} and (not ${isSwitch} or switched.product_id is not null)
    on conflict (reference_type, reference_id, period_start)
      do update set stripe_invoice_id = coalesce(
        invoices.stripe_invoice_id, excluded.stripe_invoice_id
      )
    returning id, null::uuid as attempt_id`,
  );
}

async function onSubscription(ctx: Ctx, providerId: string): Promise<WebhookOutcome> {
  const seq = await nextSequence(ctx);
  const provider = await ctx.gateways.payments.getSubscription(providerId);
  if (!provider) return "foreign";
  const subscriptionId = metadataUuid(provider.metadata, "subscription_id");
  const row = await maybeOne(
    ctx,
    idRow,
    sql`select id from subscriptions where stripe_id = ${providerId} or id = ${subscriptionId} limit 1`,
  );
  if (!row) return reviewUnrecorded(ctx, unrecordedSubscription(provider));
  await syncSubscriptions(ctx, seq, [{ id: row.id, provider }]);
  // the invoice of a dropped switch that waited for its payment becomes void without an invoice webhook
  if (provider.latest_invoice?.billing_reason === "subscription_update")
    await applyInvoice(ctx, seq, provider.latest_invoice);
  return "applied";
}

const unrecordedSubscription = ({ customer, metadata, latest_invoice }: ProviderSubscription) => ({
  customer,
  metadata,
  has_money: latest_invoice !== null && unrecordedInvoice(latest_invoice).has_money,
});

/** An upcoming invoice has no id yet: the webhook carries the subscription's id. */
async function onUpcoming(ctx: Ctx, providerSubscriptionId: string): Promise<WebhookOutcome> {
  const row = await maybeOne(ctx, idRow, sql`select id from subscriptions where stripe_id = ${providerSubscriptionId}`);
  if (!row) {
    const provider = await ctx.gateways.payments.getSubscription(providerSubscriptionId);
    return provider ? reviewUnrecorded(ctx, unrecordedSubscription(provider)) : "foreign";
  }
  await remindOfRenewal(ctx, row.id);
  return "applied";
}
