import { sql } from "drizzle-orm";
import { forbidden, notFound } from "../../../contract/errors.ts";
import { audited, type FileClaims, readFileToken } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { exists } from "../../sql.ts";
import { decideFileEntitlement, type FileRow, findFile, requireNotWithdrawn, toStoredFile } from "./find-file.ts";
import { refuseDownload } from "./get-download.ts";

/** Seconds after a link's expiry during which a started download may be resumed. */
const graceS = 3600;

type Part = { offset: number; length: number };
export type OpenFile = {
  file_name: string;
  size: number;
  sha256: string;
  /** @throws PRODUCT_NOT_DOWNLOADABLE */
  open(part: Part): Promise<ReadableStream<Uint8Array>>;
  /** Records the download once. @throws SOFTWARE_VERSION_WITHDRAWN, USR_NOT_AUTHORIZED */
  recordBegun(): Promise<void>;
  recordSent(part: Part): Promise<void>;
};

/**
 * The file of a download link, if the user is still entitled to it. `isContinued`: whether the request resumes a file
 * with this SHA-256. @throws FILE_NOT_FOUND for a forged link or another file name, USR_NOT_AUTHORIZED for an expired
 * link or a user without access, SOFTWARE_VERSION_WITHDRAWN with the reason
 */
export async function downloadFile(
  ctx: Ctx,
  request: { token: string; file_name: string; isContinued: (sha256: string) => boolean },
): Promise<OpenFile> {
  const claims = await readFileToken(ctx.settings, request.token);
  if (!claims) throw notFound("FILE_NOT_FOUND");
  const file = await findFile(ctx, claims);
  if (!file || !isInTime(file, claims, request)) throw forbidden("USR_NOT_AUTHORIZED");
  requireNotWithdrawn(file);
  if (!decideFileEntitlement(file).allowed) throw forbidden("USR_NOT_AUTHORIZED");
  if (file.file_name !== request.file_name) throw notFound("FILE_NOT_FOUND");
  const { file_name, size, sha256 } = file;
  return {
    file_name,
    size,
    sha256,
    open: (part) => ctx.gateways.files.openFile(toStoredFile(file), part).catch(refuseDownload(ctx)),
    async recordBegun() {
      if (file.is_begun || (await recordDownload(ctx, claims, file))) return;
      const currentFile = await findFile(ctx, claims);
      if (currentFile) requireNotWithdrawn(currentFile);
      throw forbidden("USR_NOT_AUTHORIZED");
    },
    recordSent: ({ offset, length }) => recordSent(ctx, claims, offset + length),
  };
}

const isInTime = (
  { now_s, is_begun, sha256 }: FileRow,
  { expires_s }: FileClaims,
  { isContinued }: { isContinued: (sha256: string) => boolean },
): boolean => now_s <= expires_s || (now_s <= expires_s + graceS && is_begun && isContinued(sha256));

/**
 * Records a download; false if the version was withdrawn since it was read. A concurrent withdrawal waits for the
 * shared lock, so that it notifies this user, too.
 */
function recordDownload(ctx: Ctx, claims: FileClaims, { software_id }: FileRow): Promise<boolean> {
  const { download_id, org_id, user_id, impersonator_id, version_id } = claims;
  const by = { actor_id: sql`d.user_id`, impersonator_id: sql`d.impersonator_id` };
  return exists(
    ctx,
    sql`
    with held as (
      select id from software_versions where id = ${version_id} and withdrawn_at is null for share
    ),
    d as (
      insert into downloads (id, org_id, user_id, impersonator_id, software_id, version_id)
      select ${download_id}::uuid, ${org_id}::uuid, ${user_id}::uuid, ${impersonator_id}::uuid, ${software_id}::uuid,
        held.id
      from held
      on conflict (id) do nothing
      returning id, org_id, user_id, impersonator_id, version_id
    ), ${audited(ctx, "downloadFile", "software_version", "d", { subject_id: sql`d.version_id`, by })}
    select 1 from held`,
  );
}

async function recordSent(ctx: Ctx, { download_id, org_id }: FileClaims, end: number): Promise<void> {
  await ctx.db.execute(
    sql`update downloads set bytes = greatest(bytes, ${end}) where id = ${download_id} and org_id = ${org_id}`,
  );
}
