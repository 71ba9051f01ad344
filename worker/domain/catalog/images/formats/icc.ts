import { type Bytes, createReader, PictureRefusedError } from "./bytes.ts";

/** Profiles of screens and cameras have a few kilobytes; larger ones are print tables, which browsers do not need. */
export const iccBytesMax = 64 * 1024;
const headerBytes = 128;
const tagBytes = 12;
const tagsMax = 100;

/**
 * Checks a colour profile's header and that every tag is within its length (ICC.1:2022, 7.2 and 7.3,
 * https://www.color.org/specification/ICC.1-2022-05.pdf).
 */
export function isValidProfile(profile: Bytes, isGray: boolean): boolean {
  if (profile.length < headerBytes + 4 || profile.length > iccBytesMax) return false;
  const { u32, u8, text } = createReader(profile);
  try {
    const colorSpace = text(16, 4);
    if (u32(0) !== profile.length || text(36, 4) !== "acsp") return false;
    if (u8(8) < 2 || u8(8) > 5 || colorSpace !== (isGray ? "GRAY" : "RGB ")) return false;
    const count = u32(headerBytes);
    if (count === 0 || count > tagsMax) return false;
    return Array.from({ length: count }, (_, index) => headerBytes + 4 + index * tagBytes).every(
      (at) => u32(at + 4) >= headerBytes && u32(at + 4) + u32(at + 8) <= profile.length,
    );
  } catch (error) {
    if (error instanceof PictureRefusedError) return false;
    throw error;
  }
}
