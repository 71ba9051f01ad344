import type { Bytes } from "./bytes.ts";

const polynomial = 0xedb88320;
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? polynomial ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of PNG chunks (https://www.w3.org/TR/png-3/#D-CRCAppendix). */
export function crc32(bytes: Bytes, start: number, end: number): number {
  let crc = 0xffffffff;
  for (let at = start; at < end; at++) crc = (table[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
