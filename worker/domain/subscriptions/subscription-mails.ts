import { type SQL, sql } from "drizzle-orm";
import type { NotificationType } from "../../contract/notification-types.ts";
import { pages } from "../../contract/pages.ts";
import type { Ctx } from "../context.ts";
import { enqueueMail } from "../notifications/index.ts";
import { pageUrl } from "../page-url.ts";
import { iso } from "../sql.ts";

/** Who turned reminders off gets none (O-122). */
const wantsReminders = sql`coalesce((u.notification_settings ->> 'is_subscribed')::boolean, true)`;

/** The statement that tells the buyer that a subscription was canceled, and if it was for want of money, for how much. */
export const cancellationMail = (ctx: Ctx, id: string, isUnpaid: boolean): SQL =>
  mailOf(ctx, id, {
    type: "subscriptionCanceled",
    more: isUnpaid ? sql`jsonb_build_object('unpaid', s.amount + s.tax)` : sql`'{}'::jsonb`,
  });

/** The statement that reminds the buyer of a renewal in so many days. */
export const renewalReminder = (ctx: Ctx, id: string, daysLeft: number): SQL =>
  mailOf(ctx, id, {
    type: "subscriptionRenewalReminder",
    more: sql`jsonb_build_object('days_left', ${daysLeft}::int, 'expired_date', ${iso("s.current_period_end")})`,
    isWanted: wantsReminders,
  });

type Wording = { type: NotificationType; more: SQL; isWanted?: SQL };

const mailOf = (ctx: Ctx, id: string, { type, more, isWanted = sql`true` }: Wording): SQL => {
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
    where s.id = ${id} and u.is_active and ${isWanted}`;
  return enqueueMail({ type, recipient: sql`u.email`, user_id: sql`u.id`, payload }, from);
};
