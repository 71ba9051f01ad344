import { type StructureElement, paper, type TaggedDocument } from "./tagged-document.ts";
import { wrap } from "./typeface.ts";

export type Block = readonly [heading: string, lines: readonly string[]];

const width = 158;
const gap = 21;

/**
 * Prints blocks side by side from `y` on, without empty ones; the paper has room for three. Returns where the longest
 * ends.
 */
export function printBlocks(
  document: TaggedDocument,
  section: StructureElement,
  blocks: readonly Block[],
  y: number,
): number {
  let lowest = y;
  for (const [index, [heading, lines]] of blocks.filter((block) => block[1].length > 0).entries()) {
    const x = paper.margin + index * (width + gap);
    document.text(document.element("H2", section), heading, { x, y }, { size: 9, weight: "bold" });
    let at = y + 14;
    for (const line of lines)
      for (const part of wrap(document.fonts.regular, line, { size: 9, width })) {
        document.text(document.element("P", section), part, { x, y: at });
        at += 12;
      }
    lowest = Math.max(lowest, at);
  }
  return lowest;
}
