import { type SQL, sql } from "drizzle-orm";
import type { NotificationType } from "../../contract/notification-types.ts";
import { pages } from "../../contract/pages.ts";
import type { Ctx } from "../context.ts";
import { notified } from "../notifications/index.ts";
import { pageUrl } from "../page-url.ts";
import { iso } from "../sql.ts";

/** The statement that tells the buyer that a subscription was canceled, and if it was for want of money, for how much. */
export const cancellationMail = (ctx: Ctx, id: string, isUnpaid: boolean): SQL => {
  const more = isUnpaid ? sql`jsonb_build_object('unpaid', s.amount + s.tax)` : sql`'{}'::jsonb`;
  return sql`with ${toldBuyer(ctx, { type: "subscriptionCanceled", more }, sql`s.id = ${id}`)} select 1`;
};

/**
 * The parts of a statement that remind the buyers of those subscriptions s of a renewal. Each term is told of once, whoever
 * finds out first that it ends: the provider's callback or our own job (M14).
 */
export const renewalReminders = (ctx: Ctx, which: SQL): SQL =>
  toldBuyer(
    ctx,
    {
      type: "subscriptionRenewalReminder",
      more: sql`jsonb_build_object(
        'days_left', greatest(0, extract(day from s.current_period_end - now()))::int,
        'expired_date', ${iso("s.current_period_end")})`,
      event: sql`'renewal:' || s.id || ':' || (s.current_period_end at time zone 'UTC')::date`,
    },
    which,
  );

/** The parts of a statement that tell those who run the organization of each of those subscriptions s, which nobody bought, once. */
const toldManagers = (ctx: Ctx, type: "subscriptionStarted" | "subscriptionExpired", which: SQL): SQL =>
  notified(
    {
      as: type === "subscriptionStarted" ? "told_of_start" : "told_of_end",
      type,
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`jsonb_build_object(
        'first_name', u.first_name, 'last_name', u.last_name,
        'product', jsonb_build_object('id', p.id, 'name', p.name), 'expired_date', ${iso("s.cancel_at")},
        'url', ${pageUrl(ctx, pages.subscription, { subscription_id: sql`s.id` })})`,
      event: sql`${type}::text || ':' || s.id || ':' || s.cancel_at::date`,
    },
    sql`${which} s
      join products p on p.id = s.product_id
      join users u on u.org_id = s.org_id and 'org' = any(u.roles) and u.is_active`,
  );

/** Of subscriptions that were given: what is bought is told by its invoice. */
export const toldOfGift = (ctx: Ctx, which: SQL): SQL => toldManagers(ctx, "subscriptionStarted", which);

/** Of the end of subscriptions that were given: the provider tells of what was bought. */
export const toldOfEnd = (ctx: Ctx, which: SQL): SQL => toldManagers(ctx, "subscriptionExpired", which);

type Wording = { type: NotificationType; more: SQL; event?: SQL };

function toldBuyer(ctx: Ctx, { more, ...notice }: Wording, which: SQL): SQL {
  const payload = sql`jsonb_strip_nulls(jsonb_build_object(
    'first_name', u.first_name,
    'last_name', u.last_name,
    'subscription_term', p.subscription_term,
    'product', jsonb_build_object('id', p.id, 'name', p.name),
    'amount', s.amount + s.tax,
    'url', ${pageUrl(ctx, pages.subscription, { subscription_id: sql`s.id` })}) || ${more})`;
  const from = sql`subscriptions s
    join products p on p.id = s.product_id
    join users u on u.id = s.user_id
    where ${which} and u.is_active`;
  return notified({ ...notice, recipient: sql`u.email`, user_id: sql`u.id`, payload }, from);
}
