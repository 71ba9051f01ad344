import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { pages } from "../../contract/pages.ts";
import { audited } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { notified } from "../notifications/index.ts";
import { pageUrl } from "../page-url.ts";
import { exists, many } from "../sql.ts";
import { validateSerials, knownSerials, type Serials } from "./validate-serials.ts";
import { hasPermission } from "../permissions.ts";

/**
 * Registers a device for an organization; the same serial again returns the device that is there (O-126).
 * Throws PRODUCT_NOT_FOUND, PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND, PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG.
 */
export async function registerDevice(
  ctx: Ctx,
  { serial, ...rest }: Omit<Serials, "serials"> & { serial: string },
): Promise<{ id: string }> {
  const asked = { ...rest, serials: [serial] };
  const [added] = await insertDevices(ctx, asked);
  if (added) return added;
  const [found] = await validateSerials(ctx, asked);
  if (found?.device_id) return { id: found.device_id };
  // whoever held it a moment ago may have let it go since
  if (found?.verdict !== "unknown") throw unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");
  const { product_id } = rest;
  if (product_id && !(await exists(ctx, sql`select 1 from products where id = ${product_id}`)))
    throw notFound("PRODUCT_NOT_FOUND");
  throw notFound("PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND");
}

/**
 * Registers those serial numbers that are known and free, in one statement with its entries of the audit log and one notification to
 * each manager of the organization. Of registrations at the same time one gets the serial number (M13, T11); in one order
 * for all, so that two of them never wait for each other.
 */
export const insertDevices = (ctx: Ctx, asked: Serials): Promise<{ id: string; serial: string }[]> =>
  many(
    ctx,
    () => z.object({ id: z.string(), serial: z.string() }),
    sql`
    with ${knownSerials(asked)}, d as (
      insert into devices (org_id, product_id, serial)
      select ${asked.org_id}::uuid, known.product_id, known.serial
      from known
      order by upper(known.serial)
      on conflict (upper(serial)) where not is_deleted do nothing
      returning id, org_id, product_id, serial
    ), ${audited(ctx, "registerDevice", "device", "d", { data: sql`jsonb_build_object('serial', d.serial)` })},
    ${addedNotice(ctx)}
    select id, serial from d`,
  );

/**
 * The parts of a statement that register the devices of `asked` (org_id, product_id, serial), each with its entry of the audit log;
 * those that the organization has are left alone. `d` answers the new ones. Of another's serial number the statement fails
 * by devices_serial_unique (M13); nobody is told, because what hands the devices over tells of itself.
 */
export const registering = (ctx: Ctx, asked: SQL): SQL => sql`
  d as (
    insert into devices (org_id, product_id, serial)
    select asked.org_id, asked.product_id, asked.serial
    from (${asked}) asked
    where not exists (
      select 1
      from devices own
      where upper(own.serial) = upper(asked.serial) and own.org_id = asked.org_id and not own.is_deleted
    )
    order by upper(asked.serial)
    returning id, org_id, product_id, serial
  ), ${audited(ctx, "registerDevice", "device", "d", {
    as: "registered",
    data: sql`jsonb_build_object('serial', d.serial)`,
  })}`;

/** Tells each manager of the organization of the devices of `d`: the first by name, and how many more there are. */
function addedNotice(ctx: Ctx): SQL {
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
