import { type Range, readUnits } from "./av1.ts";
import { type Item, type Meta, misshapen, type Property, readMeta } from "./avif-items.ts";
import { type KeptItem, writeHead } from "./avif-head.ts";
import { listFileBoxes } from "./boxes.ts";
import { type Bytes, type CleanPicture, createReader, pixelsMax, refuse, requireSize } from "./bytes.ts";
import { isValidProfile } from "./icc.ts";

const alphaType = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0";

/** What says how a picture looks (ISO/IEC 23008-12, 6.5; AVIF, 2.2); other properties fall away unless they are essential. */
const propertyTypes = new Set(["ispe", "pixi", "av1C", "colr", "auxC", "irot", "imir", "pasp"]);

/** Whether a file says of itself that it is an AVIF (AVIF, 6). */
export function isAvif(file: Bytes): boolean {
  const isFile = file.length >= 16 && String.fromCharCode(...file.subarray(4, 8)) === "ftyp";
  return isFile && brandsOf(file).includes("avif");
}

function brandsOf(file: Bytes): string[] {
  const { u32, text } = createReader(file);
  const end = Math.min(u32(0), file.length, 256);
  const count = Math.max(0, Math.floor((end - 16) / 4));
  return [text(8, 4), ...Array.from({ length: count }, (_, index) => text(16 + 4 * index, 4))];
}

/**
 * Writes an AVIF anew around its coded picture: the picture or the grid of which it is made, its transparency, and the properties
 * that say how it looks. Exif, XMP, thumbnails, other pictures, names, sequences and all other boxes stay behind. Throws
 * PictureRefused.
 */
export function cleanAvif(file: Bytes): CleanPicture {
  const boxes = listFileBoxes(file);
  const [meta, otherMeta] = boxes.filter(({ type }) => type === "meta");
  if (brandsOf(file).includes("avis") || boxes.some(({ type }) => type === "moov")) refuse("is animated");
  if (boxes[0]?.type !== "ftyp" || !meta || otherMeta) return misshapen();
  const media = boxes.filter(({ type }) => type === "mdat").map(({ data, end }) => ({ start: data, end }));
  const { primary, items } = readMeta(file, meta);
  const kept = keptItems({ primary, items }).map(([id, item]) => readItem(file, media, id, item));
  const shown = kept[0] ?? misshapen();
  requireCodedSize(kept);
  const { width, height } = shown;
  const isTurned = shown.properties.some(
    ({ property: { type, data } }) => type === "irot" && ((data[0] ?? 0) & 1) === 1,
  );
  const bytes = moveTogether(file, kept);
  return { type: "avif", width: isTurned ? height : width, height: isTurned ? width : height, bytes };
}

/** The shown item first, then its tiles, its transparency, and the tiles of that. */
function keptItems({ primary, items }: Meta): [number, Item][] {
  const found = new Map<number, Item>();
  const add = (id: number, types: readonly string[]) => {
    const item = items.get(id);
    if (!item || !types.includes(item.type)) return misshapen();
    found.set(id, item);
    if (item.type === "grid") for (const tile of item.references.get("dimg") ?? []) add(tile, ["av01"]);
  };
  add(primary, ["av01", "grid"]);
  const isAlpha = ({ properties }: Item) =>
    properties.some(({ property }) => property.type === "auxC" && auxiliaryOf(property) === alphaType);
  for (const [id, item] of items)
    if (item.references.get("auxl")?.includes(primary) && isAlpha(item)) add(id, ["av01", "grid"]);
  return [...found];
}

const auxiliaryOf = ({ data }: Property): string => String.fromCharCode(...data.subarray(4, 4 + alphaType.length));

function readItem(file: Bytes, media: Range[], id: number, item: Item): KeptItem {
  const [extent, another] = item.extents;
  // encoders write a picture in one piece; of several none could be told where a unit begins
  if (!extent || another || extent.end <= extent.start) return misshapen();
  if (extent.end > file.length) return refuse("is cut off: part of it is missing");
  const isWithin = media.some(({ start, end }) => extent.start >= start && extent.end <= end);
  if (!extent.isInMeta && !isWithin) return misshapen();
  const properties = item.properties.flatMap(keptProperty);
  const declared = sizeOf(item);
  const shared = { id, type: item.type, properties, references: keptReferences(item), ...declared };
  if (item.type === "grid")
    return { ...shared, pieces: [], grid: readGrid(file.slice(extent.start, extent.end), item, declared) };
  const { kept, width, height } = readUnits(file, extent);
  if (width !== declared.width || height !== declared.height) misshapen();
  if (!properties.some(({ property }) => property.type === "av1C")) misshapen();
  if (extent.isInMeta) misshapen();
  return { ...shared, pieces: kept };
}

