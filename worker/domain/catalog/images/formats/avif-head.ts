import type { Range } from "./av1.ts";
import type { Property } from "./avif-items.ts";
import { box, fourLetters, fullBox, u16, u32 } from "./boxes.ts";
import type { Bytes } from "./bytes.ts";

/** An item of the new file. */
export type KeptItem = {
  /** In the old file. */
  id: number;
  type: string;
  width: number;
  height: number;
  properties: { property: Property; is_essential: boolean }[];
  references: Map<string, number[]>;
  /** Of the old file, one behind the other. */
  pieces: Range[];
  /** What a grid is made of, in place of pieces. */
  grid?: Bytes;
};

const mediaHeaderBytes = 8;

/**
 * `ftyp`, `meta` and the header of `mdat` with so many bytes behind it (AVIF, 3 and 6; ISO/IEC 14496-12, 8.11). Its own length does
 * not depend on where the items are, so it may be written before that is known.
 */
export function writeHead(kept: KeptItem[], placeOf: (item: KeptItem) => number, dataBytes: number): number[] {
  const brands = ["avif", "mif1", "miaf"].flatMap(fourLetters);
  const ids = new Map(kept.map(({ id }, index) => [id, index + 1]));
  const newId = (id: number) => ids.get(id) ?? 0;
  const infos = kept.map((item) => fullBox("infe", 2, 0, u16(newId(item.id)), u16(0), fourLetters(item.type), [0]));
  const locations = kept.map((item) => [
    ...u16(newId(item.id)),
    ...u16(0),
    ...u16(1),
    ...u32(placeOf(item)),
    ...u32(lengthOf(item)),
  ]);
  const meta = fullBox(
    "meta",
    0,
    0,
    fullBox("hdlr", 0, 0, u32(0), fourLetters("pict"), u32(0), u32(0), u32(0), [0]),
    fullBox("pitm", 0, 0, u16(1)),
    fullBox("iloc", 0, 0, [0x44, 0], u16(kept.length), locations.flat()),
    fullBox("iinf", 0, 0, u16(kept.length), infos.flat()),
    writeReferences(kept, newId),
    writeProperties(kept, newId),
  );
  const header = [...u32(mediaHeaderBytes + dataBytes), ...fourLetters("mdat")];
  return [...box("ftyp", fourLetters("avif"), u32(0), brands), ...meta, ...header];
}

const lengthOf = ({ grid, pieces }: KeptItem): number =>
  grid ? grid.length : pieces.reduce((sum, { start, end }) => sum + end - start, 0);

function writeReferences(kept: KeptItem[], newId: (id: number) => number): number[] {
  const references = kept.flatMap(({ id, references: all }) =>
    [...all].flatMap(([type, targets]) => {
      const known = targets.map(newId).filter((target) => target > 0);
      return known.length === 0 ? [] : [box(type, u16(newId(id)), u16(known.length), known.flatMap(u16))];
    }),
  );
  return references.length === 0 ? [] : fullBox("iref", 0, 0, references.flat());
}

function writeProperties(kept: KeptItem[], newId: (id: number) => number): number[] {
  const indexes = new Map<string, number>();
  const boxes: number[][] = [];
  const indexOf = ({ type, data }: Property): number => {
    const written = box(type, data);
    const key = written.join();
    const known = indexes.get(key) ?? boxes.push(written);
    indexes.set(key, known);
    return known;
  };
  const associations = kept.flatMap(({ id, properties }) => [
    ...u16(newId(id)),
    properties.length,
    // whoever cannot read how the picture is coded must not try
    ...properties.flatMap(({ property, is_essential }) =>
      u16(indexOf(property) | (is_essential || property.type === "av1C" ? 0x8000 : 0)),
    ),
  ]);
  const association = fullBox("ipma", 0, 1, u32(kept.length), associations);
  return box("iprp", box("ipco", boxes.flat()), association);
}
