import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { paymentStatuses, subscriptionTerms } from "../../../../db/enums.ts";
import { callerId } from "../../caller.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne, iso, type RowOf } from "../../sql.ts";

const charge = () =>
  z.object({
    kind: z.enum(["order", "plan"]),
    /** The order or the subscription. */
    id: z.string(),
    /** The order's number, the plan's name. */
    name: z.string(),
    /** US cents. */
    amount: z.int(),
    term: z.nullable(z.enum(subscriptionTerms)),
    payment_status: z.enum(paymentStatuses),
    /** Its invoice at the provider. */
    invoice_url: z.nullable(z.string()),
  });
/** What is charged apart from the rest: the order, and each plan. */
export type Charge = RowOf<typeof charge>;

const payment = () =>
  z.object({
    cart_no: z.string(),
    /** Its outcome is not known yet, or the bank waits for the buyer. */
    is_open: z.boolean(),
    is_canceled: z.boolean(),
    /** Where the buyer confirms the first charge that is not paid yet. */
    action_url: z.nullable(z.string()),
    /** null where nobody noted it. */
    method: z.nullable(
      z.object({ type: z.enum(["card", "us_bank_account"]), name: z.nullable(z.string()), last4: z.string() }),
    ),
    started_at: z.string(),
    /** In the order in which they are charged. */
    charges: z.array(charge()),
  });
export type Payment = RowOf<typeof payment>;

/** Whether it is not paid yet. */
export const isOwed = ({ payment_status }: Charge): boolean =>
  payment_status === "pending" || payment_status === "declined";

type Reference = { cart_no: string } | { order_id: string } | { subscription_id: string };

/** Which attempt it is: of a cart the newest, and only its buyer's. */
function attemptOf(ctx: Ctx, reference: Reference): SQL {
  const org = callerId(ctx, "org_id");
  if ("cart_no" in reference) return sql`c.cart_no = ${reference.cart_no} and a.user_id = ${callerId(ctx, "user_id")}`;
  const of =
    "order_id" in reference
      ? sql`(select o.attempt_id from orders o where o.id = ${reference.order_id} and o.org_id = ${org})`
      : sql`(select s.attempt_id from subscriptions s where s.id = ${reference.subscription_id} and s.org_id = ${org})`;
  return sql`a.id = ${of}`;
}

const charges = sql`
  select
    'order' as kind, o.id, o.order_number as name, i.amount, null::text as term, i.payment_status,
    i.stripe_invoice_url as invoice_url
  from orders o
    join invoices i on i.reference_type = 'order' and i.reference_id = o.id
  where o.attempt_id = a.id
  union all
  select 'plan', s.id, p.name, i.amount, s.interval, i.payment_status, i.stripe_invoice_url
  from subscriptions s
    join products p on p.id = s.product_id
    join invoices i on i.reference_type = 'subscription'
      and i.reference_id = s.id
      and i.billing_reason = 'subscription_create'
  where s.attempt_id = a.id`;

/** How the payment of a cart, of an order or of a subscription's first term stands, in all its charges. One round trip. */
export async function findPayment(ctx: Ctx, reference: Reference): Promise<Payment | undefined> {
  const row = await maybeOne(
    ctx,
    () => z.object({ payment: payment() }),
    sql`
    select to_json(shown) as payment from (
      select
        c.cart_no,
        a.status in ('claimed', 'pending') as is_open,
        a.canceled_at is not null as is_canceled,
        a.action_url,
        a.payment_method as method,
        ${iso("a.created_at")} as started_at,
        coalesce(
          (select json_agg(charge order by charge.kind, charge.id) from (${charges}) charge), '[]'
        ) as charges
      from checkout_attempts a join carts c on c.id = a.cart_id
      where ${attemptOf(ctx, reference)}
      order by a.created_at desc limit 1
    ) shown`,
  );
  return row && { ...row.payment, action_url: askedAt(row.payment) };
}

/** Where the bank asks; not where it asked for a charge that was paid since, while the next one is being prepared. */
const askedAt = ({ action_url, charges: all }: Payment): string | null =>
  all.some((each) => each.invoice_url === action_url && !isOwed(each)) ? null : action_url;
