import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { pages } from "../../contract/pages.ts";
import { audited } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { notified } from "../notifications/index.ts";
import { pageUrl } from "../page-url.ts";
import { exists, many } from "../sql.ts";
import { validateSerials, matchSerials, type Serials } from "./validate-serials.ts";
import { hasPermission } from "../permissions.ts";

/** Registers a device for an organization; a repeated serial number returns the existing device (O-126). */
export async function registerDevice(
  ctx: Ctx,
  { serial, ...rest }: Omit<Serials, "serials"> & { serial: string },
): Promise<{ id: string }> {
  const requested = { ...rest, serials: [serial] };
  const [added] = await insertDevices(ctx, requested);
  if (added) return added;
  const [existing] = await validateSerials(ctx, requested);
  if (existing?.device_id) return { id: existing.device_id };
  // the previous owner may have released the device a moment ago
  if (existing?.verdict !== "unknown") throw unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");
  const { product_id } = rest;
  if (product_id && !(await exists(ctx, sql`select 1 from products where id = ${product_id}`)))
    throw notFound("PRODUCT_NOT_FOUND");
  throw notFound("PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND");
}

/**
 * Registers serial numbers that match a product and are free, in one statement with audit entries and one notification
 * to each manager of the organization. Of concurrent registrations one wins the serial number (M13, T11); a common
 * insert order prevents deadlocks.
 */
export const insertDevices = (ctx: Ctx, requested: Serials): Promise<{ id: string; serial: string }[]> =>
  many(
    ctx,
    () => z.object({ id: z.string(), serial: z.string() }),
    sql`
    with ${matchSerials(requested)}, d as (
      insert into devices (org_id, product_id, serial)
      select ${requested.org_id}::uuid, matched.product_id, matched.serial
      from matched
      order by upper(matched.serial)
      on conflict (upper(serial)) where not is_deleted do nothing
      returning id, org_id, product_id, serial
    ), ${audited(ctx, "registerDevice", "device", "d", { data: sql`jsonb_build_object('serial', d.serial)` })},
    ${notifyManagers(ctx)}
    select id, serial from d`,
  );

/**
 * CTEs that register the devices of `requested` (org_id, product_id, serial) with audit entries; devices that the
 * organization already has are skipped. `d` returns the new ones. Another organization's serial number fails the
 * statement by devices_serial_unique (M13). Sends no notification: the shipment sends its own.
 */
export const registerDevicesParts = (ctx: Ctx, requested: SQL): SQL => sql`
  d as (
    insert into devices (org_id, product_id, serial)
    select requested.org_id, requested.product_id, requested.serial
    from (${requested}) requested
    where not exists (
      select 1
      from devices own
      where upper(own.serial) = upper(requested.serial) and own.org_id = requested.org_id and not own.is_deleted
    )
    order by upper(requested.serial)
    returning id, org_id, product_id, serial
  ), ${audited(ctx, "registerDevice", "device", "d", {
    as: "registered",
    data: sql`jsonb_build_object('serial', d.serial)`,
  })}`;

/** Notifies each manager of the devices in `d`: the first by name, and the number of others. */
function notifyManagers(ctx: Ctx): SQL {
  const payload = sql`jsonb_strip_nulls(jsonb_build_object(
    'first_name', u.first_name,
    'last_name', u.last_name,
    'device_name', left(p.name, 256),
    'device_serial', first.serial,
    'others', nullif(first.count - 1, 0),
    'org', jsonb_build_object('id', o.id, 'name', o.name),
    'url', case first.count
      when 1 then ${pageUrl(ctx, pages.device, { device_id: sql`first.id` })}
      else ${pageUrl(ctx, pages.devices, {})}
    end))`;
  const from = sql`(select d.*, count(*) over () as count from d order by upper(d.serial) limit 1) first
    join products p on p.id = first.product_id
    join organizations o on o.id = first.org_id
    join users u on u.org_id = first.org_id
    where u.is_active and u.password_hash is not null and ${hasPermission("u.roles", "manage_organization")}`;
  return notified({ type: "deviceAdded", recipient: sql`u.email`, user_id: sql`u.id`, payload }, from);
}
