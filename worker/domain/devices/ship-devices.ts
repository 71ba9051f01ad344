import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { notificationParts } from "../notifications/index.ts";
import { hasPermission } from "../permissions.ts";
import { audited, beforeAndAfter, diffRows } from "../platform/index.ts";
import { verifyDevicesParts } from "./device-claims.ts";
import { addMadeSerialsPart, formerDevicesPart, notifyManagers } from "./register-device.ts";
import { isOnlyClaimed } from "./validate-serials.ts";

/**
 * CTEs that register the shipped devices of `requestedRows` (org_id, order_number, product_id, serial) with audit
 * entries; `d` returns the new ones. A device that the organization only claimed is verified; an administrator's
 * confirmation stays, because it must outlast a package that is removed again. A device that the organization removed
 * before gets its name, site, tags and installed version back. A device that another organization only claimed goes to
 * the buyer, and the managers of both are notified (ADR-057). A device that was shipped to another organization, or
 * that an administrator confirmed for it, fails the statement by devices_serial_unique (M13).
 */
export const shipDevicesParts = (ctx: Ctx, requestedRows: SQL): SQL => sql`
  requested as (${requestedRows}),
  held as (
    select devices.id, devices.org_id = requested.org_id as is_own, requested.order_number
    from devices join requested on upper(requested.serial) = upper(devices.serial)
    where not devices.is_deleted
    order by upper(devices.serial)
    for update of devices
  ),
  ${takeOverDeviceParts(ctx)},
  ${verifyDevicesParts(
    ctx,
    sql`
    update devices set verified_by = 'shipment', updated_at = now()
    from held
    where devices.id = held.id and held.is_own and ${isOnlyClaimed("devices")}`,
  )},
  ${formerDevicesPart(sql`select org_id, serial from requested`)},
  d as (
    insert into devices (org_id, product_id, serial, verified_by, name, site, tags, installed_version, installed_at)
    select requested.org_id, requested.product_id, requested.serial, 'shipment',
      former.name, former.site, coalesce(former.tags, '{}'), former.installed_version, former.installed_at
    from requested
      left join former on former.org_id = requested.org_id and former.key = upper(requested.serial)
        and former.product_id = requested.product_id
    where (select count(*) from taken) >= 0 and not exists (
      select 1
      from devices own
      where upper(own.serial) = upper(requested.serial) and own.org_id = requested.org_id and not own.is_deleted
    )
    order by upper(requested.serial)
    returning id, org_id, product_id, serial
  ),
  ${audited(ctx, "registerDevice", "device", "d", {
    as: "registered",
    data: sql`jsonb_build_object('serial', d.serial)`,
  })},
  ${notifyManagers(ctx, sql`d where upper(d.serial) in (select upper(taken.serial) from taken)`, "gained")},
  ${addMadeSerialsPart(sql`select requested.product_id, requested.serial from requested`)}`;

/**
 * CTEs that remove the devices of `held` that another organization only claimed, and notify its managers by mail and in
 * the portal.
 */
export function takeOverDeviceParts(ctx: Ctx): SQL {
  const payload = sql`jsonb_build_object(
    'first_name', u.first_name,
    'last_name', u.last_name,
    'device_name', left(p.name, 256),
    'device_serial', taken.serial,
    'org_name', o.name)`;
  const from = sql`taken
    join products p on p.id = taken.product_id
    join organizations o on o.id = taken.org_id
    join users u on u.org_id = taken.org_id
    where u.is_active and u.agreed_at is not null and ${hasPermission("u.roles", "manage_organization")}`;
  const mail = {
    type: "deviceTakenOver",
    recipient: sql`u.email`,
    user_id: sql`u.id`,
    payload,
    as: "lost_mail",
  } as const;
  // The portal has no notification type for this security mail, so it shows an announcement.
  const notification = {
    type: "announcement",
    recipient: sql`u.email`,
    user_id: sql`u.id`,
    payload: sql`jsonb_build_object(
      'first_name', u.first_name,
      'last_name', u.last_name,
      'subject', 'A device was removed from your organization',
      'message', left(p.name, 256) || ', serial number ' || taken.serial
        || ', was removed from your devices, because we shipped the device with this serial number to another customer.'
        || ' Compare the number with the label of your device: it may contain a typing error.'
        || ' If the device is yours, write to ' || ${ctx.settings.SUPPORT_EMAIL}::text
        || '.')`,
    channels: ["app"],
    as: "lost_notice",
  } as const;
  return sql`
  taken as (
    update devices set is_deleted = true, updated_at = now()
    from held
    where devices.id = held.id and not held.is_own and ${isOnlyClaimed("devices")} and not devices.is_deleted
    returning devices.id, devices.org_id, devices.product_id, devices.serial, held.order_number, ${beforeAndAfter}
  ),
  ${audited(ctx, "takeOverDevice", "device", "taken", {
    as: "lost",
    data: sql`jsonb_build_object('serial', taken.serial, 'order_number', taken.order_number)`,
    changes: diffRows(),
  })},
  ${notificationParts(mail, from)},
  ${notificationParts(notification, from)}`;
}

export const unregisterDevicesParts = (ctx: Ctx, unregistered: SQL): SQL => sql`
  d as (
    update devices set is_deleted = true, updated_at = now()
    from (${unregistered}) removed
    where devices.id = removed.id and devices.org_id = removed.org_id and not devices.is_deleted
    returning devices.id, devices.org_id, devices.serial, ${beforeAndAfter}
  ), ${audited(ctx, "removeDevice", "device", "d", {
    as: "unregistered",
    data: sql`jsonb_build_object('serial', d.serial)`,
    changes: diffRows(),
  })}`;

/**
 * CTEs that undo the verification by shipment for the devices of `unshippedRows` (org_id, serial) that the organization
 * had only claimed before. They become verified by manufacture, because the shipment added their serial numbers to the
 * list of made ones.
 */
export const unshipDevicesParts = (ctx: Ctx, unshippedRows: SQL): SQL =>
  verifyDevicesParts(
    ctx,
    sql`
    update devices set verified_by = 'manufacture', updated_at = now()
    from (${unshippedRows}) unshipped
    where upper(devices.serial) = upper(unshipped.serial) and devices.org_id = unshipped.org_id
      and not devices.is_deleted and devices.verified_by = 'shipment'`,
  );
