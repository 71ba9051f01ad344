import { join, u16 } from "./bytes.ts";

export const jpegStart = [0xff, 0xd8];
export const jpegEnd = [0xff, 0xd9];

export const segment = (code: number, data: Uint8Array | number[] | string): Buffer<ArrayBuffer> => {
  const bytes = join(data);
  return join([0xff, code], u16(bytes.length + 2), bytes);
};

export const jfif = segment(0xe0, join("JFIF\0", [1, 2, 0, ...u16(1), ...u16(1), 0, 0]));
const quantization = segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]);
/** Two tables with one code of one bit each: no difference, and the end of a block. */
const huffman = (kind: number) => segment(0xc4, [kind, 1, ...Array.from({ length: 15 }, () => 0), 0]);

export const frame = (width: number, height: number, code = 0xc0) =>
  segment(code, [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0]);

/** The scan of a gray picture: two bits for each block of 8 by 8, or one where a progressive one has its first pass. */
export function scan(width: number, height: number, isProgressive = false): Buffer<ArrayBuffer> {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const bits = blocks * (isProgressive ? 1 : 2);
  const data = Buffer.alloc(Math.ceil(bits / 8));
  // the last byte is padded with ones
  if (bits % 8 > 0) data[data.length - 1] = 0xff >> (bits % 8);
  return join(segment(0xda, [1, 1, 0, 0, isProgressive ? 0 : 63, 0]), data);
}

type Parts = {
  width?: number;
  height?: number;
  isProgressive?: boolean;
  before?: Uint8Array[];
  after?: Uint8Array[];
  behind?: Uint8Array | string;
};
/** A gray JPEG with further segments before its frame and after its scan, and something behind its end. */
export const jpeg = ({
  width = 8,
  height = 6,
  isProgressive = false,
  before = [],
  after = [],
  behind = "",
}: Parts = {}) =>
  join(
    jpegStart,
    jfif,
    ...before,
    quantization,
    frame(width, height, isProgressive ? 0xc2 : 0xc0),
    huffman(0x00),
    huffman(0x10),
    scan(width, height, isProgressive),
    ...after,
    jpegEnd,
    behind,
  );
