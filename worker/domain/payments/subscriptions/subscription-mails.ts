import { type SQL, sql } from "drizzle-orm";
import type { SpecifiedType } from "../../../contract/notification-types.ts";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { mailRecipients } from "../../mail-recipients.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { iso } from "../../sql.ts";
import { hasPermission } from "../../permissions.ts";
import { nextAmount } from "./subscription-rows.ts";

/**
 * `changed` is a CTE with the columns id, is_canceled and is_unpaid. The mail names the unpaid amount if the provider
 * canceled the subscription for lack of payment.
 */
export const subscriptionCanceledMails = (ctx: Ctx, changed: SQL): SQL =>
  buyerNotifications(
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

const reminderStep = sql`(case
  when s.current_period_end <= now() + interval '1 day' then 1
  when s.current_period_end <= now() + interval '7 days' then 7
  else 30
end)`;

/**
 * Renewal reminders, 30, 7 and 1 days ahead. Each step of a term is announced once, by the provider's webhook or by our
 * job (M14); a missed step is skipped once the next is due.
 */
export const renewalReminders = (ctx: Ctx, where: SQL): SQL =>
  buyerNotifications(
    ctx,
    {
      type: "subscriptionRenewalReminder",
      more: sql`jsonb_build_object(
        'days_left', greatest(0, round(extract(epoch from s.current_period_end - now()) / 86400))::int,
        'expired_date', ${iso("s.current_period_end")},
        'amount', ${nextAmount},
        'subscription_term', coalesce(
          (select w.interval from plan_switches w where w.subscription_id = s.id and w.status = 'scheduled'),
          p.subscription_term
        ))`,
      // Events of the 7-day step have no suffix, because they are older than the other steps.
      event: sql`'renewal:' || s.id || ':' || (s.current_period_end at time zone 'UTC')::date
        || case ${reminderStep} when 7 then '' else ':' || ${reminderStep} end`,
    },
    where,
  );

function managerNotifications(ctx: Ctx, type: "subscriptionStarted" | "subscriptionExpired", subscriptions: SQL): SQL {
  const plainEvent = sql`${type}::text || ':' || s.id`;
  return notificationParts(
    {
      as: type === "subscriptionStarted" ? "told_of_start" : "told_of_end",
      type,
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`jsonb_build_object(
        'first_name', u.first_name, 'last_name', u.last_name,
        'product', jsonb_build_object('id', p.id, 'name', p.name), 'expired_date', ${iso("s.cancel_at")},
        'url', ${pageUrl(ctx, pages.subscription, { subscription_id: sql`s.id` })})`,
      // A plan starts once; its end may be moved and announced again.
      event: type === "subscriptionStarted" ? plainEvent : sql`${plainEvent} || ':' || s.cancel_at::date`,
    },
    sql`${subscriptions} s
      join products p on p.id = s.product_id
      join users u on u.org_id = s.org_id and ${hasPermission("u.roles", "manage_organization")} and u.is_active`,
  );
}

/** Notifies the managers that given subscriptions have started; the invoice announces bought ones. */
export const startNotifications = (ctx: Ctx, subscriptions: SQL): SQL =>
  managerNotifications(ctx, "subscriptionStarted", subscriptions);

/** Notifies the managers that given subscriptions have ended; the provider reports the end of paid ones. */
export const endNotifications = (ctx: Ctx, subscriptions: SQL): SQL =>
  managerNotifications(ctx, "subscriptionExpired", subscriptions);

type MailContent = { type: SpecifiedType; more: SQL; event?: SQL };

function buyerNotifications(ctx: Ctx, { more, ...notice }: MailContent, where: SQL): SQL {
  const payload = sql`jsonb_strip_nulls(jsonb_build_object(
    'first_name', u.first_name,
    'last_name', u.last_name,
    'subscription_term', p.subscription_term,
    'product', jsonb_build_object('id', p.id, 'name', p.name),
    'amount', s.amount + s.tax,
    'url', ${pageUrl(ctx, pages.subscription, { subscription_id: sql`s.id` })}) || ${more})`;
  const from = sql`subscriptions s
    join products p on p.id = s.product_id
    cross join lateral ${mailRecipients(sql`s.user_id`, sql`s.org_id`)} u
    where ${where}`;
  return notificationParts({ ...notice, recipient: sql`u.email`, user_id: sql`u.id`, payload }, from);
}
