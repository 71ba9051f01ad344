import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { paidByTypes } from "../../../db/enums.ts";
import { currentOrgId, currentUserId } from "../current-user.ts";
import type { ReadCtx } from "../context.ts";
import { iso, maybeOne, type RowOf } from "../sql.ts";
import { charge, chargesOfAttempt, isUnpaidCharge } from "./charges.ts";

const payment = () =>
  z.object({
    cart_no: z.string(),
    /** The outcome is not known yet, or the bank waits for the buyer. */
    is_open: z.boolean(),
    is_canceled: z.boolean(),
    /**
     * The provider's page on which the buyer confirms the payment for the bank; null if the bank waits for no
     * confirmation.
     */
    action_url: z.nullable(z.string()),
    method: z.nullable(z.object({ type: z.enum(paidByTypes), name: z.nullable(z.string()), last4: z.string() })),
    started_at: z.string(),
    charges: z.array(charge()),
  });
export type Payment = RowOf<typeof payment>;

type Reference = { is_of_open_cart: true } | { cart_no: string } | { order_id: string } | { subscription_id: string };

function isAttemptFor(ctx: ReadCtx, reference: Reference): SQL {
  const orgId = currentOrgId(ctx);
  if ("is_of_open_cart" in reference)
    return sql`a.id = (
      select open.attempt_id from carts open where open.user_id = ${currentUserId(ctx)} and not open.is_complete
    )`;
  if ("cart_no" in reference) return sql`c.cart_no = ${reference.cart_no} and a.user_id = ${currentUserId(ctx)}`;
  const attemptId =
    "order_id" in reference
      ? sql`(select o.attempt_id from orders o where o.id = ${reference.order_id} and o.org_id = ${orgId})`
      : sql`(select s.attempt_id from subscriptions s where s.id = ${reference.subscription_id}
        and s.org_id = ${orgId})`;
  return sql`a.id = ${attemptId}`;
}

/**
 * Finds the newest attempt to pay a cart, an order or a subscription; a subscription's is the checkout that bought it.
 */
export async function findPayment(ctx: ReadCtx, reference: Reference): Promise<Payment | undefined> {
  const row = await maybeOne(
    ctx,
    () => z.object({ payment: payment() }),
    sql`
    select to_json(newest) as payment from (
      select
        c.cart_no,
        a.status in ('claimed', 'pending') as is_open,
        a.canceled_at is not null as is_canceled,
        a.action_url,
        a.payment_method as method,
        ${iso("a.created_at")} as started_at,
        ${chargesOfAttempt} as charges
      from checkout_attempts a join carts c on c.id = a.cart_id
      where ${isAttemptFor(ctx, reference)}
      order by a.created_at desc limit 1
    ) newest`,
  );
  return row && { ...row.payment, action_url: currentActionUrl(row.payment) };
}

/** Null once the charge of the stored page is paid, because the URL stays stored until the next charge. */
const currentActionUrl = ({ action_url, charges }: Payment): string | null =>
  charges.some((each) => each.invoice_url === action_url && !isUnpaidCharge(each)) ? null : action_url;
