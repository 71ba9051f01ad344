/** Parts of a TrueType font that a PDF needs (https://learn.microsoft.com/typography/opentype/spec/). */
export type Font = {
  /** Undefined if the font lacks the character. */
  glyphOf: (codePoint: number) => number | undefined;
  /** In thousandths of the type size. */
  widthOf: (glyph: number) => number;
  metrics: { ascent: number; descent: number; box: readonly [number, number, number, number] };
  /** The font without the outlines that `glyphs` do not need; glyph numbers stay the same. */
  withGlyphs: (glyphs: ReadonlySet<number>) => Uint8Array<ArrayBuffer>;
};

type Tables = ReadonlyMap<string, DataView<ArrayBuffer>>;

export function parseFont(bytes: Uint8Array<ArrayBuffer>): Font {
  const tables = readTables(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const [head, hhea, hmtx] = [requireTable(tables, "head"), requireTable(tables, "hhea"), requireTable(tables, "hmtx")];
  const scale = 1000 / head.getUint16(18);
  const toThousandths = (value: number) => Math.round(value * scale);
  const longMetrics = hhea.getUint16(34);
  const glyphs = readCharacters(requireTable(tables, "cmap"));
  return {
    glyphOf: (codePoint) => glyphs.get(codePoint),
    widthOf: (glyph) => toThousandths(hmtx.getUint16(4 * Math.min(glyph, longMetrics - 1))),
    metrics: {
      ascent: toThousandths(hhea.getInt16(4)),
      descent: toThousandths(hhea.getInt16(6)),
      box: [
        toThousandths(head.getInt16(36)),
        toThousandths(head.getInt16(38)),
        toThousandths(head.getInt16(40)),
        toThousandths(head.getInt16(42)),
      ],
    },
    withGlyphs: (used) => subsetFont(tables, used),
  };
}

function readTables(font: DataView<ArrayBuffer>): Tables {
  return new Map(
    Array.from({ length: font.getUint16(4) }, (_, index) => {
      const at = 12 + 16 * index;
      const tag = String.fromCharCode(...new Uint8Array(font.buffer, font.byteOffset + at, 4));
      return [tag, new DataView(font.buffer, font.byteOffset + font.getUint32(at + 8), font.getUint32(at + 12))];
    }),
  );
}

function requireTable(tables: Tables, tag: string): DataView<ArrayBuffer> {
  const table = tables.get(tag);
  if (!table) throw new Error(`the font has no table ${tag}`);
  return table;
}

/** Character map of format 4, whose segments cover the basic multilingual plane. */
function readCharacters(cmap: DataView): Map<number, number> {
  const at = Array.from({ length: cmap.getUint16(2) }, (_, index) => cmap.getUint32(4 + 8 * index + 4)).find(
    (each) => cmap.getUint16(each) === 4,
  );
  if (at === undefined) throw new Error("the font has no character map of format 4");
  const doubleSegmentCount = cmap.getUint16(at + 6);
  const [ends, starts] = [at + 14, at + 16 + doubleSegmentCount];
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < doubleSegmentCount; segment += 2) {
    const [start, end] = [cmap.getUint16(starts + segment), cmap.getUint16(ends + segment)];
    const delta = cmap.getUint16(starts + doubleSegmentCount + segment);
    const rangeAt = starts + 2 * doubleSegmentCount + segment;
    const range = cmap.getUint16(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const raw = range === 0 ? code : cmap.getUint16(rangeAt + range + 2 * (code - start));
      const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

const partFlags = { words: 1, scale: 8, more: 32, scaleXy: 64, matrix: 128 };

function listComponents(glyph: DataView): number[] {
  if (glyph.byteLength < 10 || glyph.getInt16(0) >= 0) return [];
  const parts: number[] = [];
  let at = 10;
  for (;;) {
    const flags = glyph.getUint16(at);
    parts.push(glyph.getUint16(at + 2));
    at += 4 + (flags & partFlags.words ? 4 : 2);
    if (flags & partFlags.scale) at += 2;
    else if (flags & partFlags.scaleXy) at += 4;
    else if (flags & partFlags.matrix) at += 8;
    if (!(flags & partFlags.more)) return parts;
  }
}

function createOutlineReader(tables: Tables): (glyph: number) => DataView<ArrayBuffer> {
  const [glyf, loca] = [requireTable(tables, "glyf"), requireTable(tables, "loca")];
  const isLong = requireTable(tables, "head").getInt16(50) === 1;
  const offset = (glyph: number) => (isLong ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph));
  return (glyph) => new DataView(glyf.buffer, glyf.byteOffset + offset(glyph), offset(glyph + 1) - offset(glyph));
}

function subsetFont(tables: Tables, used: ReadonlySet<number>): Uint8Array<ArrayBuffer> {
  const readOutline = createOutlineReader(tables);
  const count = requireTable(tables, "maxp").getUint16(4);
  const neededGlyphs = new Set([0]);
  const add = (glyph: number): void => {
    if (neededGlyphs.has(glyph) || glyph >= count) return;
    neededGlyphs.add(glyph);
    for (const part of listComponents(readOutline(glyph))) add(part);
  };
  for (const glyph of used) add(glyph);
  const loca = new DataView(new ArrayBuffer(4 * (count + 1)));
  const outlines: Uint8Array[] = [];
  let length = 0;
  for (let glyph = 0; glyph < count; glyph += 1) {
    loca.setUint32(4 * glyph, length);
    if (!neededGlyphs.has(glyph)) continue;
    const outline = bytesOf(readOutline(glyph));
    const padded = new Uint8Array(padTo4(outline.length));
    padded.set(outline);
    outlines.push(padded);
    length += padded.length;
  }
  loca.setUint32(4 * count, length);
  const head = new Uint8Array(bytesOf(requireTable(tables, "head")));
  const view = new DataView(head.buffer);
  view.setUint32(8, 0);
  view.setInt16(50, 1);
  return assemble([
    ["glyf", join(outlines, length)],
    ["head", head],
    ["hhea", bytesOf(requireTable(tables, "hhea"))],
    ["hmtx", bytesOf(requireTable(tables, "hmtx"))],
    ["loca", bytesOf(loca)],
    ["maxp", bytesOf(requireTable(tables, "maxp"))],
  ]);
}

const padTo4 = (length: number): number => (length + 3) & ~3;
const bytesOf = (view: DataView<ArrayBuffer>) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function checksum(table: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4)
    sum =
      (sum +
        (((table[at] ?? 0) << 24) |
          ((table[at + 1] ?? 0) << 16) |
          ((table[at + 2] ?? 0) << 8) |
          (table[at + 3] ?? 0))) >>>
      0;
  return sum;
}

/** `tables` are in the order of their tags. */
function assemble(tables: readonly (readonly [tag: string, table: Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const length = tables.reduce((sum, [, table]) => sum + padTo4(table.length), 12 + 16 * tables.length);
  const font = new Uint8Array(length);
  const view = new DataView(font.buffer);
  const power = Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 * 2 ** power);
  view.setUint16(8, power);
  view.setUint16(10, 16 * (tables.length - 2 ** power));
  let at = 12 + 16 * tables.length;
  let headAt = 0;
  for (const [index, [tag, table]] of tables.entries()) {
    const entry = 12 + 16 * index;
    for (const [place, letter] of [...tag].entries()) font[entry + place] = letter.charCodeAt(0);
    view.setUint32(entry + 4, checksum(table));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.length);
    font.set(table, at);
    if (tag === "head") headAt = at;
    at += padTo4(table.length);
  }
  view.setUint32(headAt + 8, (0xb1b0afba - checksum(font)) >>> 0);
  return font;
}
