import { type SQL, sql } from "drizzle-orm";
import { orderStatuses, paymentStatuses } from "../../../db/enums.ts";
import * as z from "zod/mini";
import { BadRequest, notFound, unprocessable } from "../../contract/errors.ts";
import { audited } from "../audit/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { type Asked, nextSequence, toldOfCancellation } from "../invoices/index.ts";
import { recordInvoice, writeAsked } from "./record-invoice.ts";
import { refreshPayment } from "./refresh-payment.ts";
import { required, type RowOf } from "../sql.ts";

const refundable = () =>
  z.object({
    invoice_id: z.string(),
    status: z.enum(orderStatuses),
    payment_status: z.enum(paymentStatuses),
    charge: z.nullable(z.string()),
    left_cents: z.number(),
    /** How much of that came from the organization's balance at the provider, and goes back there. */
    balance_cents: z.number(),
    customer: z.nullable(z.string()),
    refunds: z.int(),
    stripe_invoice_id: z.nullable(z.string()),
    session_id: z.nullable(z.string()),
  });
type Refundable = RowOf<typeof refundable>;

/**
 * When the request arrived, by the database's clock. The worker's clock says when, the time since then says how long ago, and
 * the earlier of the two holds: with a worker's clock that is behind, refunds that follow each other within the difference
 * become one; with one that is ahead, only what was booked while this statement was on its way counts too much.
 */
const arrival = ({ started_at }: Ctx): SQL =>
  sql`
    least(
      to_timestamp(${started_at}::float8 / 1000),
      now() - ${Date.now() - started_at}::float8 * interval '1 millisecond'
    )`;

/** The order's money as it stood when the request arrived: refunds that were heard of since are left out. One that is pending is as good as given. */
async function readRefundable(ctx: Ctx, orderId: string): Promise<Refundable> {
  return required(
    ctx,
    refundable,
    sql`
    with known as (
      select l.*
      from payment_ledger l
        join invoices i on i.id = l.invoice_id
      where i.reference_type = 'order'
        and i.reference_id = ${orderId}
        and (l.kind <> 'refund' or l.created_at <= ${arrival(ctx)})
    ),
    asked as (
      select told.*
      from invoices i,
        jsonb_to_recordset(i.refunds) as told(id text, amount bigint, is_pending boolean, since timestamptz)
      where i.reference_type = 'order' and i.reference_id = ${orderId} and told.since <= ${arrival(ctx)}
    )
    select
      i.id as invoice_id,
      o.status,
      o.payment_status,
      i.stripe_invoice_id,
      case when o.stripe_bill_link is not null then o.stripe_id end as session_id,
      (select stripe_object_id from known where kind = 'charge' order by id limit 1) as charge,
      (
        coalesce((select sum(amount_cents) from known), 0)
        - coalesce((select sum(amount) from asked where is_pending), 0)
      )::float as left_cents,
      coalesce((
        select sum(amount_cents)
        from known
        where kind in ('balance', 'balance_owed') or starts_with(stripe_object_id, 'cbtxn_')
      ), 0)::float as balance_cents,
      org.stripe_customer_id as customer,
      (
        select count(*)::int
        from (select stripe_object_id from known where kind = 'refund' union select id from asked) heard
      ) as refunds
    from orders o
      join invoices i on i.reference_type = 'order' and i.reference_id = o.id
      join organizations org on org.id = o.org_id
    where o.id = ${orderId}`,
    () => notFound("ORDER_NOT_FOUND"),
  );
}

/**
 * Refunds part of an order or all of it at the provider; the status follows from the ledger. The key counts the refunds
 * that were known when the request arrived, pending or booked, so that clicks which overlap refund once, and one after the
 * other twice. Whoever books it writes into the audit log who asked. Throws ORDER_NOT_FOUND, PAYMENT_FAILED, BadRequest on amount.
 */
export async function refundOrder(ctx: Ctx, orderId: string, amount: number): Promise<void> {
  await payBack(ctx, await readRefundable(ctx, orderId), amount, "refundOrder");
}

