import { type Bytes, type CleanPicture, Compactor, createReader, refuse, requireSize } from "./bytes.ts";
import { readOrientation } from "./exif.ts";
import { isValidProfile } from "./icc.ts";

// Container and lossless codec: https://www.rfc-editor.org/rfc/rfc9649. Lossy codec:
// https://www.rfc-editor.org/rfc/rfc6386, 9.1.
const riffBytes = 12;
const chunkBytes = 8;
const flags = { profile: 0x20, alpha: 0x10, animation: 0x02 };

const refuseMalformed = (): never => refuse("is no WebP by its structure");

type Size = { width: number; height: number };
type State = {
  out: Compactor;
  extended?: Size & { alpha: boolean };
  image?: Size;
  hasProfile: boolean;
  seen: string[];
};

/**
 * Retains the picture of a WebP with its transparency and a small colour profile; drops Exif, XMP, unknown chunks and
 * anything after the end. @throws PictureRefusedError
 */
export function cleanWebp(file: Bytes): CleanPicture {
  const { u32le, text, require } = createReader(file);
  const total = require(8, u32le(4));
  const state: State = { out: new Compactor(file), hasProfile: false, seen: [] };
  const { out } = state;
  out.keep(0, riffBytes);
  for (let at = riffBytes; at < total;) {
    const type = text(at, 4);
    const length = u32le(at + 4);
    const end = require(at + chunkBytes, length + (length % 2));
    if (end > total) refuseMalformed();
    if (isRetained(state, type, file.subarray(at + chunkBytes, at + chunkBytes + length))) {
      const start = out.keep(at, end);
      if (length % 2 === 1) out.bytes[start + end - at - 1] = 0;
    }
    state.seen.push(type);
    at = end;
  }
  const { image, extended, hasProfile } = state;
  if (!image) return refuse("has no pixels");
  if (extended && (extended.width !== image.width || extended.height !== image.height)) refuseMalformed();
  const bytes = out.result();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint32(4, bytes.length - chunkBytes, true);
  if (extended)
    view.setUint32(riffBytes + chunkBytes, (hasProfile ? flags.profile : 0) | (extended.alpha ? flags.alpha : 0), true);
  return { type: "webp", width: image.width, height: image.height, bytes };
}

/** In the simple format, without a VP8X chunk, only the picture chunk is retained. */
function isRetained(state: State, type: string, data: Bytes): boolean {
  const isFirst = state.seen.length === 0;
  if (type === "VP8X") {
    if (!isFirst) refuseMalformed();
    state.extended = readExtended(data);
    return true;
  }
  if (type === "ANIM" || type === "ANMF") return refuse("is animated");
  if (type === "VP8 " || type === "VP8L") {
    if (state.image || (!state.extended && !isFirst)) refuseMalformed();
    state.image = type === "VP8 " ? readLossy(data) : readLossless(data);
    return true;
  }
  if (isFirst) refuseMalformed();
  if (type === "EXIF" && readOrientation(withoutPrefix(data)) !== 1) refuse("is stored turned: save it upright");
  if (!state.extended || state.image || state.seen.includes(type)) return false;
  if (type === "ICCP") return (state.hasProfile = isValidProfile(data, false));
  return type === "ALPH";
}

/** Some encoders write the prefix that Exif has in a JPEG. */
const withoutPrefix = (data: Bytes): Bytes => (data[0] === 0x45 && data[1] === 0x78 ? data.subarray(6) : data);

/** RFC 9649, 2.7.1: flags, and the canvas size minus one in 24 bits. */
function readExtended(data: Bytes): NonNullable<State["extended"]> {
  const { u8, u16le } = createReader(data);
  if (data.length !== 10) refuseMalformed();
  if (u8(0) & flags.animation) refuse("is animated");
  const [width, height] = [1 + u16le(4) + (u8(6) << 16), 1 + u16le(7) + (u8(9) << 16)];
  requireSize(width, height);
  return { width, height, alpha: (u8(0) & flags.alpha) !== 0 };
}

/** RFC 6386, 9.1: a shown key frame, its start code, and 14 bits for each side. */
function readLossy(data: Bytes): Size {
  const { u8, u16le } = createReader(data);
  const tag = u16le(0) | (u8(2) << 16);
  const isKeyFrame = (tag & 1) === 0 && ((tag >> 4) & 1) === 1 && ((tag >> 1) & 7) <= 3;
  if (!isKeyFrame || u8(3) !== 0x9d || u8(4) !== 0x01 || u8(5) !== 0x2a) refuseMalformed();
  if (tag >> 5 >= data.length) refuse("is cut off: part of it is missing");
  const [width, height] = [u16le(6) & 0x3fff, u16le(8) & 0x3fff];
  requireSize(width, height);
  return { width, height };
}

/** RFC 9649, 3.4: a signature, 14 bits for each side minus one, and version 0. */
function readLossless(data: Bytes): Size {
  const { u8, u32le } = createReader(data);
  const bits = u32le(1);
  if (u8(0) !== 0x2f || bits >>> 29 !== 0) refuseMalformed();
  const [width, height] = [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  requireSize(width, height);
  return { width, height };
}
