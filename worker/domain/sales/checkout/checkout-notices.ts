import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { currentUserId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { currentTerms } from "../../platform/index.ts";
import { maybeOne, type RowOf } from "../../sql.ts";

const checkoutNotices = () =>
  z.object({
    /** Current terms of sale; null if the shop has none. */
    terms_version: z.nullable(z.string()),
    /** Payment method of the open cart's newest attempt, if it was declined in the last 15 minutes. */
    declined_method_id: z.nullable(z.string()),
  });

export async function readCheckoutNotices(ctx: ReadCtx): Promise<RowOf<typeof checkoutNotices>> {
  const row = await maybeOne(
    ctx,
    checkoutNotices,
    sql`
    select ${currentTerms} as terms_version, (
      select case
        when a.status in ('failed', 'partly')
          and a.canceled_at is null
          and a.updated_at > now() - interval '15 minutes'
        then a.payment_method_id
      end
      from checkout_attempts a
        join carts c on c.id = a.cart_id
      where c.user_id = ${currentUserId(ctx)} and not c.is_complete
      order by a.created_at desc limit 1
    ) as declined_method_id`,
  );
  return row ?? { terms_version: null, declined_method_id: null };
}