async function payBack(ctx: Ctx, order: Refundable, amount: number, action: Asked["action"]): Promise<void> {
  if (!order.charge && order.left_cents > order.balance_cents) {
    // Nobody but the bank that it came from can send it back.
    throw new BadRequest([
      {
        code: "custom",
        path: ["amount"],
        message: "It was not paid through the payment provider: give it back where it came from.",
      },
    ]);
  }
  const fromCharge = Math.min(amount, order.left_cents - order.balance_cents);
  if (amount > order.left_cents || (!order.charge && fromCharge > 0)) {
    throw new BadRequest([
      { code: "too_big", path: ["amount"], message: "The amount is more than what is left of the payment." },
    ]);
  }
  const { user_id: actor_id, impersonator_id } = requireUser(ctx);
  const key = `refund_${order.invoice_id}_${order.refunds}_${amount}`;
  const metadata = { invoice_id: order.invoice_id, ...writeAsked({ actor_id, impersonator_id, action }) };
  const isDone =
    (await refundCharge(ctx, order, { key, amount: fromCharge, metadata })) &&
    (await returnCredit(ctx, order, { key: `${key}_balance`, amount: amount - fromCharge, metadata }));
  if (!isDone) throw unprocessable("PAYMENT_FAILED");
  await refreshPayment(ctx, order.invoice_id);
}

type Back = { key: string; amount: number; metadata: Record<string, string> };

async function refundCharge(ctx: Ctx, { charge }: Refundable, back: Back): Promise<boolean> {
  return !charge || back.amount === 0 || ctx.gateways.payments.refund({ charge, ...back });
}

/** What a balance paid goes back to it: the provider refunds only charges. */
async function returnCredit(ctx: Ctx, order: Refundable, back: Back): Promise<boolean> {
  const { customer, stripe_invoice_id: invoice } = order;
  if (back.amount === 0) return true;
  return customer !== null && invoice !== null && ctx.gateways.payments.returnCredit({ customer, invoice, ...back });
}

/** Cancels an order that has not been shipped; what was paid goes back. Throws ORDER_NOT_FOUND, ORDER_ALREADY_PAID when it was shipped, PAYMENT_FAILED. */
export async function cancelOrder(ctx: Ctx, orderId: string): Promise<void> {
  const order = await readRefundable(ctx, orderId);
  if (order.status === "canceled") return;
  if (order.status === "shipped" || order.status === "received") throw unprocessable("ORDER_ALREADY_PAID");
  if (order.left_cents > 0) await payBack(ctx, order, order.left_cents, "cancelOrder");
  else if (order.stripe_invoice_id && !order.charge) await closeInvoice(ctx, order);
  else if (order.session_id && !order.charge) await closeSession(ctx, order, order.session_id);
  await ctx.db.execute(sql`
    with o as (
      update orders set status = 'canceled', updated_at = now()
      where id = ${orderId} and status in ('new', 'processing') returning id, org_id
    ), ${toldOfCancellation(ctx, sql`select id from o`)},
    ${audited(ctx, "cancelOrder", "order", "o")}
    select 1 from o`);
  ctx.wakeWorkers();
}

/** Nobody may pay a canceled order any more. Throws PAYMENT_FAILED when the provider has just been paid. */
async function closeInvoice(ctx: Ctx, order: Refundable): Promise<void> {
  const seq = await nextSequence(ctx);
  if (order.stripe_invoice_id && (await ctx.gateways.payments.voidInvoice(order.stripe_invoice_id))) return;
  const invoice = order.stripe_invoice_id ? await ctx.gateways.payments.getInvoice(order.stripe_invoice_id) : undefined;
  if (invoice) await recordInvoice(ctx, order.invoice_id, seq, invoice);
  throw unprocessable("PAYMENT_FAILED");
}

/** The same for the page of a payment link. Throws PAYMENT_FAILED when somebody has paid there. */
async function closeSession(ctx: Ctx, order: Refundable, sessionId: string): Promise<void> {
  if (await ctx.gateways.payments.expireSession(sessionId)) return;
  await refreshPayment(ctx, order.invoice_id);
  throw unprocessable("PAYMENT_FAILED");
}
