import { cleanAvif, isAvif } from "./avif.ts";
import { type Bytes, type CleanPicture, type PictureType, refuse } from "./bytes.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

const startsWith = (file: Bytes, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, index) => file[at + index] === byte);

const formats: [PictureType, (file: Bytes) => boolean, (file: Bytes) => CleanPicture][] = [
  ["png", (file) => startsWith(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), cleanPng],
  ["jpeg", (file) => startsWith(file, [0xff, 0xd8, 0xff]), cleanJpeg],
  [
    "webp",
    (file) => startsWith(file, [0x52, 0x49, 0x46, 0x46]) && startsWith(file, [0x57, 0x45, 0x42, 0x50], 8),
    cleanWebp,
  ],
  ["avif", isAvif, cleanAvif],
];

/**
 * Detects the format by content and removes everything but the picture. Modifies `file`. Nothing is decoded: whole
 * container parts are retained or dropped (ADR-044). @throws PictureRefusedError
 */
export function cleanPicture(file: Bytes): CleanPicture {
  const format = formats.find(([, isMatch]) => isMatch(file));
  return format ? format[2](file) : refuse("is none of these");
}
