/** Widths of letters as multiples of the font size, widest first; all other letters have `averageWidth`. */
const widths: readonly [letters: RegExp, width: number][] = [
  [/[\u1100-\u{10ffff}]/u, 1.3],
  [/[mwMW@%—…]/, 0.95],
  [/[A-Z&]/, 0.72],
  [/[iljtfrI.,:;'|!() -]/, 0.36],
];
const averageWidth = 0.6;

const widthOf = (letter: string): number => widths.find(([letters]) => letters.test(letter))?.[1] ?? averageWidth;

/** Cuts a text to `width` pixels with an ellipsis, because SVG does not wrap lines. */
export function cutToWidth(text: string, size: number, width: number): string {
  const letters = [...text];
  const fits = (count: number, room: number) =>
    letters.slice(0, count).reduce((sum, letter) => sum + widthOf(letter) * size, 0) <= room;
  if (fits(letters.length, width)) return text;
  let count = letters.length - 1;
  while (count > 0 && !fits(count, width - widthOf("…") * size)) count -= 1;
  return `${letters.slice(0, count).join("").trimEnd()}…`;
}
