import { crc32, deflateSync } from "node:zlib";
import { joinBytes, u32 } from "./bytes.ts";

export const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function buildPngChunk(type: string, data: Uint8Array | number[] | string = []): Buffer<ArrayBuffer> {
  const typedData = joinBytes(type, data);
  return joinBytes(u32(typedData.length - 4), typedData, u32(crc32(typedData)));
}

type Header = { width?: number; height?: number; depth?: number; colour?: number };
export const buildPngHeader = ({ width = 8, height = 6, depth = 8, colour = 2 }: Header = {}) =>
  buildPngChunk("IHDR", [...u32(width), ...u32(height), depth, colour, 0, 0, 0]);

export const buildPngPixels = (width = 8, height = 6) =>
  buildPngChunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: height }, () => buildRow(width)))));
const buildRow = (width: number) => joinBytes([0], Array.from({ length: width }, () => [200, 30, 40]).flat());

type Parts = {
  width?: number;
  height?: number;
  before?: Uint8Array[];
  after?: Uint8Array[];
  behind?: Uint8Array | string;
};
/** Builds a PNG with further chunks before and after its pixels, and bytes after its end. */
export const buildPng = ({ width = 8, height = 6, before = [], after = [], behind = "" }: Parts = {}) =>
  joinBytes(
    pngSignature,
    buildPngHeader({ width, height }),
    ...before,
    buildPngPixels(width, height),
    ...after,
    buildPngChunk("IEND"),
    behind,
  );
