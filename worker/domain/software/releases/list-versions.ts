import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SoftwareKind } from "../../../../db/enums.ts";
import { adminVersion, adminVersionShape } from "../../../contract/entities/software.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { newestFirst, versionExpressions } from "../builds.ts";
import { selectOf } from "../../select-of.ts";
import { one } from "../../sql.ts";

export type Version = z.output<typeof adminVersion>;
type Filter = {
  reference_type?: SoftwareKind | undefined;
  reference_id?: string | undefined;
  is_published?: boolean | undefined;
};

const columns = selectOf(adminVersionShape, "v", {
  ...versionExpressions,
  publisher: sql`(
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email)
    from users u
    where u.id = v.published_by
  )`,
});
const join = sql`join software s on s.id = v.software_id`;

export const listVersions = (ctx: ReadCtx, query: ListQuery & Filter): Promise<Page<Version>> =>
  readPage(ctx, query, {
    shape: () => adminVersion,
    columns,
    from: sql`software_versions v`,
    join,
    where: [
      sql`not v.is_deleted`,
      query.reference_id && sql`v.software_id = ${query.reference_id}`,
      query.reference_type &&
        sql`v.software_id in (select s.id from software s where s.kind = ${query.reference_type})`,
      query.is_published !== undefined && sql`v.is_published = ${query.is_published}`,
    ],
    text: sql`(s.name || ' ' || s.title)`,
    searchIn: (matches) => sql`v.software_id in (select s.id from software s where ${matches})`,
    alias: "v",
  });

/** Throws SOFTWARE_VERSION_NOT_FOUND also for deleted versions. */
export async function getVersion(ctx: ReadCtx, id: string): Promise<Version> {
  const { version } = await one(
    ctx,
    () => z.object({ version: adminVersion }),
    sql`
    select to_json(shown) as version from (
      select ${columns} from software_versions v ${join} where v.id = ${id} and not v.is_deleted
    ) shown`,
    () => notFound("SOFTWARE_VERSION_NOT_FOUND"),
  );
  return version;
}

export async function getAdminSoftware(ctx: ReadCtx, name: string) {
  const row = await one(
    ctx,
    () =>
      z.object({
        id: z.string(),
        name: z.string(),
        title: z.string(),
        description: z.string(),
        fits_product_ids: z.array(z.string()),
        versions: z.array(adminVersion),
      }),
    sql`
    select s.id, s.name, s.title, s.description, to_json(s.fits_product_ids) as fits_product_ids, coalesce((
      select json_agg(shown)
      from (select ${columns} from software_versions v where v.software_id = s.id and not v.is_deleted) shown
    ), '[]') as versions
    from software s
    where s.kind = 'software' and s.name = ${name} and not s.is_deleted`,
    () => notFound("REFERENCE_NOT_FOUND"),
  );
  return { ...row, versions: newestFirst(row.versions) };
}
