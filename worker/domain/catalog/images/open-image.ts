import { readImagePath, type UploadedImage } from "../../../contract/image-path.ts";
import type { Ctx } from "../../context.ts";

export type OpenImage = { about: UploadedImage; size: number; body: ReadableStream<Uint8Array> };

/** What lies under an address of a picture; undefined where nothing does. The database is not asked. Throws GatewayError. */
export async function openImage(ctx: Ctx, address: string): Promise<OpenImage | undefined> {
  const about = readImagePath(address);
  const found = about && (await ctx.gateways.files.openAny(address.slice(1)));
  return found && { about, ...found };
}

/** The same without its bytes. Throws GatewayError. */
export async function findImage(ctx: Ctx, address: string): Promise<Omit<OpenImage, "body"> | undefined> {
  const about = readImagePath(address);
  const size = about && (await ctx.gateways.files.findFile(address.slice(1)));
  return about && size !== undefined ? { about, size } : undefined;
}
