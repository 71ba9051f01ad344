import { type Bytes, createReader, PictureRefusedError } from "./bytes.ts";

const orientationTag = 0x0112;
const shortType = 3;
const entryBytes = 12;

/**
 * The orientation of a picture, 1 to 8; 1 is upright, and unreadable data counts as upright. `tiff` starts after
 * "Exif\0\0" (CIPA DC-008, Exif 3.0, 4.6.2 and 4.6.5.1.1; TIFF 6.0, image file directory).
 */
export function readOrientation(tiff: Bytes): number {
  const { u16, u16le, u32, u32le, text } = createReader(tiff);
  try {
    const byteOrder = text(0, 2);
    if (byteOrder !== "II" && byteOrder !== "MM") return 1;
    const [readShort, readLong] = byteOrder === "II" ? [u16le, u32le] : [u16, u32];
    if (readShort(2) !== 42) return 1;
    const directory = readLong(4);
    for (let entry = 0; entry < readShort(directory); entry++) {
      const at = directory + 2 + entry * entryBytes;
      if (readShort(at) !== orientationTag) continue;
      const value = readShort(at + 8);
      return readShort(at + 2) === shortType && value >= 1 && value <= 8 ? value : 1;
    }
    return 1;
  } catch (error) {
    if (error instanceof PictureRefusedError) return 1;
    throw error;
  }
}

export const orientationSegment = (orientation: number): number[] => [
  0xff,
  0xe1,
  0x00,
  0x22,
  0x45,
  0x78,
  0x69,
  0x66,
  0x00,
  0x00, // "Exif\0\0"
  0x4d,
  0x4d,
  0x00,
  0x2a,
  0x00,
  0x00,
  0x00,
  0x08, // big-endian TIFF, its directory at 8
  0x00,
  0x01,
  0x01,
  0x12,
  0x00,
  0x03,
  0x00,
  0x00,
  0x00,
  0x01,
  0x00,
  orientation,
  0x00,
  0x00,
  0x00,
  0x00,
  0x00,
  0x00, // no next directory
];

export const swapsSides = (orientation: number): boolean => orientation >= 5;
