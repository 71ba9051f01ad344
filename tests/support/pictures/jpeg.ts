import { joinBytes, u16 } from "./bytes.ts";

export const jpegStart = [0xff, 0xd8];
export const jpegEnd = [0xff, 0xd9];

export const buildSegment = (code: number, data: Uint8Array | number[] | string): Buffer<ArrayBuffer> => {
  const bytes = joinBytes(data);
  return joinBytes([0xff, code], u16(bytes.length + 2), bytes);
};

export const jfif = buildSegment(0xe0, joinBytes("JFIF\0", [1, 2, 0, ...u16(1), ...u16(1), 0, 0]));
const quantization = buildSegment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]);
/** A Huffman table whose only code has one bit and means no difference (DC) or the end of a block (AC). */
const buildHuffman = (kind: number) => buildSegment(0xc4, [kind, 1, ...Array.from({ length: 15 }, () => 0), 0]);

export const buildFrame = (width: number, height: number, code = 0xc0) =>
  buildSegment(code, [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0]);

/** The scan of a gray picture: two bits for each block of 8 by 8, or one bit in the first pass of a progressive one. */
export function buildScan(width: number, height: number, isProgressive = false): Buffer<ArrayBuffer> {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const bits = blocks * (isProgressive ? 1 : 2);
  const data = Buffer.alloc(Math.ceil(bits / 8));
  // The last byte is padded with ones.
  if (bits % 8 > 0) data[data.length - 1] = 0xff >> (bits % 8);
  return joinBytes(buildSegment(0xda, [1, 1, 0, 0, isProgressive ? 0 : 63, 0]), data);
}

type Parts = {
  width?: number;
  height?: number;
  isProgressive?: boolean;
  before?: Uint8Array[];
  after?: Uint8Array[];
  behind?: Uint8Array | string;
};
/** Builds a gray JPEG with further segments before its frame and after its scan, and bytes after its end. */
export const buildJpeg = ({
  width = 8,
  height = 6,
  isProgressive = false,
  before = [],
  after = [],
  behind = "",
}: Parts = {}) =>
  joinBytes(
    jpegStart,
    jfif,
    ...before,
    quantization,
    buildFrame(width, height, isProgressive ? 0xc2 : 0xc0),
    buildHuffman(0x00),
    buildHuffman(0x10),
    buildScan(width, height, isProgressive),
    ...after,
    jpegEnd,
    behind,
  );