const keptReferences = ({ references }: Item): Map<string, number[]> =>
  new Map([...references].filter(([type]) => ["dimg", "auxl", "prem"].includes(type)));

/** The `ispe` of an item (23008-12, 6.5.3). */
function sizeOf({ properties }: Item): { width: number; height: number } {
  const [found, other] = properties.filter(({ property }) => property.type === "ispe");
  if (!found || other || found.property.data.length !== 12) return misshapen();
  const { u32 } = createReader(found.property.data);
  requireSize(u32(4), u32(8));
  return { width: u32(4), height: u32(8) };
}

function keptProperty(each: KeptItem["properties"][number]): KeptItem["properties"] {
  const { type, data } = each.property;
  if (!propertyTypes.has(type)) return each.is_essential ? refuse("is cropped or layered") : [];
  // behind its four bytes stand units that the coded picture has, too (AV1 in ISOBMFF, 2.3)
  if (type === "av1C") return data.length >= 4 ? [withData(each, data.slice(0, 4))] : misshapen();
  if (type === "auxC")
    return auxiliaryOf(each.property) === alphaType ? [withData(each, data.slice(0, 4 + alphaType.length))] : [];
  if (type !== "colr") return data.length <= 32 ? [each] : misshapen();
  const kind = String.fromCharCode(...data.subarray(0, 4));
  if (kind === "nclx") return data.length === 11 ? [each] : misshapen();
  const profile = data.slice(4);
  return isValidProfile(profile, false) || isValidProfile(profile, true) ? [each] : [];
}

const withData = (each: KeptItem["properties"][number], data: Bytes): KeptItem["properties"][number] => ({
  ...each,
  property: { ...each.property, data },
});

/** 23008-12, 6.6.2.3: rows and columns less one, and the size of the whole. */
function readGrid(data: Bytes, { references }: Item, size: { width: number; height: number }): Bytes {
  const { u8, u16, u32 } = createReader(data);
  const isWide = (u8(1) & 1) === 1;
  const [width, height] = isWide ? [u32(4), u32(8)] : [u16(4), u16(6)];
  const tiles = (u8(2) + 1) * (u8(3) + 1);
  if (u8(0) !== 0 || data.length !== (isWide ? 12 : 8) || tiles !== references.get("dimg")?.length) misshapen();
  if (width !== size.width || height !== size.height) misshapen();
  return data;
}

/** Tiles and transparency cost whoever shows them as much as the picture: together they may be no more than two of the largest. */
function requireCodedSize(kept: KeptItem[]): void {
  const coded = kept.filter(({ type }) => type === "av01").reduce((sum, { width, height }) => sum + width * height, 0);
  if (coded > 2 * pixelsMax) refuse("declares more pixels in its tiles than it shows");
}

/** Puts the coded parts together behind a new head, in the file's own buffer where that head is no longer than what stood before them. */
function moveTogether(file: Bytes, kept: KeptItem[]): Bytes {
  const pieces = kept
    .flatMap((item) => item.pieces.map((piece) => ({ ...piece, item })))
    .toSorted((one, other) => one.start - other.start);
  if (pieces.some(({ start }, index) => start < (pieces[index - 1]?.end ?? 0))) misshapen();
  const grids = kept.flatMap((item) => (item.grid ? [{ item, grid: item.grid }] : []));
  const dataBytes = [...pieces.map(({ start, end }) => end - start), ...grids.map(({ grid }) => grid.length)].reduce(
    (sum, length) => sum + length,
  );
  const places = new Map<KeptItem, number>();
  const head = () => writeHead(kept, (item) => places.get(item) ?? 0, dataBytes);
  let at = head().length;
  const gridsAt = at;
  for (const { item, grid } of grids) {
    places.set(item, at);
    at += grid.length;
  }
  const fits = (pieces[0]?.start ?? 0) >= at;
  const target = fits ? file : new Uint8Array(at + dataBytes);
  for (const [index, { start, end, item }] of pieces.entries()) {
    if (!places.has(item)) places.set(item, at);
    else if (pieces[index - 1]?.item !== item) misshapen();
    if (fits) target.copyWithin(at, start, end);
    else target.set(file.subarray(start, end), at);
    at += end - start;
  }
  target.set(
    grids.flatMap(({ grid }) => [...grid]),
    gridsAt,
  );
  target.set(head(), 0);
  return target.subarray(0, at);
}
