import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { hasPermission } from "../../permissions.ts";
import { buildPayload, unpaidPayload } from "./payment-mails.ts";

/**
 * Reminders of the unpaid invoices `u`, to the buyer, or to the billing email if the buyer is inactive or has moved to
 * another organization.
 */
export function reminderMails(ctx: Ctx): SQL {
  const payload = sql`jsonb_strip_nulls(
    ${buildPayload(ctx)}
    || ${unpaidPayload}
    || jsonb_build_object('reminder', jsonb_build_object('url', coalesce(
      u.stripe_invoice_url,
      -- the page of an order by link takes no other payment once its debit was refused
      case when u.payment_status = 'pending' then o.stripe_bill_link end
    )))
  )`;
  const from = sql`u
    join organizations org on org.id = u.org_id
    left join orders o on u.reference_type = 'order' and o.id = u.reference_id
    left join subscriptions s on u.reference_type = 'subscription' and s.id = u.reference_id
    left join products p on p.id = s.product_id
    left join users person on person.id = coalesce(o.user_id, s.user_id) and person.is_active
      and person.org_id = u.org_id`;
  const type = sql`case when u.reference_type = 'order' then 'invoiceForOrder' else 'invoiceForSubscription' end`;
  const recipient = sql`coalesce(person.email, org.billing_email)`;
  return notificationParts({ type, recipient, user_id: sql`person.id`, payload }, from);
}

/**
 * Reminders of the invoices on account `u`, `u.days` after their due day (negative before it): one mail to each address
 * among the billing email and the managers.
 */
export function dueMails(ctx: Ctx): SQL {
  const payload = sql`jsonb_strip_nulls(
    ${buildPayload(ctx)}
    || jsonb_build_object(
      'amount', u.left_to_pay,
      'reminder', jsonb_build_object('url', u.stripe_invoice_url, 'due_days', u.days)
    )
  )`;
  const from = sql`u
    join organizations org on org.id = u.org_id
    join orders o on o.id = u.reference_id
    left join subscriptions s on false
    left join products p on false
    cross join lateral (
      select distinct on (lower(reader.email)) reader.email, reader.user_id
      from (
        select manager.email, manager.id as user_id from users manager
        where manager.org_id = org.id and manager.is_active and ${hasPermission("manager.roles", "manage_organization")}
        union all
        select org.billing_email, null where org.billing_email is not null
      ) reader
      order by lower(reader.email), reader.user_id
    ) reader
    left join users person on person.id = reader.user_id`;
  return notificationParts(
    { type: "invoiceForOrder", recipient: sql`reader.email`, user_id: sql`person.id`, payload },
    from,
  );
}
