import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { tagsMax } from "../../contract/entities/device.ts";
import type { InputOf } from "../../contract/endpoint.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import type * as contract from "../../contract/v1/client/org-products.ts";
import { type Ctx, type ReadCtx, requireUser } from "../context.ts";
import { currentOrgId } from "../current-user.ts";
import { audited, diffRows, ownChangesPart } from "../platform/index.ts";
import { exists, many, one, type RowOf, texts } from "../sql.ts";
import { type Device, getOrgProduct } from "./list-org-products.ts";

/** Omitted fields keep their value; `tags` replaces all, `add_tags` and `remove_tags` some. */
export type DeviceChange = {
  id: string;
  name?: string | null | undefined;
  site?: string | null | undefined;
  tags?: readonly string[] | undefined;
  add_tags?: readonly string[] | undefined;
  remove_tags?: readonly string[] | undefined;
  installed_version?: string | undefined;
  updated_at?: string | undefined;
};

const outcome = () =>
  z.object({
    missing: z.nullable(z.string()),
    outdated: z.nullable(z.string()),
    overfull: z.nullable(z.string()),
    changed: z.int(),
  });

/**
 * Changes devices of the actor's organization, all or none, and returns how many changed; a device that already has the
 * values is skipped. @throws ORG_PRODUCT_NOT_FOUND, OBJECT_OUTDATED or DEVICE_TAGS_EXCEEDED about the first device that
 * refuses
 */
export async function updateDevices(ctx: Ctx, changes: readonly DeviceChange[]): Promise<number> {
  const { org_id } = requireUser(ctx);
  const { missing, outdated, overfull, changed } = await one<RowOf<typeof outcome>>(
    ctx,
    outcome,
    sql`
    with wanted as materialized (
      select (change ->> 'id')::uuid as id, change, place
      from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) with ordinality requested (change, place)
    ), held as materialized (
      select devices.* from devices
      where devices.id in (select id from wanted) and org_id = ${org_id} and not is_deleted
      order by id for update
    ), n as materialized (
      select held.id, wanted.place,
        case when change ? 'name' then change ->> 'name' else held.name end as name,
        case when change ? 'site' then change ->> 'site' else held.site end as site,
        array(
          select tag from (
            select distinct on (lower(tag)) tag
            from (
              select tag, 0 as rank from unnest(
                case when change ? 'tags' then array(select jsonb_array_elements_text(change -> 'tags'))
                  else held.tags end
              ) tag
              union all
              select tag, 1 from jsonb_array_elements_text(coalesce(change -> 'add_tags', '[]')) tag
            ) tags
            where lower(tag) not in (
              select lower(gone) from jsonb_array_elements_text(coalesce(change -> 'remove_tags', '[]')) gone
            )
            order by lower(tag), rank
          ) tags
          order by tag
        ) as tags,
        coalesce(change ->> 'installed_version', held.installed_version) as installed_version,
        change ? 'installed_version' and change ->> 'installed_version' is distinct from held.installed_version
          as is_reported,
        change ? 'updated_at' and date_trunc('milliseconds', held.updated_at) <> (change ->> 'updated_at')::timestamptz
          as is_outdated
      from wanted join held on held.id = wanted.id
    ), missing as materialized (
      select id from wanted where id not in (select id from held) order by place limit 1
    ), outdated as materialized (
      select id from n where is_outdated order by place limit 1
    ), overfull as materialized (
      select id from n where cardinality(tags) > ${tagsMax} order by place limit 1
    ), d as (
      update devices
      set name = n.name, site = n.site, tags = n.tags, installed_version = n.installed_version,
        installed_at = case when n.is_reported then now() else devices.installed_at end,
        updated_at = greatest(now(), devices.updated_at + interval '1 millisecond')
      from n
      where devices.id = n.id
        and (devices.name, devices.site, devices.tags, devices.installed_version)
          is distinct from (n.name, n.site, n.tags, n.installed_version)
        and not exists (select 1 from missing) and not exists (select 1 from outdated)
        and not exists (select 1 from overfull)
      returning with (old as was, new as is_now)
        devices.id, devices.org_id, devices.serial, to_jsonb(was) as before, to_jsonb(is_now) as after
    ), ${audited(ctx, "updateDevices", "device", "d", {
      data: sql`jsonb_build_object('serial', d.serial)`,
      changes: diffRows(),
    })}
    select (select id from missing) as missing, (select id from outdated) as outdated,
      (select id from overfull) as overfull, (select count(*)::int from d) as changed`,
    () => new Error("a select without tables returned no row"),
  );
  if (missing !== null) throw notFound("ORG_PRODUCT_NOT_FOUND").about(missing);
  if (outdated !== null) throw unprocessable("OBJECT_OUTDATED").about(outdated);
  if (overfull !== null) throw unprocessable("DEVICE_TAGS_EXCEEDED").about(overfull);
  return changed;
}

