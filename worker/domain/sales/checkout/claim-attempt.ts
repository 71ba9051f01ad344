import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import { unprocessable } from "../../../contract/errors.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { selectOrganizationForUpdate } from "../../organizations/index.ts";
import { audited } from "../../platform/index.ts";
import { maybeOneOf } from "../../sql.ts";
import { isApprovalRequired, rulesAt } from "../approvals/concerned-rules.ts";
import { currentShipping } from "../carts/shipping-rates.ts";
import { isOnAccount, purchaseTerms } from "./on-account.ts";
import { changedItems, newAttempt, placeOrderParts, purchaseItems } from "./placed.ts";
import { isOrderable } from "../quotes/orderable.ts";
import type { Purchase } from "./purchase.ts";
import type { CheckoutFacts } from "./read-checkout.ts";

const hasOtherPrice = (level: string, orgId: string): SQL => sql`
  (p.price_levels ->> ${level}::text)::bigint is distinct from i.price
  or ${level}::text <> coalesce((select price_level_name from organizations where id = ${orgId}), 'Base Price')`;

/** Rows if an item is no longer sold as it was, or if the quote, which fixes the prices, can no longer be ordered. */
const changedOffer = (quoteId: string, orgId: string): SQL => sql`
  ${changedItems(sql`${orgId}::uuid`)}
  union all
  select 1 from c
  where not exists (select 1 from quotes q where q.id = ${quoteId} and ${isOrderable(sql`c.id`, sql`${orgId}::uuid`)})`;

/**
 * CTEs `c`, the cart under its lock, and `outdated`, which has rows if something changed since the buyer saw it (T2).
 */
export function lockedCartParts(ctx: Ctx, purchase: Purchase): SQL {
  const { user_id, org_id } = requireUser(ctx);
  const { cart, price_level_name: level, quote_id } = purchase;
  const changed =
    quote_id === null
      ? changedItems(sql`${org_id}::uuid`, hasOtherPrice(level, org_id))
      : changedOffer(quote_id, org_id);
  return sql`
      ${purchaseItems(purchase)},
      buyer as (select id from users where id = ${user_id} and is_active and org_id = ${org_id} for share),
      c as (
        select carts.*
        from carts, buyer
        where carts.id = ${cart.id}
          and version = ${cart.version}
          and not is_complete
          and attempt_id is null
        for update of carts
      ),
      outdated as (
        ${changed}
        union all
        select 1 from c where ${currentShipping} is distinct from c.seen_shipping
      )`;
}

/**
 * Claims one version of a cart: one statement creates the attempt, the order with its lines, the subscriptions and all
 * invoices under the cart's row lock. It requires that nothing has changed since the buyer saw the cart, that no
 * approval is required, and that a purchase on account is within the credit limit. Undefined if another claim was first
 * or a requirement is not met. @throws DUPLICATE_ORG_SUBSCRIPTION
 */
export async function claimAttempt(
  ctx: Ctx,
  { calendar, approval_rules: rules }: CheckoutFacts,
  purchase: Purchase,
): Promise<{ attempt_id: string } | undefined> {
  const { user_id, org_id } = requireUser(ctx);
  const waivedRuleIds = rulesAt(rules, purchase.total).map(({ id }) => id);
  const requiresApproval = isApprovalRequired({
    org_id: sql`${org_id}::uuid`,
    user_id: sql`${user_id}::uuid`,
    product_ids: sql`select id from goods union all select id from plans`,
    total: sql`${purchase.total}::bigint`,
  });
  const claim = sql`
      with ${lockedCartParts(ctx, purchase)},
      ${purchaseTerms(purchase, org_id)},
      ${newAttempt(
        purchase,
        sql`(
          select ${user_id}::uuid as user_id, ${org_id}::uuid as org_id from c, account
          where not exists (select 1 from outdated) and not ${requiresApproval}
        ) buyer`,
      )},
      claimed as (update carts set attempt_id = a.id from a where carts.id = a.cart_id),
      ${placeOrderParts(purchase, calendar)},
      ${audited(ctx, "claimAttempt", "cart", "a", {
        subject_id: sql`a.cart_id`,
        org_id,
        data: sql`jsonb_build_object('attempt_id', a.id) || ${JSON.stringify(
          waivedRuleIds.length > 0 ? { waived_approval_rules: waivedRuleIds } : {},
        )}`,
      })}
      select id as attempt_id from a`;
  // Under the lock, concurrent orders count one after the other against a budget and against the credit limit, and a
  // switch to a plan of the cart is claimed before or after the cart.
  const needsLock =
    isOnAccount(purchase) || purchase.plans.length > 0 || rules.some(({ monthly_budget }) => monthly_budget !== null);
  try {
    const answer = needsLock
      ? (await ctx.db.batch([selectOrganizationForUpdate(org_id), claim]))[1]
      : await ctx.db.execute(claim);
    return maybeOneOf(ctx, () => z.object({ attempt_id: z.string() }), answer);
  } catch (error) {
    throw violatedConstraint(error) === "subscriptions_live_unique"
      ? unprocessable("DUPLICATE_ORG_SUBSCRIPTION")
      : error;
  }
}
