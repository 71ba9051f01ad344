import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { tryToAdvance } from "../../payments/index.ts";
import { maybeOne } from "../../sql.ts";

/**
 * `none`: no payment was waiting. `pending`: another process is advancing the payment, or the provider does not answer.
 */
export type CanceledPayment = {
  state: "none" | "pending" | "succeeded" | "partly" | "failed";
  cart_no: string | null;
};

/**
 * Cancels the waiting payment of the user's open cart. Unpaid charges are voided at the provider, paid ones stay
 * bought, and the rest of the cart is unlocked. The cancellation is stored first, so that the retry job finishes it if
 * the provider does not answer.
 */
export async function cancelPayment(ctx: Ctx): Promise<CanceledPayment> {
  const canceledAttempt = await maybeOne(
    ctx,
    () => z.object({ id: z.string(), cart_no: z.string() }),
    sql`
    with a as (
      update checkout_attempts a
      set canceled_at = coalesce(a.canceled_at, now()), next_at = now(), updated_at = now()
      from carts c
      where c.user_id = ${requireUser(ctx).user_id}
        and not c.is_complete
        and a.id = c.attempt_id
        and a.status in ('claimed', 'pending')
      returning a.id, a.org_id, c.id as cart_id, c.cart_no, ${beforeAndAfter}
    ),
    ${audited(ctx, "cancelPayment", "cart", "a", { subject_id: sql`a.cart_id`, changes: diffRows() })}
    select id, cart_no from a`,
  );
  if (!canceledAttempt) return { state: "none", cart_no: null };
  const progress = await tryToAdvance(ctx, canceledAttempt.id);
  return { state: progress?.outcome ?? "pending", cart_no: canceledAttempt.cart_no };
}
