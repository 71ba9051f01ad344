import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { attemptStatuses } from "../../../db/enums.ts";
import type { Ctx } from "../context.ts";
import { maybeOnePrepared, type RowOf } from "../sql.ts";
import { charge, type Charge, chargesOfAttempt } from "./charges.ts";

const openAttempt = () =>
  z.object({
    id: z.string(),
    status: z.enum(attemptStatuses),
    customer_id: z.string(),
    payment_method_id: z.string(),
    /**
     * The idempotency key may have expired: the provider forgets keys after a day, and from then on only a search is
     * safe.
     */
    is_key_old: z.boolean(),
    /** An inactivated buyer is not charged (F24). */
    is_buyer_active: z.boolean(),
    /** The buyer gave up: existing payments are looked up, but nothing more is charged. */
    is_canceled: z.boolean(),
    /** Colleagues approved the order, which therefore stays payable if its charge is refused (ADR-079). */
    is_approved: z.boolean(),
    charges: z.array(charge()),
    /** Fencing token, drawn before the provider is called (T4). */
    seq: z.int(),
  });
export type OpenAttempt = RowOf<typeof openAttempt>;

export type Progress = {
  outcome: "succeeded" | "failed" | "partly" | "pending";
  action_url: string | null;
  charges: Charge[];
};

export async function readAttempt(ctx: Ctx, id: string): Promise<OpenAttempt | undefined> {
  const row = await maybeOnePrepared(
    ctx,
    () => z.object({ attempt: openAttempt() }),
    sql`
    select json_build_object(
      'id', a.id,
      'seq', nextval('stripe_seq'),
      'status', a.status,
      'customer_id', a.customer_id,
      'payment_method_id', a.payment_method_id,
      'is_key_old', a.created_at < now() - interval '23 hours',
      'is_canceled', a.canceled_at is not null,
      'is_buyer_active', exists (select 1 from users u where u.id = a.user_id and u.is_active),
      'is_approved', exists (select 1 from approval_requests r where r.attempt_id = a.id),
      'charges', ${chargesOfAttempt}
    ) as attempt
    from checkout_attempts a where a.id = ${id}`,
  );
  return row?.attempt;
}
