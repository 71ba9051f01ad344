import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { downloadShape } from "../../../contract/entities/software.ts";
import { forbidden, notFound, unprocessable } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import { afterLookup, type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { createFileToken } from "../../platform/index.ts";
import { filePath, findNewest, versionExpressions } from "../builds.ts";
import { selectFields } from "../../select-of.ts";
import { one, many } from "../../sql.ts";
import { isOffered, viewerAsRecipient } from "../../offers.ts";
import { decideFileEntitlement, type FileRow, findFile, requireNotWithdrawn, toStoredFile } from "./find-file.ts";

export type Download = Omit<z.output<z.ZodMiniObject<typeof downloadShape>>, "success">;

/** Lifetime of a download link in seconds (O-104). */
export const linkLifetimeS = 300;

/**
 * @throws FILE_NOT_FOUND for a version that is not offered, SOFTWARE_VERSION_WITHDRAWN, USR_NOT_AUTHORIZED without the
 * needed purchase or subscription, PRODUCT_NOT_DOWNLOADABLE if the file store fails
 */
export async function getDownload(ctx: ReadCtx, versionId: string): Promise<Download> {
  const [link, view] = await Promise.all([createLink(ctx, versionId), readView(ctx, versionId)]);
  return { ...view, ...link };
}

export const openDownload = async (ctx: ReadCtx, versionId: string): Promise<string> =>
  (await createLink(ctx, versionId)).url;

export async function downloadSoftware(ctx: ReadCtx, name: string): Promise<string> {
  const { versions } = await one(
    ctx,
    () => z.object({ versions: z.array(z.object({ id: z.string(), version: z.string() })) }),
    sql`
    select coalesce((
      select json_agg(json_build_object('id', v.id, 'version', v.version))
      from software_versions v
      where v.software_id = s.id and not v.is_deleted and ${isOffered(viewerAsRecipient(ctx))}
    ), '[]') as versions
    from software s
    where s.kind = 'software' and s.name = ${name} and not s.is_deleted`,
    () => notFound("REFERENCE_NOT_FOUND"),
  );
  const version = findNewest(versions);
  if (!version) throw notFound("SOFTWARE_VERSION_NOT_FOUND");
  return openDownload(ctx, version.id);
}

async function createLink(pendingCtx: ReadCtx, version_id: string): Promise<{ url: string; expires_at: string }> {
  const file = await findFile(pendingCtx, {
    version_id,
    user_id: currentUserId(pendingCtx),
    org_id: currentOrgId(pendingCtx),
  });
  const ctx = await afterLookup(pendingCtx);
  const { user_id, org_id, impersonator_id } = requireUser(ctx);
  if (!file) throw notFound("FILE_NOT_FOUND");
  requireEntitlement(file);
  await ctx.gateways.files.requireFile(toStoredFile(file)).catch(refuseDownload(ctx));
  const expires_s = file.now_s + linkLifetimeS;
  const claims = { download_id: crypto.randomUUID(), version_id, user_id, org_id, impersonator_id, expires_s };
  const token = await createFileToken(ctx.settings.CODE_PEPPER, claims);
  const url = `${ctx.settings.PUBLIC_URL}/files/${token}/${encodeURIComponent(file.file_name)}`;
  return { url, expires_at: new Date(expires_s * 1000).toISOString() };
}

/** An unpublished version is refused like a missing one. */
function requireEntitlement(file: FileRow): void {
  requireNotWithdrawn(file);
  const { allowed, reason } = decideFileEntitlement(file);
  if (allowed) return;
  throw reason.code === "NOT_PUBLISHED" ? notFound("FILE_NOT_FOUND") : forbidden("USR_NOT_AUTHORIZED");
}

export const refuseDownload =
  (ctx: Ctx) =>
  (error: unknown): never => {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log({ level: "error", event: "files", reason: error.message });
    throw unprocessable("PRODUCT_NOT_DOWNLOADABLE");
  };

const { url: _url, expires_at: _expiresAt, file_path: _filePath, ...viewShape } = downloadShape;
const viewColumns = selectFields(viewShape, "v", {
  ...versionExpressions,
  published_by: sql`null`,
  dependency_version_ids: sql`(
    select coalesce(json_agg(n.id order by n.id), '[]') from needed n where n.id <> v.id
  )`,
});

async function readView(ctx: ReadCtx, versionId: string): Promise<Download> {
  const [view] = await many(
    ctx,
    () => z.object(viewShape),
    sql`
    with recursive needed(id) as (
      select dependency_version_id from software_version_dependencies where version_id = ${versionId}
      union
      select e.dependency_version_id
      from needed n
      join software_version_dependencies e on e.version_id = n.id
    )
    select ${viewColumns}
    from software_versions v
    join software s on s.id = v.software_id
    where v.id = ${versionId}`,
  );
  if (!view) throw notFound("FILE_NOT_FOUND");
  const {
    reference_type: kind,
    reference: { name },
    version,
    file_name,
  } = view;
  return { ...view, file_path: filePath({ kind, name, version, file_name }), url: "", expires_at: "" };
}
