import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { device, deviceShape } from "../../contract/entities/device.ts";
import { notFound } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { currentOrgId } from "../current-user.ts";
import type { ReadCtx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { isOffered, type OfferRecipient, viewerAsRecipient } from "../offers.ts";
import { getOrganization } from "../organizations/index.ts";
import { selectFields } from "../select-of.ts";
import { iso, one, type RowOf, many } from "../sql.ts";

export type Device = z.output<typeof device>;
type Query = ListQuery & {
  product_id?: string | undefined;
  is_verified?: boolean | undefined;
  site?: string | undefined;
  tag?: string | undefined;
  has_update?: boolean | undefined;
};

/**
 * The newest version that is offered for the device `d`. The subselect makes the product check a separate condition,
 * which runs only for the few non-plugins that an index finds.
 */
const newestVersion = (taker: OfferRecipient, columns: SQL): SQL => sql`(
  select ${columns}
  from software s
    join software_versions v on v.software_id = s.id and not v.is_deleted
  where s.kind = 'software' and not s.is_deleted and (select d.product_id = any(s.fits_product_ids))
    and ${isOffered(taker)}
  order by v.version_key desc
  limit 1
)`;
const newestBuild = (taker: OfferRecipient): SQL =>
  newestVersion(
    taker,
    sql`json_build_object('title', s.title, 'version', v.version,
    'published_at', ${iso("coalesce(v.published_at, v.staged_at)")})`,
  );

/**
 * A reported version as a semantic version: 2 and 2.0 become 2.0.0, and a fourth number becomes build metadata, also
 * that of a pre-release.
 */
const installedSemver = sql`regexp_replace(
  regexp_replace(
    regexp_replace(d.installed_version, '^([0-9]+)(?![0-9.])', '\\1.0.0'),
    '^([0-9]+[.][0-9]+)(?![0-9.])', '\\1.0'
  ),
  '^([0-9]+[.][0-9]+[.][0-9]+)[.]([0-9]+)(-[0-9A-Za-z.-]+)?.*$', '\\1\\3+\\2'
)`;

/** The installed version of the device `d` in the order of `software_versions.version_key`; null while unknown. */
export const installedKey: SQL = sql`coalesce(
  nullif(version_sort_key(d.installed_version), ''), nullif(version_sort_key(${installedSemver}), '')
)`;

/** False while the installed version of the device `d` is unknown. */
export const hasUpdate = (taker: OfferRecipient): SQL =>
  sql`(d.installed_version is not null
    and coalesce(${newestVersion(taker, sql`v.version_key`)} > ${installedKey}, false))`;

const scopeAsRecipient = ({ org_id, is_beta_tester }: Scope): OfferRecipient => ({
  org_id,
  is_beta_tester,
  device_id: sql`d.id`,
});

const columnsFor = (is_beta_tester: SQL): SQL =>
  selectFields(deviceShape, "d", {
    product: sql`json_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'main_image', p.main_image,
    'short_description', p.short_description)`,
    newest_build: newestBuild(scopeAsRecipient({ org_id: sql`d.org_id`, is_beta_tester })),
    tags: sql`to_json(d.tags)`,
    has_update: hasUpdate(scopeAsRecipient({ org_id: sql`d.org_id`, is_beta_tester })),
    is_verified: sql`d.verified_by is not null`,
  });

type Scope = { org_id: SQL; is_beta_tester: SQL };

const readDevices = (ctx: ReadCtx, { org_id, is_beta_tester }: Scope, query: Query): Promise<Page<Device>> =>
  readPage(ctx, query, {
    shape: () => device,
    columns: columnsFor(is_beta_tester),
    from: sql`devices d`,
    join: sql`join products p on p.id = d.product_id`,
    isOwn: true,
    where: [
      sql`d.org_id = ${org_id}`,
      sql`not d.is_deleted`,
      query.product_id && sql`d.product_id = ${query.product_id}`,
      query.is_verified !== undefined && sql`(d.verified_by is not null) = ${query.is_verified}`,
      query.site && sql`d.site = ${query.site}`,
      query.tag && sql`${query.tag} = any(d.tags)`,
      query.has_update !== undefined &&
        sql`${hasUpdate(scopeAsRecipient({ org_id, is_beta_tester }))} = ${query.has_update}`,
    ],
    text: sql`concat_ws(' ', d.serial, d.name, d.site, array_to_string(d.tags, ' '))`,
    alias: "d",
  });

const readDevice = (ctx: ReadCtx, { org_id, is_beta_tester }: Scope, id: string): Promise<Device> =>
  one(
    ctx,
    () => device,
    sql`
    select ${columnsFor(is_beta_tester)}
    from devices d
      join products p on p.id = d.product_id
    where d.id = ${id} and d.org_id = ${org_id} and not d.is_deleted`,
    () => notFound("ORG_PRODUCT_NOT_FOUND"),
  );

/** Every member may read the organization's devices (O-124). */
export const listOrgProducts = (ctx: ReadCtx, query: Query): Promise<Page<Device>> =>
  readDevices(ctx, viewerAsRecipient(ctx), query);

/** Another organization's device counts as not found (O-123). */
export const getOrgProduct = (ctx: ReadCtx, id: string): Promise<Device> => readDevice(ctx, viewerAsRecipient(ctx), id);

/** The console shows the newest builds offered to members who are not beta testers. */
const consoleScope = (orgId: string): Scope => ({ org_id: sql`${orgId}::uuid`, is_beta_tester: sql`false` });

export async function listAdminOrgProducts(ctx: ReadCtx, orgId: string, query: Query): Promise<Page<Device>> {
  const [page] = await Promise.all([readDevices(ctx, consoleScope(orgId), query), getOrganization(ctx, orgId)]);
  return page;
}

export const getAdminOrgProduct = (ctx: ReadCtx, { org_id, id }: { org_id: string; id: string }): Promise<Device> =>
  readDevice(ctx, consoleScope(org_id), id);

const deviceProduct = () =>
  z.object({ id: z.string(), name: z.string(), main_image: z.nullable(z.string()), count: z.int() });
export type DeviceProduct = RowOf<typeof deviceProduct>;

export const listDeviceProducts = (ctx: ReadCtx): Promise<DeviceProduct[]> =>
  many(
    ctx,
    deviceProduct,
    sql`
    select p.id, p.name, p.main_image, d.count
    from (
      select product_id, count(*)::int as count
      from devices
      where org_id = ${currentOrgId(ctx)} and not is_deleted
      group by product_id
    ) d
      join products p on p.id = d.product_id
    order by p.name, p.id`,
  );

const placesRow = () => z.object({ sites: z.array(z.string()), tags: z.array(z.string()) });
export type DevicePlaces = RowOf<typeof placesRow>;

export const listDevicePlaces = (ctx: ReadCtx): Promise<DevicePlaces> =>
  one(
    ctx,
    placesRow,
    sql`
    with own as materialized (
      select site, tags from devices
      where org_id = ${currentOrgId(ctx)} and not is_deleted and (site is not null or tags <> '{}')
    )
    select array(select distinct site from own where site is not null order by site) as sites,
      array(select distinct tag from own, unnest(tags) tag order by tag) as tags`,
    () => new Error("a select without tables returned no row"),
  );

const productUpdates = () => z.object({ product_id: z.string(), count: z.int() });
export type ProductUpdates = RowOf<typeof productUpdates>;

export const sumUpdates = (products: readonly ProductUpdates[]): number =>
  products.reduce((sum, { count }) => sum + count, 0);

export function countDeviceUpdates(ctx: ReadCtx): Promise<ProductUpdates[]> {
  const scope = viewerAsRecipient(ctx);
  return many(
    ctx,
    productUpdates,
    sql`
    select d.product_id, count(*)::int as count from devices d
    where d.org_id = ${scope.org_id} and not d.is_deleted and ${hasUpdate(scopeAsRecipient(scope))}
    group by d.product_id`,
  );
}
