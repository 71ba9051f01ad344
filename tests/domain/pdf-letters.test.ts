import { expect, test } from "vitest";
import { toGlyphs, loadTypefaces } from "../../worker/pdf/typeface.ts";

/** First and last code point of the Unicode blocks with letters of names; U+0259 is Azerbaijani. */
const blocks = {
  Latin: [
    [0x41, 0x24f],
    [0x259, 0x259],
    [0x1e00, 0x1eff],
  ],
  Greek: [
    [0x370, 0x3ff],
    [0x1f00, 0x1fff],
  ],
  Cyrillic: [[0x400, 0x52f]],
} as const;

const listLetters = (script: keyof typeof blocks): string[] =>
  blocks[script]
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
    .filter((letter) => new RegExp(`(?=\\p{L})\\p{Script=${script}}`, "u").test(letter));

test.each([
  ["Latin", "regular", 700],
  ["Latin", "bold", 700],
  ["Greek", "regular", 300],
  ["Greek", "bold", 300],
  ["Cyrillic", "regular", 250],
  ["Cyrillic", "bold", 250],
] as const)("every %s letter is printed in the %s font, composed or not", async (script, weight, letters_min) => {
  const { [weight]: font } = await loadTypefaces();
  const letters = listLetters(script);
  expect(letters.length).toBeGreaterThan(letters_min);
  const isMissing = (letter: string) => !toGlyphs(font, letter).isExact;
  expect(letters.filter(isMissing)).toEqual([]);
  expect(letters.map((letter) => letter.normalize("NFD")).filter(isMissing)).toEqual([]);
});
