import { type SQL, sql } from "drizzle-orm";
import type { MailPayload } from "../../../contract/notification-types.ts";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { hasPermission } from "../../permissions.ts";

const organization = sql`(select g.name from organizations g where g.id = q.org_id)`;
/** Event key of a notification, which is unique because each change of a quote has an `updated_at` of its own. */
const eventKey = (occasion: string): SQL => sql`'quote_' || ${occasion}::text || ':' || q.id || ':' || q.updated_at`;
const nullText = sql`null::text`;

const isMember = (user: SQL): SQL => sql`${user}.org_id = q.org_id and ${user}.is_active`;
/**
 * Condition on user `person`: asked for quote `q`, or may buy for its organization if the user who asked is inactive or
 * has moved to another organization, which must not read the prices.
 */
const isRecipient = sql`${isMember(sql`person`)} and (
  person.id = q.user_id
  or (
    ${hasPermission("person.roles", "buy")}
    and not exists (select 1 from users asker where asker.id = q.user_id and ${isMember(sql`asker`)})
  )
)`;

type MailOptions = {
  /** `q`, or another CTE with the alias `q`. */
  from?: SQL;
  text?: SQL;
};

export const notifyShopParts = (
  ctx: Ctx,
  occasion: MailPayload<"quoteForShop">["occasion"],
  userId: SQL,
  { from = sql`q`, text = nullText }: MailOptions = {},
): SQL =>
  notificationParts(
    {
      type: "quoteForShop",
      recipient: sql`${ctx.settings.SUPPORT_EMAIL}::text`,
      user_id: sql`null`,
      payload: sql`jsonb_strip_nulls(jsonb_build_object(
        'occasion', ${occasion}::text, 'quote_number', q.quote_number, 'org_name', ${organization}, 'amount', q.total,
        'by', (select btrim(u.first_name || ' ' || u.last_name) from users u where u.id = ${userId}),
        'text', nullif(${text}, ''), 'url', ${pageUrl(ctx, pages.adminQuote, { quote_id: sql`q.id` })}))`,
      event: eventKey(occasion),
      channels: ["email"],
      as: "shop_mail",
    },
    from,
  );

export const notifyCustomerParts = (
  ctx: Ctx,
  occasion: MailPayload<"quoteForCustomer">["occasion"],
  { from = sql`q`, text = nullText }: MailOptions = {},
): SQL =>
  notificationParts(
    {
      type: "quoteForCustomer",
      recipient: sql`person.email`,
      user_id: sql`person.id`,
      payload: sql`jsonb_strip_nulls(jsonb_build_object(
        'first_name', person.first_name, 'last_name', person.last_name, 'occasion', ${occasion}::text,
        'quote_number', q.quote_number, 'amount', q.total,
        'valid_until', to_char(q.expires_at at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD'),
        'text', nullif(${text}, ''), 'url', ${pageUrl(ctx, pages.quote, { quote_id: sql`q.id` })}))`,
      event: eventKey(occasion),
      channels: ["email"],
      as: "customer_mail",
    },
    sql`${from} join users person on ${isRecipient}`,
  );
