import { type Range, readUnits } from "./av1.ts";
import { type Item, type Meta, refuseMalformed, type Property, readMeta } from "./avif-items.ts";
import { type OutputItem, writeHead } from "./avif-head.ts";
import { listFileBoxes } from "./boxes.ts";
import { type Bytes, type CleanPicture, createReader, pixelsMax, refuse, requireSize } from "./bytes.ts";
import { isValidProfile } from "./icc.ts";

const alphaType = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0";

/**
 * Properties that affect the display (ISO/IEC 23008-12, 6.5; AVIF, 2.2). Others are dropped, or refused if they are
 * essential.
 */
const propertyTypes = new Set(["ispe", "pixi", "av1C", "colr", "auxC", "irot", "imir", "pasp"]);

export function isAvif(file: Bytes): boolean {
  const isFile = file.length >= 16 && String.fromCharCode(...file.subarray(4, 8)) === "ftyp";
  return isFile && readBrands(file).includes("avif");
}

function readBrands(file: Bytes): string[] {
  const { u32, text } = createReader(file);
  const end = Math.min(u32(0), file.length, 256);
  const count = Math.max(0, Math.floor((end - 16) / 4));
  return [text(8, 4), ...Array.from({ length: count }, (_, index) => text(16 + 4 * index, 4))];
}

/**
 * Rewrites an AVIF around its coded picture: the picture or its grid of tiles, the transparency, and the properties
 * that affect the display. Exif, XMP, thumbnails, other pictures, names, sequences and all other boxes are dropped.
 * @throws PictureRefusedError
 */
export function cleanAvif(file: Bytes): CleanPicture {
  const boxes = listFileBoxes(file);
  const [meta, otherMeta] = boxes.filter(({ type }) => type === "meta");
  if (readBrands(file).includes("avis") || boxes.some(({ type }) => type === "moov")) refuse("is animated");
  if (boxes[0]?.type !== "ftyp" || !meta || otherMeta) return refuseMalformed();
  const media = boxes.filter(({ type }) => type === "mdat").map(({ data, end }) => ({ start: data, end }));
  const items = selectItems(readMeta(file, meta)).map(([id, item]) => readItem(file, media, id, item));
  const primary = items[0] ?? refuseMalformed();
  requireCodedSize(items);
  const { width, height } = primary;
  const isRotated = primary.properties.some(
    ({ property: { type, data } }) => type === "irot" && ((data[0] ?? 0) & 1) === 1,
  );
  const bytes = writePicture(file, items);
  return { type: "avif", width: isRotated ? height : width, height: isRotated ? width : height, bytes };
}

/** The primary item first, then its tiles, its alpha item, and that item's tiles. */
function selectItems({ primary, items }: Meta): [number, Item][] {
  const selected = new Map<number, Item>();
  const add = (id: number, types: readonly string[]) => {
    const item = items.get(id);
    if (!item || !types.includes(item.type)) return refuseMalformed();
    selected.set(id, item);
    if (item.type === "grid") for (const tile of item.references.get("dimg") ?? []) add(tile, ["av01"]);
  };
  add(primary, ["av01", "grid"]);
  const isAlpha = ({ properties }: Item) =>
    properties.some(({ property }) => property.type === "auxC" && readAuxiliaryType(property) === alphaType);
  for (const [id, item] of items)
    if (item.references.get("auxl")?.includes(primary) && isAlpha(item)) add(id, ["av01", "grid"]);
  return [...selected];
}

const readAuxiliaryType = ({ data }: Property): string =>
  String.fromCharCode(...data.subarray(4, 4 + alphaType.length));

function readItem(file: Bytes, media: Range[], id: number, item: Item): OutputItem {
  const [extent, another] = item.extents;
  // Encoders write a picture in one extent; with several, unit boundaries would be ambiguous.
  if (!extent || another || extent.end <= extent.start) return refuseMalformed();
  if (extent.end > file.length) return refuse("is cut off: part of it is missing");
  const isWithin = media.some(({ start, end }) => extent.start >= start && extent.end <= end);
  if (!extent.isInMeta && !isWithin) return refuseMalformed();
  const properties = item.properties.flatMap(toOutputProperties);
  const declaredSize = readItemSize(item);
  const shared = { id, type: item.type, properties, references: toOutputReferences(item), ...declaredSize };
  if (item.type === "grid")
    return { ...shared, pieces: [], grid: readGrid(file.slice(extent.start, extent.end), item, declaredSize) };
  const { units, width, height } = readUnits(file, extent);
  if (width !== declaredSize.width || height !== declaredSize.height) refuseMalformed();
  if (!properties.some(({ property }) => property.type === "av1C")) refuseMalformed();
  if (extent.isInMeta) refuseMalformed();
  return { ...shared, pieces: units };
}

