/**
 * A file in a zip (APPNOTE.TXT 6.3.10, https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT) that is written
 * while it is sent. Files are stored without compression, because builds are already compressed: only the checksum
 * costs processor time (ADR-072).
 */
export type ZipEntry = { path: string; size: number; open(): Promise<ReadableStream<Uint8Array>> };

/** Sizes and offsets have four bytes; Zip64 is not written. */
export const zipBytesMax = 2 ** 32 - 1;

/** Sizes and checksum follow the content (4.4.4, bit 3), and the path is UTF-8 (bit 11). */
const flags = 0x0808;
const version = 20;
/** 1 January 1980, the format's earliest date; a fixed date makes two zips of the same content identical. */
const dosDate = 0x21;

const [headBytes, descriptorBytes, directoryBytes, endBytes] = [30, 16, 46, 22];
const encodePath = ({ path }: ZipEntry): Uint8Array<ArrayBuffer> => new TextEncoder().encode(path);

/** Size of the whole zip, in bytes. */
export const zipSize = (entries: readonly ZipEntry[]): number =>
  entries.reduce(
    (sum, entry) => sum + headBytes + descriptorBytes + directoryBytes + 2 * encodePath(entry).length + entry.size,
    endBytes,
  );

/** Offset after the content of each file. */
export function contentEnds(entries: readonly ZipEntry[]): number[] {
  let at = 0;
  return entries.map((entry) => {
    const end = at + headBytes + encodePath(entry).length + entry.size;
    at = end + descriptorBytes;
    return end;
  });
}

type Field = readonly [bytes: 2 | 4, value: number];

function pack(fields: readonly Field[], ...rest: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = fields.reduce((sum, [bytes]) => sum + bytes, 0);
  const record = new Uint8Array(length + rest.reduce((sum, part) => sum + part.length, 0));
  const view = new DataView(record.buffer);
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  for (const part of rest) {
    record.set(part, at);
    at += part.length;
  }
  return record;
}

async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = encodePath(entry);
    const commonFields: Field[] = [
      [2, version],
      [2, flags],
      [2, 0],
      [2, 0],
      [2, dosDate],
    ];
    const lengths: Field[] = [
      [2, name.length],
      [2, 0],
    ];
    yield pack([[4, 0x04034b50], ...commonFields, [4, 0], [4, 0], [4, 0], ...lengths], name);
    let [crc, size] = [0, 0];
    for await (const piece of await entry.open()) {
      crc = crc32(piece, crc);
      size += piece.length;
      yield piece;
    }
    if (size !== entry.size) throw new Error(`${entry.path} has ${size} bytes instead of ${entry.size}`);
    const contentFields: Field[] = [
      [4, crc],
      [4, size],
      [4, size],
    ];
    yield pack([[4, 0x08074b50], ...contentFields]);
    const locationFields: Field[] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ];
    directory.push(
      pack([[4, 0x02014b50], [2, version], ...commonFields, ...contentFields, ...lengths, ...locationFields], name),
    );
    offset += headBytes + name.length + size + descriptorBytes;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  yield pack([], ...directory, endRecord(entries.length, length, offset));
}

const endRecord = (count: number, length: number, offset: number) =>
  pack([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, offset],
    [2, 0],
  ]);

/**
 * Streams a part of the zip. The bytes before the part are read and dropped, because the checksum after each file
 * covers the whole file.
 */
export function zipStream(
  entries: readonly ZipEntry[],
  part: { offset: number; length: number },
): ReadableStream<Uint8Array> {
  const pieces = writeZip(entries);
  let [skip, remaining] = [part.offset, part.length];
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      for (;;) {
        const { value } = await pieces.next();
        if (!value) return stream.close();
        const piece = value.subarray(Math.min(skip, value.length)).subarray(0, remaining);
        skip -= Math.min(skip, value.length);
        if (piece.length === 0) continue;
        remaining -= piece.length;
        stream.enqueue(piece);
        if (remaining > 0) return;
        await pieces.return(undefined);
        return stream.close();
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
