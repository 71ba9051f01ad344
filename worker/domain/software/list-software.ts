import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type listedSoftware, listedVersion, softwareBaseShape } from "../../contract/entities/software.ts";
import { currentOrgId } from "../current-user.ts";
import type { ReadCtx } from "../context.ts";
import { type Page, singlePage } from "../listing.ts";
import { selectOf } from "../select-of.ts";
import { type RowOf, many } from "../sql.ts";
import { newest, newestFirst } from "./builds.ts";
import { decideEntitlement, type EntitlementFacts } from "./entitlement.ts";
import { owned, productFacts, productFactsShape } from "./entitlement-rows.ts";

export type Software = z.output<typeof listedSoftware>;
type Version = z.output<typeof listedVersion>;

const softwareRow = () =>
  z.object({ ...softwareBaseShape, product: productFactsShape(), versions: z.array(listedVersion) });

const columns = sql`${selectOf(softwareBaseShape, "s", { fits_product_ids: sql`to_json(s.fits_product_ids)` })},
  ${productFacts} as product,
  coalesce((
    select json_agg(shown)
    from (
      select ${selectOf(listedVersion.shape, "v", { size: sql`v.bytes` })}
      from software_versions v
      where v.software_id = s.id and v.is_published and not v.is_deleted
    ) shown
  ), '[]') as versions`;

/**
 * Sorted by kind and title, with the access of the viewer's organization. `product_id`, a value or an expression,
 * limits the list to software for devices of that product.
 */
export async function listSoftware(
  ctx: ReadCtx,
  query: { product_id?: string | SQL | undefined } = {},
): Promise<Page<Software>> {
  const rows = await many(
    ctx,
    softwareRow,
    sql`
    with ${owned(currentOrgId(ctx))}
    select ${columns}
    from software s
    where s.kind in ('software', 'plugin') and not s.is_deleted
      and ${query.product_id === undefined ? sql`true` : sql`(${query.product_id})::uuid = any(s.fits_product_ids)`}
    order by s.kind = 'plugin', s.title, s.id`,
  );
  return singlePage(rows.map(toSoftware));
}

/** Lists all published versions, newest first, each with the organization's access. */
export async function findSoftware(ctx: ReadCtx, name: string) {
  const [row] = await many(
    ctx,
    () => z.extend(softwareRow(), { notes: z.record(z.string(), z.string()) }),
    sql`
    with ${owned(currentOrgId(ctx))}
    select ${columns},
      coalesce((
        select json_object_agg(v.id, v.public_description)
        from software_versions v
        where v.software_id = s.id and v.is_published and not v.is_deleted
      ), '{}') as notes
    from software s
    where s.kind in ('software', 'plugin') and not s.is_deleted and s.name = ${name}
    order by s.kind = 'plugin'`,
  );
  if (!row) return undefined;
  const versions = newestFirst(row.versions).map((version) => ({
    ...version,
    notes: row.notes[version.id] ?? "",
    ...decideEntitlement(factsOf(row, version)),
  }));
  return { ...toSoftware(row), versions };
}

function toSoftware(row: RowOf<typeof softwareRow>): Software {
  const { versions, product, ...rest } = row;
  const latest = newest(versions);
  const { allowed, reason, until } = decideEntitlement(factsOf(row, latest));
  const entitled = versions.filter((version) => decideEntitlement(factsOf(row, version)).allowed);
  return {
    ...rest,
    product_id: product?.id ?? null,
    product_name: product?.name ?? null,
    allowed,
    reason,
    until: until ?? null,
    latest_version: latest ?? null,
    latest_version_allowed: newest(entitled) ?? null,
  };
}

const factsOf = (
  { is_default, product }: Pick<RowOf<typeof softwareRow>, "is_default" | "product">,
  version: Version | undefined,
): EntitlementFacts => ({
  is_default,
  product,
  version: version ? { is_published: true, published_at: version.published_at } : null,
});
