import { type Box, listBoxes } from "./boxes.ts";
import { type Bytes, createReader, refuse } from "./bytes.ts";

/*
 * The `meta` box of a picture: ISO/IEC 14496-12, 8.11, and ISO/IEC 23008-12 (HEIF), 6 and 9, as AVIF uses them
 * (https://aomediacodec.github.io/av1-avif/).
 */
export type Extent = { start: number; end: number; isInMeta: boolean };
export type Property = { type: string; data: Bytes };
export type Item = {
  type: string;
  extents: Extent[];
  properties: { property: Property; is_essential: boolean }[];
  references: Map<string, number[]>;
};
export type Meta = { primary: number; items: Map<number, Item> };

const itemsMax = 512;
export const refuseMalformed = (): never => refuse("is no AVIF by its structure");

/** Parses a `meta` box; the caller validates the extents. */
export function readMeta(file: Bytes, meta: Box): Meta {
  const { text, u32 } = createReader(file.subarray(0, meta.end));
  if (u32(meta.data) !== 0) refuseMalformed();
  const boxes = listBoxes(file, meta.data + 4, meta.end);
  const requireBox = (type: string): Box => {
    const [match, other] = boxes.filter((box) => box.type === type);
    return match && !other ? match : refuseMalformed();
  };
  const handler = requireBox("hdlr");
  if (text(handler.data + 8, 4) !== "pict") refuseMalformed();
  const idat = boxes.find(({ type }) => type === "idat");
  const items = readInfos(file, requireBox("iinf"));
  readLocations(file, requireBox("iloc"), items, idat);
  readProperties(file, requireBox("iprp"), items);
  const references = boxes.find(({ type }) => type === "iref");
  if (references) readReferences(file, references, items);
  return { primary: readPrimary(file, requireBox("pitm")), items };
}

function createCursor(file: Bytes, { data, end }: Pick<Box, "data" | "end">) {
  const reader = createReader(file.subarray(0, end));
  let at = data;
  const takeBytes = (length: number) => (at += length) - length;
  return {
    get at() {
      return at;
    },
    u8: () => reader.u8(takeBytes(1)),
    u16: () => reader.u16(takeBytes(2)),
    u32: () => reader.u32(takeBytes(4)),
    text: () => reader.text(takeBytes(4), 4),
    skip: (length: number) => void takeBytes(length),
    /** A field of 0, 4 or 8 bytes, as the box declares; uploads never exceed 4-byte offsets. */
    sized(bytes: number): number {
      if (bytes === 0) return 0;
      if (bytes !== 4 && bytes !== 8) return refuseMalformed();
      if (bytes === 8 && reader.u32(takeBytes(4)) !== 0) return refuse("is cut off: part of it is missing");
      return reader.u32(takeBytes(4));
    },
  };
}

function readPrimary(file: Bytes, box: Box): number {
  const cursor = createCursor(file, box);
  const version = cursor.u8();
  cursor.skip(3);
  return version === 0 ? cursor.u16() : cursor.u32();
}

function readInfos(file: Bytes, box: Box): Map<number, Item> {
  const cursor = createCursor(file, box);
  const version = cursor.u8();
  cursor.skip(3);
  const count = version === 0 ? cursor.u16() : cursor.u32();
  const entries = listBoxes(file, cursor.at, box.end);
  if (count !== entries.length || count > itemsMax) refuseMalformed();
  return new Map(
    entries.map((entry): [number, Item] => {
      const info = createCursor(file, entry);
      const infoVersion = info.u8();
      info.skip(3);
      if (entry.type !== "infe" || (infoVersion !== 2 && infoVersion !== 3)) refuseMalformed();
      const id = infoVersion === 2 ? info.u16() : info.u32();
      // Protected items cannot be displayed.
      if (info.u16() !== 0) refuseMalformed();
      return [id, { type: info.text(), extents: [], properties: [], references: new Map() }];
    }),
  );
}

function readLocations(file: Bytes, box: Box, items: Map<number, Item>, idat: Box | undefined): void {
  const cursor = createCursor(file, box);
  const version = cursor.u8();
  cursor.skip(3);
  const [sizes, moreSizes] = [cursor.u8(), cursor.u8()];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexSize = version === 0 ? 0 : moreSizes & 15;
  if (version > 2) refuseMalformed();
  const count = version < 2 ? cursor.u16() : cursor.u32();
  if (count > itemsMax) refuseMalformed();
  for (let entry = 0; entry < count; entry++) {
    const id = version < 2 ? cursor.u16() : cursor.u32();
    const constructionMethod = version === 0 ? 0 : cursor.u16() & 15;
    // A data reference index other than 0 points to data outside the file.
    if (cursor.u16() !== 0 || constructionMethod > 1) refuseMalformed();
    const base = cursor.sized(baseSize);
    const extents = Array.from({ length: cursor.u16() }, () => {
      cursor.sized(indexSize);
      const start = base + cursor.sized(offsetSize) + (constructionMethod === 1 ? (idat ?? refuseMalformed()).data : 0);
      return { start, end: start + cursor.sized(lengthSize), isInMeta: constructionMethod === 1 };
    });
    const item = items.get(id);
    if (item && item.extents.length > 0) refuseMalformed();
    if (item) item.extents = extents;
    if (constructionMethod === 1 && extents.some(({ end }) => end > (idat?.end ?? 0))) refuseMalformed();
  }
}

function readProperties(file: Bytes, box: Box, items: Map<number, Item>): void {
  const [container, ...associations] = listBoxes(file, box.data, box.end);
  if (container?.type !== "ipco") return refuseMalformed();
  const properties = listBoxes(file, container.data, container.end).map(({ type, data, end }): Property => ({
    type,
    data: file.slice(data, end),
  }));
  for (const association of associations) {
    if (association.type !== "ipma") refuseMalformed();
    const cursor = createCursor(file, association);
    const version = cursor.u8();
    cursor.skip(2);
    const isWide = (cursor.u8() & 1) === 1;
    for (let entry = cursor.u32(); entry > 0; entry--) {
      const item = items.get(version === 0 ? cursor.u16() : cursor.u32());
      for (let count = cursor.u8(); count > 0; count--) {
        const value = isWide ? cursor.u16() : cursor.u8();
        const index = value & (isWide ? 0x7fff : 0x7f);
        // Index 0 means no property.
        if (index === 0) continue;
        const property = properties[index - 1] ?? refuseMalformed();
        item?.properties.push({ property, is_essential: value >> (isWide ? 15 : 7) === 1 });
      }
    }
  }
}

function readReferences(file: Bytes, box: Box, items: Map<number, Item>): void {
  const { u8 } = createReader(file);
  const isWide = u8(box.data) !== 0;
  for (const reference of listBoxes(file, box.data + 4, box.end)) {
    const cursor = createCursor(file, reference);
    const item = items.get(isWide ? cursor.u32() : cursor.u16());
    const ids = Array.from({ length: cursor.u16() }, () => (isWide ? cursor.u32() : cursor.u16()));
    item?.references.set(reference.type, [...(item.references.get(reference.type) ?? []), ...ids]);
  }
}
