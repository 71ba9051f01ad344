export type Bytes = Uint8Array<ArrayBuffer>;
export type PictureType = "png" | "jpeg" | "webp" | "avif";

/**
 * A picture without metadata. `bytes` is a view of the input buffer, or a copy for an AVIF whose new head needs more
 * space.
 */
export type CleanPicture = {
  type: PictureType;
  /** Displayed size in pixels, after the orientation is applied. */
  width: number;
  height: number;
  bytes: Bytes;
};

/** A file that is not an acceptable picture; the message completes "This file ...". */
export class PictureRefusedError extends Error {}

export const refuse = (reason: string): never => {
  throw new PictureRefusedError(reason);
};
export const refuseCutOff = (): never => refuse("is cut off: part of it is missing");

export const sideMax = 16_384;
export const pixelsMax = 40_000_000;

/** Decoders reserve at least four bytes for each declared pixel, whatever data follows. */
export function requireSize(width: number, height: number): void {
  if (width === 0 || height === 0) refuse("declares a picture without pixels");
  if (width > sideMax || height > sideMax || width * height > pixelsMax)
    refuse(`declares ${width} by ${height} pixels`);
}

/** Reads numbers at offsets; an offset past the end refuses the file. */
export function createReader(bytes: Bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const requireRange = (at: number, length: number) => (at + length > bytes.length || at < 0 ? refuseCutOff() : at);
  return {
    u8: (at: number) => view.getUint8(requireRange(at, 1)),
    u16: (at: number) => view.getUint16(requireRange(at, 2)),
    u32: (at: number) => view.getUint32(requireRange(at, 4)),
    u16le: (at: number) => view.getUint16(requireRange(at, 2), true),
    u32le: (at: number) => view.getUint32(requireRange(at, 4), true),
    /** Latin-1, for four-letter names. */
    text: (at: number, length: number) => String.fromCharCode(...bytes.subarray(requireRange(at, length), at + length)),
    /** @throws PictureRefusedError unless `length` bytes follow */
    require: (at: number, length: number): number => requireRange(at, length) + length,
  };
}

/**
 * Moves retained parts to the front of the file's own buffer, so that a picture is in memory once. Parts are retained
 * in file order, so nothing is overwritten before it was read.
 */
export class Compactor {
  readonly bytes: Bytes;
  length = 0;

  constructor(bytes: Bytes) {
    this.bytes = bytes;
  }

  keep(start: number, end: number): number {
    const at = this.length;
    this.bytes.copyWithin(at, start, end);
    this.length += end - start;
    return at;
  }

  /** Writes a replacement, at most as long as the part that it replaces, which is already read. */
  write(data: ArrayLike<number>): void {
    this.bytes.set(data, this.length);
    this.length += data.length;
  }

  result(): Bytes {
    return this.bytes.subarray(0, this.length);
  }
}
