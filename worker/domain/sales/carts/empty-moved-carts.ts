import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { reopenQuotesParts } from "../quotes/reopen-quotes.ts";
import { newVersionClause } from "./cart-rows.ts";

/**
 * CTEs for a statement whose CTE `users` moves users (`id`, `org_id`) to another organization. Their open carts move
 * along and are emptied, because prices, addresses and payment methods were those of the former organization (M17). A
 * cart that is being paid stays.
 */
export const emptyMovedCartsParts = (ctx: Ctx, users: string): SQL => sql`
  held as (
    select c.id, owner.org_id, (c.quoted ->> 'quote_id')::uuid as quote_id
    from carts c join ${sql.raw(users)} owner on owner.id = c.user_id
    where c.org_id <> owner.org_id and not c.is_complete and c.attempt_id is null
    for update of c
  ),
  emptied as (
    update carts c
    set
      org_id = held.org_id,
      products = '{}',
      seen_prices = '{}',
      address = '{"billing": null, "shipping": null}',
      stripe_payment_method_id = null,
      payment_method = null,
      shipping_rate_id = null,
      quoted = null,
      set_aside = null,
      po_number = null,
      note = null,
      tax_calculation = null,
      ${newVersionClause}
    from held
    where c.id = held.id
  ),
  ${reopenQuotesParts(ctx, "audited_quotes")}`;
