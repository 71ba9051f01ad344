import { type SQL, sql } from "drizzle-orm";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { mailRecipients } from "../../mail-recipients.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";

/** `rows` selects the ids of canceled orders; repeated calls notify each of the `mailRecipients` once. */
export function cancellationNotifications(ctx: Ctx, rows: SQL): SQL {
  const payload = sql`jsonb_strip_nulls(jsonb_build_object(
    'first_name', person.first_name, 'last_name', person.last_name,
    'order_number', placed.order_number, 'order_id', placed.id, 'po_number', placed.po_number,
    'order_details', jsonb_build_object('total', placed.total),
    'url', ${pageUrl(ctx, pages.order, { order_id: sql`placed.id` })}
  ))`;
  return notificationParts(
    {
      as: "told_of_order",
      type: "orderCanceled",
      recipient: sql`person.email`,
      user_id: sql`person.id`,
      payload,
      event: sql`'orderCanceled:' || placed.id`,
    },
    sql`(${rows}) happened
      join orders placed on placed.id = happened.id
      cross join lateral ${mailRecipients(sql`placed.user_id`, sql`placed.org_id`)} person`,
  );
}
