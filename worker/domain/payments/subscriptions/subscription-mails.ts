import { type SQL, sql } from "drizzle-orm";
import type { SpecifiedType } from "../../../contract/notification-types.ts";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { notified } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { iso } from "../../sql.ts";

/**
 * The parts of a statement that tell the buyer of each subscription that was canceled in `changed`, a part with id,
 * is_canceled and is_unpaid; and if it was for want of money, for how much.
 */
export const toldOfCancellations = (ctx: Ctx, changed: SQL): SQL =>
  toldBuyer(
    ctx,
    {
      type: "subscriptionCanceled",
      more: sql`case
        when s.id in (select c.id from ${changed} c where c.is_unpaid)
          then jsonb_build_object('unpaid', s.amount + s.tax)
        else '{}'::jsonb
      end`,
    },
    sql`s.id in (select c.id from ${changed} c where c.is_canceled)`,
  );

/** The last of the days before a renewal on which it is told (30, 7 and 1) that has come. */
const step = sql`(case
  when s.current_period_end <= now() + interval '1 day' then 1
  when s.current_period_end <= now() + interval '7 days' then 7
  else 30
end)`;

/**
 * The parts of a statement that remind the buyers of those subscriptions s of a renewal. Each step of a term is told of once,
 * whoever finds out first that it has come, the provider's callback or our own job (M14); a step that was missed is not made
 * up for once the next one has come.
 */
export const renewalReminders = (ctx: Ctx, which: SQL): SQL =>
  toldBuyer(
    ctx,
    {
      type: "subscriptionRenewalReminder",
      more: sql`jsonb_build_object(
        'days_left', greatest(0, round(extract(epoch from s.current_period_end - now()) / 86400))::int,
        'expired_date', ${iso("s.current_period_end")})`,
      // that of 7 days has had this name since before there were others
      event: sql`'renewal:' || s.id || ':' || (s.current_period_end at time zone 'UTC')::date
        || case ${step} when 7 then '' else ':' || ${step} end`,
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

type Wording = { type: SpecifiedType; more: SQL; event?: SQL };

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
