import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import {
  type listedSoftware,
  listedVersion,
  softwareBaseShape,
  withdrawnVersion,
} from "../../contract/entities/software.ts";
import { currentOrgId } from "../current-user.ts";
import type { ReadCtx } from "../context.ts";
import { type Page, singlePage } from "../listing.ts";
import { offerReason, type OfferRecipient, viewerAsRecipient } from "../offers.ts";
import { selectFields } from "../select-of.ts";
import { iso, type RowOf, many } from "../sql.ts";
import { findNewest, sortNewestFirst } from "./builds.ts";
import { decideEntitlement, type EntitlementFacts } from "./entitlement.ts";
import { ownedPart, productFacts, productFactsShape } from "./entitlement-rows.ts";

export type Software = z.output<typeof listedSoftware>;
type Version = z.output<typeof listedVersion>;

const softwareRow = () =>
  z.object({
    ...softwareBaseShape,
    has_availability: z.boolean(),
    product: productFactsShape(),
    versions: z.array(listedVersion),
    withdrawn_versions: z.array(withdrawnVersion),
  });

const columnsFor = (
  recipient: OfferRecipient,
): SQL => sql`${selectFields(softwareBaseShape, "s", { fits_product_ids: sql`to_json(s.fits_product_ids)` })},
  s.has_availability, ${productFacts} as product,
  coalesce((
    select json_agg(shown)
    from (
      select ${selectFields(listedVersion.shape, "v", { size: sql`v.bytes`, offered_by: sql`offer.reason` })}
      from software_versions v
        cross join lateral (select ${offerReason(recipient)} as reason) offer
      where v.software_id = s.id and not v.is_deleted and offer.reason is not null
    ) shown
  ), '[]') as versions,
  coalesce((
    select json_agg(json_build_object('id', v.id, 'version', v.version, 'withdrawn_at', ${iso("v.withdrawn_at")},
      'reason', v.withdrawal_reason, 'replacement', (
        select json_build_object('id', r.id, 'version', r.version)
        from software_versions r
        where r.id = v.replacement_id and r.is_published and not r.is_deleted
      )) order by v.version_key desc)
    from software_versions v
    where v.software_id = s.id and v.withdrawn_at is not null and exists (
      select 1 from downloads l where l.software_id = s.id and l.version_id = v.id and l.org_id = ${recipient.org_id}
    )
  ), '[]') as withdrawn_versions`;

/**
 * `product_id`, an id or an SQL expression, limits the list to software for devices of that product. With `device_id`,
 * a version that is offered to a percentage of devices counts only if that device is among them.
 */
export async function listSoftware(
  ctx: ReadCtx,
  query: { product_id?: string | SQL | undefined; device_id?: SQL } = {},
): Promise<Page<Software>> {
  const rows = await many(
    ctx,
    softwareRow,
    sql`
    with ${ownedPart(currentOrgId(ctx))}
    select ${columnsFor({ ...viewerAsRecipient(ctx), ...(query.device_id && { device_id: query.device_id }) })}
    from software s
    where s.kind in ('software', 'plugin') and not s.is_deleted
      and ${query.product_id === undefined ? sql`true` : sql`(${query.product_id})::uuid = any(s.fits_product_ids)`}
    order by s.kind = 'plugin', s.title, s.id`,
  );
  return singlePage(rows.map(toSoftware));
}

/** Of software and a plugin with the same name, the software is returned; undefined for an unknown name. */
export async function findSoftware(ctx: ReadCtx, name: string) {
  const [row] = await many(
    ctx,
    () => z.extend(softwareRow(), { notes: z.record(z.string(), z.string()) }),
    sql`
    with ${ownedPart(currentOrgId(ctx))}
    select ${columnsFor(viewerAsRecipient(ctx))},
      coalesce((
        select json_object_agg(v.id, v.public_description)
        from software_versions v
        where v.software_id = s.id and not v.is_deleted
      ), '{}') as notes
    from software s
    where s.kind in ('software', 'plugin') and not s.is_deleted and s.name = ${name}
    order by s.kind = 'plugin'`,
  );
  if (!row) return undefined;
  const versions = sortNewestFirst(row.versions).map((version) => ({
    ...version,
    notes: row.notes[version.id] ?? "",
    ...decideEntitlement(toFacts(row, version)),
  }));
  return { ...toSoftware(row), versions };
}

function toSoftware(row: RowOf<typeof softwareRow>): Software {
  const { versions, product, has_availability: _availability, ...rest } = row;
  const latestVersion = findNewest(versions);
  const { allowed, reason, until } = decideEntitlement(toFacts(row, latestVersion));
  const entitledVersions = versions.filter((version) => decideEntitlement(toFacts(row, version)).allowed);
  return {
    ...rest,
    product_id: product?.id ?? null,
    product_name: product?.name ?? null,
    allowed,
    reason,
    until: until ?? null,
    latest_version: latestVersion ?? null,
    latest_version_allowed: findNewest(entitledVersions) ?? null,
  };
}

const toFacts = (
  {
    is_default,
    has_availability,
    product,
  }: Pick<RowOf<typeof softwareRow>, "is_default" | "has_availability" | "product">,
  version: Version | undefined,
): EntitlementFacts => ({
  is_default,
  has_availability,
  product,
  version: version ? { offered_by: version.offered_by, is_stopped: false, published_at: version.published_at } : null,
});
