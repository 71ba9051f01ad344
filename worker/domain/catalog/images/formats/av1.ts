import { type Bytes, createReader, refuse } from "./bytes.ts";

/** Byte offsets; `end` is exclusive. */
export type Range = { start: number; end: number };

/* Open bitstream units: AV1 specification, 5.3 and 6.2 (https://aomediacodec.github.io/av1-spec/). */
const sequenceHeader = 1;
/** Temporal delimiter, frame header, tile group, frame, redundant frame header. */
const pictureUnitTypes = new Set([2, 3, 4, 6, 7]);
const unitsMax = 512;

const refuseMalformed = (): never => refuse("is no AVIF by its structure");

/**
 * The units that show a coded picture, and the frame size of its sequence header. Padding and metadata are left out, as
 * ITU-T T.35 messages can carry arbitrary data. @throws PictureRefusedError
 */
export function readUnits(file: Bytes, { start, end }: Range): { units: Range[]; width: number; height: number } {
  const { u8 } = createReader(file.subarray(0, end));
  const units: Range[] = [];
  let size: { width: number; height: number } | undefined;
  let count = 0;
  for (let at = start; at < end;) {
    if ((count += 1) > unitsMax) refuseMalformed();
    const header = u8(at);
    const type = (header >> 3) & 15;
    // The forbidden bit and the reserved bit must be zero.
    if (header & 0x81) refuseMalformed();
    let dataStart = at + (header & 4 ? 2 : 1);
    let unitEnd = end;
    if (header & 2) {
      const { value, length } = readLeb128(file, dataStart, end);
      dataStart += length;
      unitEnd = dataStart + value;
    }
    if (unitEnd > end) refuse("is cut off: part of it is missing");
    if (type === sequenceHeader) {
      if (size) refuseMalformed();
      size = readSize(file.subarray(dataStart, unitEnd));
      units.push({ start: at, end: unitEnd });
    } else if (pictureUnitTypes.has(type)) {
      if (!size && type !== 2) refuseMalformed();
      units.push({ start: at, end: unitEnd });
    }
    at = unitEnd;
  }
  if (!size) return refuseMalformed();
  return { units, ...size };
}

/** `leb128()` of the AV1 specification, 4.10.5, of at most four of its eight bytes. */
function readLeb128(file: Bytes, at: number, end: number): { value: number; length: number } {
  let value = 0;
  for (let index = 0; index < 4 && at + index < end; index++) {
    const byte = file[at + index] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (!(byte & 0x80)) return { value, length: index + 1 };
  }
  return refuseMalformed();
}

/** The maximum frame size of a sequence header (5.5.1), which bounds every frame (6.8.4). */
function readSize(data: Bytes): { width: number; height: number } {
  const bits = createBits(data);
  bits.read(3);
  bits.read(1);
  const isReduced = bits.read(1) === 1;
  if (isReduced) bits.read(5);
  else skipOperatingPoints(bits);
  const widthBits = bits.read(4) + 1;
  const heightBits = bits.read(4) + 1;
  return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 };
}

function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0;
  if (bits.read(1)) {
    bits.skip(64);
    if (bits.read(1)) bits.skipUvlc();
    if (bits.read(1)) {
      delayBits = bits.read(5) + 1;
      bits.skip(42);
    }
  }
  const hasInitialDelay = bits.read(1) === 1;
  const count = bits.read(5) + 1;
  for (let index = 0; index < count; index++) {
    bits.skip(12);
    if (bits.read(5) > 7) bits.skip(1);
    if (delayBits > 0 && bits.read(1)) bits.skip(2 * delayBits + 1);
    if (hasInitialDelay && bits.read(1)) bits.skip(4);
  }
}

type Bits = ReturnType<typeof createBits>;

function createBits(data: Bytes) {
  const { u8 } = createReader(data);
  let at = 0;
  const bit = () => {
    const value = (u8(at >> 3) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const read = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index++) value = value * 2 + bit();
    return value;
  };
  return {
    read,
    skip: (count: number) => void (at += count),
    /** `uvlc()` of the AV1 specification, 4.10.3. */
    skipUvlc(): void {
      let zeros = 0;
      while (bit() === 0) if ((zeros += 1) >= 32) return;
      at += zeros;
    },
  };
}