const toOutputReferences = ({ references }: Item): Map<string, number[]> =>
  new Map([...references].filter(([type]) => ["dimg", "auxl", "prem"].includes(type)));

/** The `ispe` of an item (23008-12, 6.5.3). */
function readItemSize({ properties }: Item): { width: number; height: number } {
  const [found, other] = properties.filter(({ property }) => property.type === "ispe");
  if (!found || other || found.property.data.length !== 12) return refuseMalformed();
  const { u32 } = createReader(found.property.data);
  requireSize(u32(4), u32(8));
  return { width: u32(4), height: u32(8) };
}

function toOutputProperties(entry: OutputItem["properties"][number]): OutputItem["properties"] {
  const { type, data } = entry.property;
  if (!propertyTypes.has(type)) return entry.is_essential ? refuse("is cropped or layered") : [];
  // The bytes after the first four repeat units of the coded picture (AV1 in ISOBMFF, 2.3).
  if (type === "av1C") return data.length >= 4 ? [withData(entry, data.slice(0, 4))] : refuseMalformed();
  if (type === "auxC")
    return readAuxiliaryType(entry.property) === alphaType
      ? [withData(entry, data.slice(0, 4 + alphaType.length))]
      : [];
  if (type !== "colr") return data.length <= 32 ? [entry] : refuseMalformed();
  const kind = String.fromCharCode(...data.subarray(0, 4));
  if (kind === "nclx") return data.length === 11 ? [entry] : refuseMalformed();
  const profile = data.slice(4);
  return isValidProfile(profile, false) || isValidProfile(profile, true) ? [entry] : [];
}

const withData = (each: OutputItem["properties"][number], data: Bytes): OutputItem["properties"][number] => ({
  ...each,
  property: { ...each.property, data },
});

/** 23008-12, 6.6.2.3: rows and columns minus one, and the output size. */
function readGrid(data: Bytes, { references }: Item, size: { width: number; height: number }): Bytes {
  const { u8, u16, u32 } = createReader(data);
  const isWide = (u8(1) & 1) === 1;
  const [width, height] = isWide ? [u32(4), u32(8)] : [u16(4), u16(6)];
  const tiles = (u8(2) + 1) * (u8(3) + 1);
  if (u8(0) !== 0 || data.length !== (isWide ? 12 : 8) || tiles !== references.get("dimg")?.length) refuseMalformed();
  if (width !== size.width || height !== size.height) refuseMalformed();
  return data;
}

/**
 * Tiles and alpha cost as much to decode per pixel as the picture, so all coded items together may have at most twice
 * the pixels of the largest allowed picture.
 */
function requireCodedSize(items: OutputItem[]): void {
  const coded = items.filter(({ type }) => type === "av01").reduce((sum, { width, height }) => sum + width * height, 0);
  if (coded > 2 * pixelsMax) refuse("declares more pixels in its tiles than it shows");
}

/**
 * Writes the coded parts after a new head, in the file's own buffer if the head is not longer than the bytes before the
 * first part.
 */
function writePicture(file: Bytes, items: OutputItem[]): Bytes {
  const pieces = items
    .flatMap((item) => item.pieces.map((piece) => ({ ...piece, item })))
    .toSorted((one, other) => one.start - other.start);
  if (pieces.some(({ start }, index) => start < (pieces[index - 1]?.end ?? 0))) refuseMalformed();
  const grids = items.flatMap((item) => (item.grid ? [{ item, grid: item.grid }] : []));
  const dataBytes = [...pieces.map(({ start, end }) => end - start), ...grids.map(({ grid }) => grid.length)].reduce(
    (sum, length) => sum + length,
  );
  const offsets = new Map<OutputItem, number>();
  const buildHead = () => writeHead(items, (item) => offsets.get(item) ?? 0, dataBytes);
  let at = buildHead().length;
  const gridsAt = at;
  for (const { item, grid } of grids) {
    offsets.set(item, at);
    at += grid.length;
  }
  const fits = (pieces[0]?.start ?? 0) >= at;
  const target = fits ? file : new Uint8Array(at + dataBytes);
  for (const [index, { start, end, item }] of pieces.entries()) {
    if (!offsets.has(item)) offsets.set(item, at);
    else if (pieces[index - 1]?.item !== item) refuseMalformed();
    if (fits) target.copyWithin(at, start, end);
    else target.set(file.subarray(start, end), at);
    at += end - start;
  }
  target.set(
    grids.flatMap(({ grid }) => [...grid]),
    gridsAt,
  );
  target.set(buildHead(), 0);
  return target.subarray(0, at);
}
