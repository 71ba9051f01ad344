export type Bytes = Uint8Array<ArrayBuffer>;
export type PictureType = "png" | "jpeg" | "webp" | "avif";

/** A picture of which only what shows it is left. `bytes` is a part of the buffer that was read. */
export type CleanPicture = {
  type: PictureType;
  /** As it is shown, in pixels: a picture that is stored lying has its sides exchanged. */
  width: number;
  height: number;
  bytes: Bytes;
};

/** Why a file is no picture that the shop takes, as the end of "This file ...". */
export class PictureRefused extends Error {}

export const refuse = (reason: string): never => {
  throw new PictureRefused(reason);
};
export const cutOff = (): never => refuse("is cut off: part of it is missing");

export const sideMax = 16_384;
export const pixelsMax = 40_000_000;

/** Decoders reserve four bytes and more for each pixel a header declares, whatever follows it. */
export function requireSize(width: number, height: number): void {
  if (width === 0 || height === 0) refuse("declares a picture without pixels");
  if (width > sideMax || height > sideMax || width * height > pixelsMax)
    refuse(`declares ${width} by ${height} pixels`);
}

/** Numbers of a file by their place; one that lies beyond the end refuses the file. */
export function createReader(bytes: Bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const within = (at: number, length: number) => (at + length > bytes.length || at < 0 ? cutOff() : at);
  return {
    u8: (at: number) => view.getUint8(within(at, 1)),
    u16: (at: number) => view.getUint16(within(at, 2)),
    u32: (at: number) => view.getUint32(within(at, 4)),
    u16le: (at: number) => view.getUint16(within(at, 2), true),
    u32le: (at: number) => view.getUint32(within(at, 4), true),
    /** So many bytes as Latin-1, for names of four letters. */
    text: (at: number, length: number) => String.fromCharCode(...bytes.subarray(within(at, length), at + length)),
    /** Throws PictureRefused unless so many bytes are there. */
    require: (at: number, length: number): number => within(at, length) + length,
  };
}

/**
 * Moves what stays to the front of the file's own buffer, so that a picture is in memory once. Parts are kept in the order in
 * which they stand, so nothing is overwritten before it was read.
 */
export class Compactor {
  readonly bytes: Bytes;
  length = 0;

  constructor(bytes: Bytes) {
    this.bytes = bytes;
  }

  /** Keeps what lies from `start` to `end`; answers where it is now. */
  keep(start: number, end: number): number {
    const at = this.length;
    this.bytes.copyWithin(at, start, end);
    this.length += end - start;
    return at;
  }

  /** Writes something in place of a part that is at least as long and was read already. */
  write(data: ArrayLike<number>): void {
    this.bytes.set(data, this.length);
    this.length += data.length;
  }

  result(): Bytes {
    return this.bytes.subarray(0, this.length);
  }
}
