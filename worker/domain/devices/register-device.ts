import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { claimsMax, claimsPerDay } from "../../contract/entities/device.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { pages } from "../../contract/pages.ts";
import { audited } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { notificationParts } from "../notifications/index.ts";
import { selectOrganizationForUpdate } from "../organizations/index.ts";
import { pageUrl } from "../page-url.ts";
import { exists, manyOf } from "../sql.ts";
import { validateSerials, matchedSerialsParts, type SerialsRequest } from "./validate-serials.ts";
import { hasPermission } from "../permissions.ts";

/**
 * `claim`: a member claims the device, within the organization's limits; `approval`: the claim is part of an account
 * request that is approved; `administrator`: an administrator vouches for the device.
 */
export type Registration = SerialsRequest & { as: "claim" | "approval" | "administrator" };

/** Registers one device; a repeated serial number returns the existing device (O-126). */
export async function registerDevice(
  ctx: Ctx,
  { serial, ...rest }: Omit<Registration, "serials"> & { serial: string },
): Promise<{ id: string }> {
  const registration = { ...rest, serials: [serial] };
  const { added, exhausted } = await insertDevices(ctx, registration);
  if (added[0]) return added[0];
  if (exhausted.length > 0) throw unprocessable("DEVICE_CLAIMS_EXHAUSTED");
  const [existing] = await validateSerials(ctx, registration);
  if (existing?.device_id) return { id: existing.device_id };
  // A status of `free` means that the previous owner released the serial number after the insert had found it taken.
  if (existing?.status !== "unknown") throw unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");
  const { product_id } = rest;
  if (product_id && !(await exists(ctx, sql`select 1 from products where id = ${product_id}`)))
    throw notFound("PRODUCT_NOT_FOUND");
  throw notFound("PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND");
}

type InsertResult = {
  added: { id: string; serial: string }[];
  exhausted: string[];
};

/**
 * Registers serial numbers that match a product and are free, in one statement with audit entries and one notification
 * to each manager of the organization. A device that the organization removed before gets its name, site, tags and
 * installed version back. Of concurrent registrations one wins the serial number (M13, T11); a common
 * insert order prevents deadlocks. Devices in the list of made serial numbers are verified at once; claims of other
 * serial numbers are limited. The organization is locked first, so that concurrent claims count each other.
 */
export async function insertDevices(ctx: Ctx, registration: Registration): Promise<InsertResult> {
  const { org_id, as } = registration;
  const isByAdministrator = as === "administrator";
  const lockStatement = selectOrganizationForUpdate(org_id);
  const insert = sql`
    with ${matchedSerialsParts(registration)}, free as (
      select matched.*,
        case when ${isByAdministrator} then 'administrator' when matched.is_made then 'manufacture' end as verified_by
      from matched
      where not exists (
        select 1 from devices held where upper(held.serial) = upper(matched.serial) and not held.is_deleted
      )
    ), ${as === "claim" ? limitClaims(org_id) : sql`allowed as (select * from free)`},
    ${formerDevicesPart(sql`select ${org_id}::uuid as org_id, serial from allowed`)}, d as (
      insert into devices
        (org_id, product_id, serial, verified_by, name, site, tags, installed_version, installed_at)
      select ${org_id}::uuid, allowed.product_id, allowed.serial, allowed.verified_by,
        former.name, former.site, coalesce(former.tags, '{}'), former.installed_version, former.installed_at
      from allowed
        left join former on former.key = upper(allowed.serial) and former.product_id = allowed.product_id
      order by upper(allowed.serial)
      on conflict (upper(serial)) where not is_deleted do nothing
      returning id, org_id, product_id, serial
    ), ${isByAdministrator ? addMadeSerialsPart(sql`select product_id, serial from d`) : sql`made as (select 1)`},
    ${audited(ctx, "registerDevice", "device", "d", { data: sql`jsonb_build_object('serial', d.serial)` })},
    ${notifyManagers(ctx, sql`d`)}
    select id, serial from d
    union all
    select null, serial from free where place not in (select place from allowed)`;
  const [, answer] = await ctx.db.batch([lockStatement, insert]);
  const rows = manyOf(ctx, () => z.object({ id: z.nullable(z.string()), serial: z.string() }), answer);
  return {
    added: rows.flatMap(({ id, serial }) => (id === null ? [] : [{ id, serial }])),
    exhausted: rows.flatMap(({ id, serial }) => (id === null ? [serial] : [])),
  };
}

/**
 * The CTE `former`: what the organizations of `rows` (org_id, serial) last recorded about the devices with these serial
 * numbers that they removed.
 */
export const formerDevicesPart = (rows: SQL): SQL => sql`
  former as (
    select distinct on (org_id, upper(serial), product_id)
      org_id, upper(serial) as key, product_id, name, site, tags, installed_version, installed_at
    from devices
    where is_deleted and (org_id, upper(serial)) in (select wanted.org_id, upper(wanted.serial) from (${rows}) wanted)
    order by org_id, upper(serial), product_id, updated_at desc
  )`;

/**
 * The CTE `allowed`: the serial numbers of `free` within the limits of unverified claims. Removed claims count for a
 * day, and a serial number that is claimed again that day counts once.
 */
const limitClaims = (orgId: string): SQL => sql`
  claimed as (
    select distinct upper(serial) as serial
    from devices
    where org_id = ${orgId} and verified_by is null and created_at > now() - interval '1 day'
  ), counted as (
    select free.*,
      count(*) filter (where free.verified_by is null and claimed.serial is null) over so_far as of_day,
      count(*) filter (where free.verified_by is null) over so_far as of_all
    from free left join claimed on claimed.serial = upper(free.serial)
    window so_far as (order by free.place)
  ), allowed as (
    select * from counted
    where verified_by is not null or (
      (of_day = 0 or of_day + (select count(*) from claimed) <= ${claimsPerDay})
      and of_all + (
        select count(*) from devices where org_id = ${orgId} and verified_by is null and not is_deleted
      ) <= ${claimsMax}
    )
  )`;

export const addMadeSerialsPart = (rows: SQL): SQL => sql`
  made as (
    insert into made_serials (product_id, serial)
    select made.product_id, made.serial from (${rows}) made
    order by upper(made.serial)
    on conflict (upper(serial)) do nothing
  )`;

export function notifyManagers(ctx: Ctx, rows: SQL, as = "told"): SQL {
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
  const from = sql`(
      select n.*, count(*) over () as count from (select * from ${rows}) n order by upper(n.serial) limit 1
    ) first
    join products p on p.id = first.product_id
    join organizations o on o.id = first.org_id
    join users u on u.org_id = first.org_id
    where u.is_active and u.agreed_at is not null and ${hasPermission("u.roles", "manage_organization")}`;
  return notificationParts({ type: "deviceAdded", recipient: sql`u.email`, user_id: sql`u.id`, payload, as }, from);
}
