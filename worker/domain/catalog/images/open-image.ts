import { readImagePath, type UploadedImage } from "../../../contract/image-path.ts";
import type { Ctx } from "../../context.ts";

export type ImageFile = { about: UploadedImage; size: number; body: ReadableStream<Uint8Array> };

/** Opens an uploaded picture by its path, without a database query; undefined for other paths and missing files. */
export async function openImage(ctx: Ctx, address: string): Promise<ImageFile | undefined> {
  const about = readImagePath(address);
  const file = about && (await ctx.gateways.files.openAny(address.slice(1)));
  return file && { about, ...file };
}

export async function findImageMetadata(ctx: Ctx, address: string): Promise<Omit<ImageFile, "body"> | undefined> {
  const about = readImagePath(address);
  const size = about && (await ctx.gateways.files.findFile(address.slice(1)));
  return about && size !== undefined ? { about, size } : undefined;
}
