import { type Font, parseFont } from "./true-type.ts";

export type Weight = "regular" | "bold";

/**
 * The fonts, not their promise: on workerd a document must not wait for the promise of another request, and a failed
 * import is tried again.
 */
let typefaces: Record<Weight, Font> | undefined;

export const loadTypefaces = async (): Promise<Record<Weight, Font>> => (typefaces ??= await load());

async function load(): Promise<Record<Weight, Font>> {
  const [regular, bold] = await Promise.all([
    import("./fonts/NotoSans-Regular.subset.ttf?inline"),
    import("./fonts/NotoSans-Bold.subset.ttf?inline"),
  ]);
  return { regular: parseFont(decode(regular.default)), bold: parseFont(decode(bold.default)) };
}

const decode = (dataUrl: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(",") + 1)), (character) => character.charCodeAt(0));

/** Replacements for characters that the font lacks. */
const similarCharacters: Record<string, string> = { "\u2212": "\u2013", "\u202f": " ", "\u2009": " ", "\u2011": "-" };
const replacementCodePoint = 0xfffd;

/** `isExact` is false if the font lacks a character of the text. */
export function toGlyphs(font: Font, text: string): { glyphs: number[]; isExact: boolean } {
  let isExact = true;
  const glyphs = [...text.normalize("NFC")].flatMap((character) => {
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
    if (glyph !== undefined) return [glyph];
    isExact = false;
    // a letter without its accent is closer to a name than a box
    const [base = "", ...marks] = (similarCharacters[character] ?? character.normalize("NFD")).normalize("NFD");
    const known = marks.every((mark) => /\p{M}/u.test(mark)) ? font.glyphOf(base.codePointAt(0) ?? 0) : undefined;
    return [known ?? font.glyphOf(replacementCodePoint) ?? 0];
  });
  return { glyphs, isExact };
}

export const measureText = (font: Font, text: string, size: number): number =>
  toGlyphs(font, text).glyphs.reduce((sum, glyph) => sum + font.widthOf(glyph), 0) * (size / 1000);

/** Breaks words that are longer than `width`. */
export function wrap(font: Font, text: string, { size, width }: { size: number; width: number }): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (measureText(font, longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of word) {
      if (line !== "" && measureText(font, line + character, size) > width) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}
