import { crc32, deflateSync } from "node:zlib";
import { join, u32 } from "./bytes.ts";

export const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function pngChunk(type: string, data: Uint8Array | number[] | string = []): Buffer<ArrayBuffer> {
  const typedData = join(type, data);
  return join(u32(typedData.length - 4), typedData, u32(crc32(typedData)));
}

type Header = { width?: number; height?: number; depth?: number; colour?: number };
export const pngHeader = ({ width = 8, height = 6, depth = 8, colour = 2 }: Header = {}) =>
  pngChunk("IHDR", [...u32(width), ...u32(height), depth, colour, 0, 0, 0]);

/** The pixels of a red picture. */
export const pngPixels = (width = 8, height = 6) =>
  pngChunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: height }, () => row(width)))));
const row = (width: number) => join([0], Array.from({ length: width }, () => [200, 30, 40]).flat());

type Parts = {
  width?: number;
  height?: number;
  before?: Uint8Array[];
  after?: Uint8Array[];
  behind?: Uint8Array | string;
};
/** A PNG with further chunks before and after its pixels, and something behind its end. */
export const png = ({ width = 8, height = 6, before = [], after = [], behind = "" }: Parts = {}) =>
  join(
    pngSignature,
    pngHeader({ width, height }),
    ...before,
    pngPixels(width, height),
    ...after,
    pngChunk("IEND"),
    behind,
  );
