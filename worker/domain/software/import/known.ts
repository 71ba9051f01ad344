import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SoftwareKind } from "../../../../db/enums.ts";
import type { Release } from "../../../gateways/builds/index.ts";
import type { Ctx } from "../../context.ts";
import { exists, maybeOne, many, texts } from "../../sql.ts";
import type { Mark, Source } from "./progress.ts";

/** The version in a tag, with or without the leading "v" that GitHub suggests. */
export const versionFromTag = (tag: string): string => tag.replace(/^v(?=\d)/, "");

const sourceRow = () => z.object({ name: z.string(), repository: z.string() });

/**
 * Software whose releases are imported: all software with a repository, oldest first. If the app of
 * BUILDS_FLOWPOINT_REPOSITORY is not among them, the app comes first.
 */
export async function findSources(ctx: Ctx): Promise<Source[]> {
  const { BUILDS_FLOWPOINT_REPOSITORY: app } = ctx.settings;
  const rows = await many(
    ctx,
    sourceRow,
    sql`
    select name, repository
    from software
    where kind = 'software' and repository is not null and not is_deleted
    order by created_at, id`,
  );
  return rows.some(({ name }) => name === app) ? rows : [{ name: app, repository: app }, ...rows];
}

const versionRow = () => z.object({ version: z.string(), file_name: z.string(), sha256: z.string() });
export type KnownVersion = z.output<ReturnType<typeof versionRow>>;

/** Includes deleted versions, which are not imported again. */
export const findKnownVersions = (
  ctx: Ctx,
  kind: SoftwareKind,
  name: string,
  versions: string[],
): Promise<KnownVersion[]> =>
  many(
    ctx,
    versionRow,
    sql`
    select v.version, v.file_name, v.sha256
    from software s
    join software_versions v on v.software_id = s.id
    where s.kind = ${kind} and s.name = ${name} and v.version = any(${texts(versions)})`,
  );

export const isAdded = (ctx: Ctx, versionId: string): Promise<boolean> =>
  exists(ctx, sql`select 1 from software_versions where id = ${versionId}`);

/** Whether the digest at the registry differs from the imported file's: a version must never change. */
export const hasChanged = (version: KnownVersion, { assets }: Release): boolean => {
  const digest = assets.find(({ name }) => name === version.file_name)?.sha256;
  return digest !== undefined && digest !== null && digest !== version.sha256;
};

export async function findMissing(ctx: Ctx, kind: SoftwareKind, name: string, releases: Release[]): Promise<Release[]> {
  const versions = await findKnownVersions(
    ctx,
    kind,
    name,
    releases.map(({ tag }) => versionFromTag(tag)),
  );
  const byVersion = new Map(versions.map((version) => [version.version, version]));
  return releases.filter((release) => {
    const version = byVersion.get(versionFromTag(release.tag));
    return !version || hasChanged(version, release);
  });
}

const dependencyRow = () =>
  z.object({ id: z.string(), name: z.string(), version: z.string(), is_deleted: z.boolean() });

/**
 * The versions among `dependencies` that are known, deleted ones included. For deleted software that never had the
 * version, `id` is the id of the software.
 */
export const findDependencies = (ctx: Ctx, dependencies: { name: string; version: string }[]) =>
  many(
    ctx,
    dependencyRow,
    sql`
    select coalesce(v.id, s.id) as id, w.name, w.version, s.is_deleted or v.is_deleted as is_deleted
    from jsonb_to_recordset(${JSON.stringify(dependencies)}::jsonb) as w (name text, version text)
    join software s on s.kind = 'dependency' and s.name = w.name
    left join software_versions v on v.software_id = s.id and v.version = w.version
    where v.id is not null or s.is_deleted`,
  );

const pageRow = () => z.object({ etag: z.string(), records: z.int(), next: z.nullable(z.int()) });

export const findPage = (ctx: Ctx, address: string) =>
  maybeOne(ctx, pageRow, sql`select etag, records, next from registry_pages where address = ${address}`);

export const savePage = (ctx: Ctx, { address, etag, records, next }: Mark) =>
  ctx.db.execute(sql`
    insert into registry_pages (address, etag, records, next)
    values (${address}, ${etag}, ${records}, ${next})
    on conflict (address)
      do update set etag = excluded.etag, records = excluded.records, next = excluded.next, read_at = now()`);
