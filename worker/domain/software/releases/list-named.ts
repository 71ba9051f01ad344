import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { dependencyShape, type neededVersion, pluginShape } from "../../../contract/entities/software.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, singlePage, readPage } from "../../listing.ts";
import { findNewest } from "../builds.ts";
import { iso, one } from "../../sql.ts";

const plugin = z.object(pluginShape);
const dependency = z.object(dependencyShape);
export type Plugin = z.output<typeof plugin>;
export type Dependency = z.output<typeof dependency>;

/** Published versions, of which `findNewest` (builds.ts) chooses `latest_published_version`. */
const publishedShape = { versions: z.array(z.object({ version: z.string() })) };
const pluginRow = () => z.extend(z.omit(plugin, { latest_published_version: true }), publishedShape);
const dependencyRow = () => z.extend(z.omit(dependency, { latest_published_version: true }), publishedShape);

const sharedColumns = sql`s.id, s.name, s.title, s.description, s.author, s.author_url,
  ${iso("s.created_at")} as created_at, ${iso("s.updated_at")} as updated_at,
  coalesce((
    select json_agg(json_build_object('version', v.version))
    from software_versions v
    where v.software_id = s.id and v.is_published and not v.is_deleted
  ), '[]') as versions`;
const pluginColumns = sql`${sharedColumns}, s.product_id, s.is_default, to_json(s.fits_product_ids) as fits_product_ids,
  (
    select json_build_object('id', p.id, 'name', p.name, 'sku', p.sku)
    from products p
    where p.id = s.product_id
  ) as product`;

const listSource = (kind: "plugin" | "dependency", columns: SQL) => ({
  columns,
  from: sql`software s`,
  where: [sql`s.kind = ${kind}`, sql`not s.is_deleted`],
  text: sql`(s.name || ' ' || s.title)`,
  alias: "s",
});

function withLatest<R extends { versions: { version: string }[] }>(row: R) {
  const { versions, ...rest } = row;
  return { ...rest, latest_published_version: findNewest(versions)?.version ?? null };
}

export async function listPlugins(ctx: ReadCtx, query: ListQuery): Promise<Page<Plugin>> {
  const { data, meta } = await readPage(ctx, query, { shape: pluginRow, ...listSource("plugin", pluginColumns) });
  return { data: data.map(withLatest), meta };
}

export async function listDependencies(ctx: ReadCtx, query: ListQuery): Promise<Page<Dependency>> {
  const { data, meta } = await readPage(ctx, query, {
    shape: dependencyRow,
    ...listSource("dependency", sharedColumns),
  });
  return { data: data.map(withLatest), meta };
}

/** @throws SOFTWARE_PLUGIN_NOT_FOUND also for deleted plugins */
export async function getPlugin(ctx: ReadCtx, id: string): Promise<Plugin> {
  const refusal = () => notFound("SOFTWARE_PLUGIN_NOT_FOUND");
  const from = sql`from software s where s.id = ${id} and s.kind = 'plugin' and not s.is_deleted`;
  return withLatest(await one(ctx, pluginRow, sql`select ${pluginColumns} ${from}`, refusal));
}

/** @throws SOFTWARE_DEPENDENCY_NOT_FOUND also for deleted dependencies */
export async function getDependency(ctx: ReadCtx, id: string): Promise<Dependency> {
  const refusal = () => notFound("SOFTWARE_DEPENDENCY_NOT_FOUND");
  const from = sql`from software s where s.id = ${id} and s.kind = 'dependency' and not s.is_deleted`;
  return withLatest(await one(ctx, dependencyRow, sql`select ${sharedColumns} ${from}`, refusal));
}

const neededRow = () =>
  z.object({ ...dependencyRow().shape, version_id: z.string(), version: z.string(), is_published: z.boolean() });

type NeededVersion = z.output<typeof neededVersion>;

export async function listVersionDependencies(ctx: ReadCtx, id: string): Promise<Page<NeededVersion>> {
  const { data } = await one(
    ctx,
    () => z.object({ data: z.array(neededRow()) }),
    sql`
    select coalesce((
      select json_agg(shown order by shown.name, shown.version_id)
      from (
        select ${sharedColumns}, w.id as version_id, w.version, w.is_published
        from software_version_dependencies e
        join software_versions w on w.id = e.dependency_version_id
        join software s on s.id = w.software_id
        where e.version_id = o.id
      ) shown
    ), '[]') as data
    from software_versions o
    where o.id = ${id} and not o.is_deleted`,
    () => notFound("SOFTWARE_VERSION_NOT_FOUND"),
  );
  return singlePage(data.map(withLatest));
}
