import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { recordedDownload } from "../../../contract/entities/software.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { currentOrgId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { getOrganization } from "../../organizations/index.ts";
import { selectFields } from "../../select-of.ts";

export type RecordedDownload = z.output<typeof recordedDownload>;

export const listDownloads = (ctx: ReadCtx, query: ListQuery): Promise<Page<RecordedDownload>> =>
  readDownloads(ctx, currentOrgId(ctx), query);

export async function listAdminDownloads(
  ctx: ReadCtx,
  orgId: string,
  query: ListQuery,
): Promise<Page<RecordedDownload>> {
  const [page] = await Promise.all([readDownloads(ctx, sql`${orgId}::uuid`, query), getOrganization(ctx, orgId)]);
  return page;
}

const columns = selectFields(recordedDownload.shape, "d", {
  bytes: sql`d.bytes::float`,
  size: sql`v.bytes::float`,
  version: sql`json_build_object('id', v.id, 'version', v.version)`,
  software: sql`json_build_object('id', s.id, 'kind', s.kind, 'name', s.name, 'title', s.title)`,
  user: sql`(
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email)
    from users u
    where u.id = d.user_id
  )`,
});

const readDownloads = (ctx: ReadCtx, orgId: SQL, query: ListQuery): Promise<Page<RecordedDownload>> =>
  readPage(ctx, query, {
    shape: () => recordedDownload,
    columns,
    from: sql`downloads d`,
    join: sql`join software_versions v on v.id = d.version_id join software s on s.id = d.software_id`,
    isOwn: true,
    where: [sql`d.org_id = ${orgId}`],
    text: sql`s.title`,
    searchIn: (matches) => sql`d.software_id in (select s.id from software s where ${matches})`,
    alias: "d",
  });
