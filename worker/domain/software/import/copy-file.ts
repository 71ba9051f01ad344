import type { Asset, AssetSource } from "../../../gateways/builds/index.ts";
import type { Ctx } from "../../context.ts";
import { Sha256, withRetries } from "../../platform/index.ts";
import type { Progress, Upload } from "./progress.ts";
import { ImportRefusal, toRefusal } from "./refusal.ts";

/** At least 5 MiB, a multiple of the hash's block size, and small enough to fit a batch's time. */
const partBytes = 8 * 1024 * 1024;

type FileCopy = { source: AssetSource; asset: Asset; sha256: string };

/** Storage key of the version's file, never derived from a given name (T16). */
const storageKey = ({ version_id }: Upload): string => `versions/${version_id}`;

/**
 * Copies parts of a file into the bucket until `until`, at least one. Returns the id for the new version once the file
 * is complete and its SHA-256 matches, undefined while parts remain (`progress.upload` is the cursor). A file with
 * another digest is never completed. @throws ImportRefusal
 */
export async function copyFile(
  ctx: Ctx,
  progress: Progress,
  file: FileCopy,
  until: number,
): Promise<string | undefined> {
  const { asset, sha256 } = file;
  if (progress.upload?.asset_id !== asset.id || progress.upload.sha256 !== sha256)
    await startUpload(ctx, progress, file);
  const { upload } = progress;
  if (!upload) throw new Error("the upload was not saved");
  try {
    const parts = Math.ceil(asset.size / partBytes);
    while (upload.etags.length < parts) {
      await copyPart(ctx, upload, file);
      if (upload.etags.length < parts && Date.now() >= until) return undefined;
    }
    if (upload.hash !== sha256)
      throw new ImportRefusal(
        `The SHA-256 of ${asset.name} is ${upload.hash} and should be ${sha256}: the file was not imported.`,
      );
    await withRetries(() => ctx.gateways.files.completeUpload({ ...upload, key: storageKey(upload) }, upload.etags));
  } catch (error) {
    // A worker killed after the last part may have completed the upload. The key is unique and only verified files are
    // completed, so a file at this key is the right one.
    const isThere = await ctx.gateways.files.requireFile({ key: storageKey(upload), size: asset.size }).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      await abortFile(ctx, progress);
      throw toRefusal(error, `${asset.name} could not be copied`);
    }
  }
  progress.upload = null;
  return upload.version_id;
}

export async function abortFile(ctx: Ctx, progress: Progress): Promise<void> {
  const { upload } = progress;
  progress.upload = null;
  // The bucket removes incomplete uploads after seven days.
  if (upload) await ctx.gateways.files.abortUpload({ ...upload, key: storageKey(upload) }).catch(() => undefined);
}

export const deleteCopy = (ctx: Ctx, versionId: string): Promise<void> =>
  withRetries(() => ctx.gateways.files.removeFile(`versions/${versionId}`));

async function startUpload(ctx: Ctx, progress: Progress, { asset, sha256 }: FileCopy): Promise<void> {
  await abortFile(ctx, progress);
  const version_id = crypto.randomUUID();
  const upload_id = await withRetries(() => ctx.gateways.files.beginUpload(`versions/${version_id}`));
  progress.upload = { version_id, upload_id, asset_id: asset.id, sha256, etags: [], hash: "" };
}

async function copyPart(ctx: Ctx, upload: Upload, { source, asset }: FileCopy): Promise<void> {
  const offset = upload.etags.length * partBytes;
  const length = Math.min(partBytes, asset.size - offset);
  const isLast = offset + length === asset.size;
  await withRetries(async () => {
    const hash = new Sha256(upload.hash, offset);
    const body = await source.read({ offset, length });
    const part = { body, length, onPiece: (piece: Uint8Array) => hash.update(piece) };
    const etag = await ctx.gateways.files.writePart(
      { ...upload, key: storageKey(upload) },
      upload.etags.length + 1,
      part,
    );
    upload.hash = isLast ? hash.digest() : hash.state();
    upload.etags.push(etag);
  });
}
