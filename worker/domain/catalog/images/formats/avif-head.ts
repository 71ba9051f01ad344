import type { Range } from "./av1.ts";
import type { Property } from "./avif-items.ts";
import { box, fourLetters, fullBox, u16, u32 } from "./boxes.ts";
import type { Bytes } from "./bytes.ts";

export type OutputItem = {
  /** Id in the original file. */
  id: number;
  type: string;
  width: number;
  height: number;
  properties: { property: Property; is_essential: boolean }[];
  references: Map<string, number[]>;
  /** Ranges of the original file, in sequence. */
  pieces: Range[];
  /** Payload of a grid item, in place of pieces. */
  grid?: Bytes;
};

const mediaHeaderBytes = 8;

/**
 * `ftyp`, `meta` and the header of `mdat` for `dataBytes` bytes of content (AVIF, 3 and 6; ISO/IEC 14496-12, 8.11). The
 * length of the result does not depend on item positions, so it can be measured before the positions are known.
 */
export function writeHead(items: OutputItem[], offsetOf: (item: OutputItem) => number, dataBytes: number): number[] {
  const brands = ["avif", "mif1", "miaf"].flatMap(fourLetters);
  const ids = new Map(items.map(({ id }, index) => [id, index + 1]));
  const newId = (id: number) => ids.get(id) ?? 0;
  const infos = items.map((item) => fullBox("infe", 2, 0, u16(newId(item.id)), u16(0), fourLetters(item.type), [0]));
  const locations = items.map((item) => [
    ...u16(newId(item.id)),
    ...u16(0),
    ...u16(1),
    ...u32(offsetOf(item)),
    ...u32(contentLength(item)),
  ]);
  const meta = fullBox(
    "meta",
    0,
    0,
    fullBox("hdlr", 0, 0, u32(0), fourLetters("pict"), u32(0), u32(0), u32(0), [0]),
    fullBox("pitm", 0, 0, u16(1)),
    fullBox("iloc", 0, 0, [0x44, 0], u16(items.length), locations.flat()),
    fullBox("iinf", 0, 0, u16(items.length), infos.flat()),
    writeReferences(items, newId),
    writeProperties(items, newId),
  );
  const header = [...u32(mediaHeaderBytes + dataBytes), ...fourLetters("mdat")];
  return [...box("ftyp", fourLetters("avif"), u32(0), brands), ...meta, ...header];
}

const contentLength = ({ grid, pieces }: OutputItem): number =>
  grid ? grid.length : pieces.reduce((sum, { start, end }) => sum + end - start, 0);

function writeReferences(items: OutputItem[], newId: (id: number) => number): number[] {
  const references = items.flatMap(({ id, references: all }) =>
    [...all].flatMap(([type, targets]) => {
      const newTargets = targets.map(newId).filter((target) => target > 0);
      return newTargets.length === 0
        ? []
        : [box(type, u16(newId(id)), u16(newTargets.length), newTargets.flatMap(u16))];
    }),
  );
  return references.length === 0 ? [] : fullBox("iref", 0, 0, references.flat());
}

function writeProperties(items: OutputItem[], newId: (id: number) => number): number[] {
  const indexes = new Map<string, number>();
  const boxes: number[][] = [];
  const propertyIndex = ({ type, data }: Property): number => {
    const written = box(type, data);
    const key = written.join();
    const index = indexes.get(key) ?? boxes.push(written);
    indexes.set(key, index);
    return index;
  };
  const associations = items.flatMap(({ id, properties }) => [
    ...u16(newId(id)),
    properties.length,
    // `av1C` is always essential, because a decoder that cannot read the codec configuration must not try to decode.
    ...properties.flatMap(({ property, is_essential }) =>
      u16(propertyIndex(property) | (is_essential || property.type === "av1C" ? 0x8000 : 0)),
    ),
  ]);
  const association = fullBox("ipma", 0, 1, u32(items.length), associations);
  return box("iprp", box("ipco", boxes.flat()), association);
}
