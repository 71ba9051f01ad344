import { sql } from "drizzle-orm";
import { forbidden, notFound } from "../../../contract/errors.ts";
import { audited, type FileClaims, readFileToken } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { entitlementOf, type FileRow, findFile, storedFile } from "./find-file.ts";
import { notDownloadable } from "./get-download.ts";

/** Seconds after a link's expiry during which a started download may continue. */
const graceS = 3600;

type Part = { offset: number; length: number };
export type OpenFile = {
  file_name: string;
  size: number;
  sha256: string;
  /** @throws PRODUCT_NOT_DOWNLOADABLE */
  open(part: Part): Promise<ReadableStream<Uint8Array>>;
  /** Records the download once. */
  recordBegun(): Promise<void>;
  recordSent(part: Part): Promise<void>;
};

/**
 * The file behind a link, if the user is still entitled to it. `isContinued`: whether the request resumes a file with
 * this SHA-256. Throws FILE_NOT_FOUND for a forged link, USR_NOT_AUTHORIZED for an expired one or a user without
 * access.
 */
export async function downloadFile(
  ctx: Ctx,
  request: { token: string; file_name: string; isContinued: (sha256: string) => boolean },
): Promise<OpenFile> {
  const claims = await readFileToken(ctx.settings, request.token);
  if (!claims) throw notFound("FILE_NOT_FOUND");
  const file = await findFile(ctx, claims);
  if (!file || !isInTime(file, claims, request) || !entitlementOf(file).allowed) throw forbidden("USR_NOT_AUTHORIZED");
  if (file.file_name !== request.file_name) throw notFound("FILE_NOT_FOUND");
  const { file_name, size, sha256 } = file;
  return {
    file_name,
    size,
    sha256,
    open: (part) => ctx.gateways.files.openFile(storedFile(file), part).catch(notDownloadable(ctx)),
    async recordBegun() {
      if (!file.is_begun) await record(ctx, claims, file);
    },
    recordSent: ({ offset, length }) => recordSent(ctx, claims, offset + length),
  };
}

const isInTime = (
  { now_s, is_begun, sha256 }: FileRow,
  { expires_s }: FileClaims,
  { isContinued }: { isContinued: (sha256: string) => boolean },
): boolean => now_s <= expires_s || (now_s <= expires_s + graceS && is_begun && isContinued(sha256));

async function record(ctx: Ctx, claims: FileClaims, { software_id }: FileRow): Promise<void> {
  const { download_id, org_id, user_id, impersonator_id, version_id } = claims;
  const by = { actor_id: sql`d.user_id`, impersonator_id: sql`d.impersonator_id` };
  await ctx.db.execute(sql`
    with d as (
      insert into downloads (id, org_id, user_id, impersonator_id, software_id, version_id)
      values (${download_id}, ${org_id}, ${user_id}, ${impersonator_id}, ${software_id}, ${version_id})
      on conflict (id) do nothing
      returning id, org_id, user_id, impersonator_id, version_id
    ), ${audited(ctx, "downloadFile", "software_version", "d", { subject_id: sql`d.version_id`, by })}
    select 1`);
}

async function recordSent(ctx: Ctx, { download_id, org_id }: FileClaims, end: number): Promise<void> {
  await ctx.db.execute(
    sql`update downloads set bytes = greatest(bytes, ${end}) where id = ${download_id} and org_id = ${org_id}`,
  );
}
