import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { offerReasons } from "../../../../contract/entities/software.ts";
import type { ReadCtx } from "../../../context.ts";
import { hasUpdate, installedKey } from "../../../devices/index.ts";
import { isOffered, offerReason, viewerAsRecipient } from "../../../offers.ts";
import { iso, one, uuids } from "../../../sql.ts";
import { findNewest } from "../../builds.ts";
import { decideEntitlement } from "../../entitlement.ts";
import { ownedPart, productFacts, productFactsShape } from "../../entitlement-rows.ts";

/** Maximum devices of one download. */
export const updatesMax = 500;

const version = z.object({
  id: z.string(),
  software_id: z.string(),
  version: z.string(),
  /** Compares as text like the version. */
  key: z.string(),
  published_at: z.nullable(z.string()),
  file_name: z.string(),
  size: z.int(),
  sha256: z.string(),
});
export type UpdateVersion = z.output<typeof version>;

const rows = () =>
  z.object({
    devices: z.array(
      z.object({
        id: z.string(),
        serial: z.string(),
        name: z.nullable(z.string()),
        site: z.nullable(z.string()),
        product: z.string(),
        installed_version: z.nullable(z.string()),
        installed_key: z.nullable(z.string()),
        offers: z.array(z.object({ version_id: z.string(), offered_by: z.enum(offerReasons) })),
      }),
    ),
    software: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        title: z.string(),
        is_default: z.boolean(),
        has_availability: z.boolean(),
        product: productFactsShape(),
      }),
    ),
    versions: z.array(version),
  });

type Rows = z.output<ReturnType<typeof rows>>;
export type UpdatedDevice = Omit<Rows["devices"][number], "offers">;
/** `reason` says why a device gets no file. */
export type DeviceUpdate = { device: UpdatedDevice } & (
  | { software: Rows["software"][number]; version: UpdateVersion; reason: null }
  | { software: null; version: null; reason: string }
);

/**
 * Updates of the organization's devices in `ids`, or of all devices that have one: for each device and software, the
 * newest version that the organization may download, or the reason why there is none. Sorted by serial number; at most
 * `updatesMax` devices.
 */
export async function listDeviceUpdates(ctx: ReadCtx, ids: readonly string[] | undefined): Promise<DeviceUpdate[]> {
  const recipient = { ...viewerAsRecipient(ctx), device_id: sql`d.id` };
  const updateRows = await one(
    ctx,
    rows,
    sql`
    with ${ownedPart(recipient.org_id)}, own as materialized (
      select d.* from devices d
      where d.org_id = ${recipient.org_id} and not d.is_deleted
        and ${ids ? sql`d.id = any(${uuids([...ids])})` : hasUpdate(recipient)}
      order by upper(d.serial) limit ${updatesMax}
    ), offers as materialized (
      select d.id as device_id, s.id as software_id, v.id as version_id, ${offerReason(recipient)} as offered_by
      from own d
        join software s on s.kind = 'software' and not s.is_deleted and d.product_id = any(s.fits_product_ids)
        join software_versions v on v.software_id = s.id and not v.is_deleted
      where ${isOffered(recipient)}
    )
    select
      coalesce((
        select json_agg(json_build_object('id', d.id, 'serial', d.serial, 'name', d.name, 'site', d.site,
          'product', p.name, 'installed_version', d.installed_version,
          'installed_key', ${installedKey}, 'offers', coalesce((
            select json_agg(json_build_object('version_id', o.version_id, 'offered_by', o.offered_by))
            from offers o where o.device_id = d.id
          ), '[]')) order by upper(d.serial))
        from own d join products p on p.id = d.product_id
      ), '[]') as devices,
      coalesce((
        select json_agg(json_build_object('id', s.id, 'name', s.name, 'title', s.title, 'is_default', s.is_default,
          'has_availability', s.has_availability, 'product', ${productFacts}))
        from software s where s.id in (select software_id from offers)
      ), '[]') as software,
      coalesce((
        select json_agg(json_build_object('id', v.id, 'software_id', v.software_id, 'version', v.version,
          'key', v.version_key, 'published_at', ${iso("v.published_at")}, 'file_name', v.file_name, 'size', v.bytes,
          'sha256', v.sha256))
        from software_versions v where v.id in (select version_id from offers)
      ), '[]') as versions`,
    () => new Error("a select without tables returned no row"),
  );
  const [software, versions] = [byId(updateRows.software), byId(updateRows.versions)];
  return updateRows.devices.flatMap(({ offers, ...device }) => decideUpdates(device, offers, software, versions));
}

const byId = <T extends { id: string }>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((each) => [each.id, each]));

function decideUpdates(
  device: UpdatedDevice,
  offers: Rows["devices"][number]["offers"],
  software: ReadonlyMap<string, Rows["software"][number]>,
  versions: ReadonlyMap<string, UpdateVersion>,
): DeviceUpdate[] {
  const reasonByVersion = new Map(offers.map(({ version_id, offered_by }) => [version_id, offered_by]));
  const offeredVersions = [...reasonByVersion.keys()].flatMap((id) => versions.get(id) ?? []);
  if (offeredVersions.length === 0) return [toSkippedUpdate(device, "No software is published for it.")];
  const softwareIds = [...new Set(offeredVersions.map(({ software_id }) => software_id))];
  return softwareIds.flatMap((id): DeviceUpdate[] => {
    const softwareRow = software.get(id);
    if (!softwareRow) return [];
    const results = offeredVersions
      .filter(({ software_id }) => software_id === id)
      .map((candidate) => ({
        version: candidate,
        ...decideEntitlement({
          ...softwareRow,
          version: {
            offered_by: reasonByVersion.get(candidate.id) ?? null,
            is_stopped: false,
            published_at: candidate.published_at,
          },
        }),
      }));
    const best = findNewest(results.flatMap((each) => (each.allowed ? [each.version] : [])));
    if (!best) return [toSkippedUpdate(device, results[0]?.reason?.message ?? "No version is published yet.")];
    const { installed_version, installed_key } = device;
    if (best.key === installed_key) return [toSkippedUpdate(device, `It runs ${best.version} already.`)];
    // Of several pieces of software, the installed version may be that of another.
    if (softwareIds.length === 1 && installed_key !== null && best.key < installed_key)
      return [toSkippedUpdate(device, `It runs ${installed_version}, which is newer than ${best.version}.`)];
    return [{ device, software: softwareRow, version: best, reason: null }];
  });
}

const toSkippedUpdate = (device: UpdatedDevice, reason: string): DeviceUpdate => ({
  device,
  software: null,
  version: null,
  reason,
});