type Change = InputOf<typeof contract.updateOrgProduct>["body"];

export async function updateOrgProduct(ctx: Ctx, id: string, change: Change): Promise<Device> {
  await updateDevices(ctx, [{ id, ...change }]);
  return getOrgProduct(ctx, id);
}

export async function reportInstalledVersion(
  ctx: Ctx,
  id: string,
  { version }: InputOf<typeof contract.reportInstalledVersion>["body"],
): Promise<Device> {
  await updateDevices(ctx, [{ id, installed_version: version }]);
  return getOrgProduct(ctx, id);
}

/**
 * Restores the names, sites and tags that one request of the user just changed, all or none. @throws OBJECT_OUTDATED
 * after the undo period or a later change
 */
export async function undoDeviceChanges(ctx: Ctx, request_id: string): Promise<void> {
  const isChanged = (column: "name" | "site" | "tags") => sql`undone.changes ? ${column}`;
  const fieldAt = (column: "name" | "site", place: 0 | 1) => sql`undone.changes #>> array[${column}, ${String(place)}]`;
  const tagsAt = (place: 0 | 1) =>
    sql`array(select jsonb_array_elements_text(undone.changes #> array['tags', ${String(place)}]))`;
  const isDone = await exists(
    ctx,
    sql`
    with ${ownChangesPart(ctx, "updateDevices", request_id)}, held as (
      select devices.id
      from devices join undone on undone.id = devices.id
      where devices.org_id = ${requireUser(ctx).org_id} and not devices.is_deleted
        and (not (${isChanged("name")}) or devices.name is not distinct from ${fieldAt("name", 1)})
        and (not (${isChanged("site")}) or devices.site is not distinct from ${fieldAt("site", 1)})
        and (not (${isChanged("tags")}) or devices.tags = ${tagsAt(1)})
      order by devices.id for update of devices
    ), d as (
      update devices
      set name = case when ${isChanged("name")} then ${fieldAt("name", 0)} else devices.name end,
        site = case when ${isChanged("site")} then ${fieldAt("site", 0)} else devices.site end,
        tags = case when ${isChanged("tags")} then ${tagsAt(0)} else devices.tags end,
        updated_at = greatest(now(), devices.updated_at + interval '1 millisecond')
      from undone
      where devices.id = undone.id and devices.id in (select id from held)
        and (select count(*) from held) = (select count(*) from undone)
      returning with (old as was, new as is_now)
        devices.id, devices.org_id, devices.serial, to_jsonb(was) as before, to_jsonb(is_now) as after
    ), ${audited(ctx, "updateDevices", "device", "d", {
      data: sql`jsonb_build_object('serial', d.serial)`,
      changes: diffRows(),
    })}
    select 1 from d`,
  );
  if (!isDone) throw unprocessable("OBJECT_OUTDATED");
}

const namedDevice = () =>
  z.object({
    id: z.string(),
    serial: z.string(),
    name: z.nullable(z.string()),
    site: z.nullable(z.string()),
    tags: z.array(z.string()),
  });
export type NamedDevice = RowOf<typeof namedDevice>;

export const findDevicesBySerial = (ctx: ReadCtx, serials: readonly string[]): Promise<NamedDevice[]> =>
  many(
    ctx,
    namedDevice,
    sql`
    select id, serial, name, site, to_json(tags) as tags from devices
    where org_id = ${currentOrgId(ctx)} and not is_deleted
      and upper(serial) in (select upper(serial) from unnest(${texts([...serials])}) named (serial))`,
  );
