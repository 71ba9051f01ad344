/** Concatenates parts of a file; numbers are bytes, texts are Latin-1. */
export const joinBytes = (...pieces: (Uint8Array | number[] | string)[]): Buffer<ArrayBuffer> =>
  Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "latin1") : Buffer.from(piece))));

export const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
export const u32le = (value: number): number[] => u32(value).toReversed();

export const script = "<script>document.title='run'</script>";

/** An Exif block with an orientation, a text and a GPS directory, as phones write them. */
export function buildExif(orientation: number, text = script): Buffer<ArrayBuffer> {
  const texts = joinBytes(text, [0]);
  const entry = (tag: number, type: number, count: number, value: number[]) => [
    ...u16(tag),
    ...u16(type),
    ...u32(count),
    ...value,
  ];
  const [textAt, gpsAt] = [8 + 2 + 3 * 12 + 4, 8 + 2 + 3 * 12 + 4 + texts.length];
  return joinBytes(
    "MM",
    [...u16(42), ...u32(8), ...u16(3)],
    entry(0x0112, 3, 1, [...u16(orientation), 0, 0]),
    entry(0x010e, 2, texts.length, u32(textAt)),
    entry(0x8825, 4, 1, u32(gpsAt)),
    u32(0),
    texts,
    // A GPS directory with the reference "N".
    [...u16(1), ...entry(0x0001, 2, 2, [0x4e, 0, 0, 0]), ...u32(0)],
  );
}

/** A small color profile with a valid header and tags. */
export function buildProfile(space: "RGB " | "GRAY" = "RGB ", length = 160): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(length, 0);
  bytes[8] = 4;
  bytes.write("mntr", 12, "latin1");
  bytes.write(space, 16, "latin1");
  bytes.write("XYZ ", 20, "latin1");
  bytes.write("acsp", 36, "latin1");
  bytes.writeUInt32BE(1, 128);
  bytes.write("desc", 132, "latin1");
  bytes.writeUInt32BE(144, 136);
  bytes.writeUInt32BE(length - 144, 140);
  return bytes;
}
