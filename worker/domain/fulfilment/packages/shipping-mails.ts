import { type SQL, sql } from "drizzle-orm";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { mailRecipients } from "../../mail-recipients.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { iso } from "../../sql.ts";

/** `pieces` selects `line_id` and `quantity`. */
const productList = (pieces: SQL): SQL => sql`(
  select jsonb_agg(
    jsonb_build_object('name', l.name, 'quantity', piece.quantity, 'price', l.price) order by l.position
  )
  from (${pieces}) piece join order_lines l on l.id = piece.line_id
)`;

const shippedPieces = sql`
  select shipped.id as line_id, shipped.shipped_quantity as quantity
  from order_lines shipped
  where shipped.order_id = o.id and shipped.shipped_quantity > 0`;

const buildPayload = (ctx: Ctx, pieces: SQL, extraFields: SQL): SQL => sql`jsonb_strip_nulls(jsonb_build_object(
  'first_name', person.first_name, 'last_name', person.last_name,
  'order_number', o.order_number, 'order_id', o.id, 'po_number', o.po_number,
  'url', ${pageUrl(ctx, pages.order, { order_id: sql`o.id` })},
  'shipping_address', nullif(o.shipping_data -> 'address', 'null'),
  'order_details', jsonb_build_object(
    'delivery_method', o.shipping_data ->> 'method', 'products', ${productList(pieces)}
  )
) || ${extraFields})`;

const recipients = sql`cross join lateral ${mailRecipients(sql`o.user_id`, sql`o.org_id`)} person`;

/**
 * Notifies of the added packages alone. `rows`: orders with `packages_before`, the number of earlier packages, and
 * `new_numbers`, the tracking numbers of the added ones; null without any. `pieces` selects what is in them.
 */
export function shipmentNotifications(ctx: Ctx, rows: SQL, pieces: SQL): SQL {
  const addedPackages = sql`
    jsonb_array_elements(o.shipping_data -> 'packages') with ordinality listed (parcel, place)
    where place > o.packages_before`;
  const trackingFields = sql`jsonb_build_object(
    'tracking_number', (
      select left(string_agg(parcel ->> 'tracking_id', ', ' order by place), 128) from ${addedPackages}
    ),
    'tracking_link', case jsonb_array_length(o.shipping_data -> 'packages') - o.packages_before
      when 1 then o.shipping_data -> 'packages' -> -1 ->> 'tracking_link'
    end
  )`;
  return notificationParts(
    {
      type: "orderShipped",
      recipient: sql`person.email`,
      user_id: sql`person.id`,
      payload: buildPayload(ctx, pieces, trackingFields),
      // The event names the tracking numbers, because the number of packages can repeat after a voided label leaves the
      // order. The digest fits an index entry.
      event: sql`concat_ws(':', 'orderShipped', o.id, md5(o.new_numbers))`,
    },
    sql`(${rows}) o ${recipients}`,
  );
}

export const arrivalEvent = (id: SQL): SQL => sql`'orderReceived:' || ${id}`;

export const arrivalNotifications = (ctx: Ctx, rows: SQL, hold_s?: number): SQL =>
  notificationParts(
    {
      type: "orderReceived",
      recipient: sql`person.email`,
      user_id: sql`person.id`,
      payload: buildPayload(ctx, shippedPieces, sql`jsonb_build_object('delivered_at', ${iso("o.arrived_at")})`),
      event: arrivalEvent(sql`o.id`),
      hold_s,
    },
    sql`(${rows}) o ${recipients}`,
  );
