import { type Bytes, type CleanPicture, Compactor, createReader, refuse, requireSize } from "./bytes.ts";
import { crc32 } from "./crc32.ts";
import { readOrientation } from "./exif.ts";
import { iccBytesMax, isValidProfile } from "./icc.ts";

const signatureBytes = 8;
const lengthMax = 0x7fffffff;

/** Bit depths by colour type (PNG, third edition, table of 11.2.1: https://www.w3.org/TR/png-3/#11IHDR). */
const depths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** Chunks that affect the colours, with their allowed lengths; each may occur once and before the pixels. */
const colorChunks: Record<string, (length: number) => boolean> = {
  PLTE: (length) => length > 0 && length <= 768 && length % 3 === 0,
  tRNS: (length) => length > 0 && length <= 256,
  gAMA: (length) => length === 4,
  cHRM: (length) => length === 32,
  sRGB: (length) => length === 1,
  cICP: (length) => length === 4,
  iCCP: (length) => length > 0,
};
const animationChunks = new Set(["acTL", "fcTL", "fdAT"]);
const refuseMalformed = (): never => refuse("is no PNG by its structure");

/**
 * Retains the header, colours and pixels of a PNG; drops texts, times, Exif, private chunks and anything after the end
 * (https://www.w3.org/TR/png-3/#5DataRep). @throws PictureRefusedError
 */
export function cleanPng(file: Bytes): CleanPicture {
  const { u32, text, require } = createReader(file);
  const out = new Compactor(file);
  const chunkTypes: string[] = [];
  out.keep(0, signatureBytes);
  if (text(signatureBytes + 4, 4) !== "IHDR") refuseMalformed();
  const header = readHeader(file.subarray(signatureBytes + 8, signatureBytes + 8 + u32(signatureBytes)));
  for (let at = signatureBytes; chunkTypes.at(-1) !== "IEND";) {
    const length = u32(at);
    const type = text(at + 4, 4);
    if (length > lengthMax || !/^[A-Za-z]{4}$/.test(type)) refuseMalformed();
    const end = require(at + 8, length + 4);
    if (crc32(file, at + 4, end - 4) !== u32(end - 4)) refuse("is damaged: a checksum is wrong");
    if (isRetained(type, file.subarray(at + 8, end - 4), chunkTypes, header)) out.keep(at, end);
    chunkTypes.push(type);
    at = end;
  }
  if (!chunkTypes.includes("IDAT")) refuse("has no pixels");
  return { type: "png", width: header.width, height: header.height, bytes: out.result() };
}

type Header = { width: number; height: number; isGray: boolean; hasPalette: boolean };

/** 11.2.1: width, height, depth, colour type, compression, filter, interlace. */
function readHeader(data: Bytes): Header {
  if (data.length !== 13) refuseMalformed();
  const { u8, u32 } = createReader(data);
  const [width, height, colorType] = [u32(0), u32(4), u8(9)];
  requireSize(width, height);
  if (!depths[colorType]?.includes(u8(8)) || u8(10) !== 0 || u8(11) !== 0 || u8(12) > 1) refuseMalformed();
  return { width, height, isGray: colorType === 0 || colorType === 4, hasPalette: colorType === 3 };
}

/** `earlierTypes` lists the types of the chunks before this one, which decide whether its place is valid (5.6). */
function isRetained(
  type: string,
  data: Bytes,
  earlierTypes: readonly string[],
  { isGray, hasPalette }: Header,
): boolean {
  if (type === "IHDR") return earlierTypes.length === 0 || refuseMalformed();
  if (animationChunks.has(type)) refuse("is animated");
  if (type === "IEND") return data.length === 0 || refuseMalformed();
  if (type === "IDAT") {
    if (earlierTypes.includes("IDAT") && earlierTypes.at(-1) !== "IDAT") refuseMalformed();
    return !hasPalette || earlierTypes.includes("PLTE") || refuseMalformed();
  }
  const isValidLength = colorChunks[type];
  if (isValidLength) {
    if (earlierTypes.includes(type) || earlierTypes.includes("IDAT") || !isValidLength(data.length)) refuseMalformed();
    return type !== "iCCP" || isProfile(data, isGray);
  }
  if (type === "eXIf" && readOrientation(data) !== 1) refuse("is stored turned: save it upright");
  // An upper-case first letter marks a critical chunk, without which the picture cannot be shown.
  return /^[A-Z]/.test(type) ? refuse("has parts that are not known") : false;
}

/** 11.3.2.3: a name, a zero, the compression method, and the deflated profile; inflating stops at the profile limit. */
function isProfile(data: Bytes, isGray: boolean): boolean {
  const end = data.indexOf(0);
  if (end < 1 || end > 79 || data[end + 1] !== 0) return false;
  try {
    const profile = process
      .getBuiltinModule("node:zlib")
      .inflateSync(data.subarray(end + 2), { maxOutputLength: iccBytesMax });
    return isValidProfile(new Uint8Array(profile), isGray);
  } catch {
    return false;
  }
}
