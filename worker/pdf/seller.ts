import { type StructureElement, paper, type TaggedDocument } from "./tagged-document.ts";
import { wrap } from "./typeface.ts";

export type Seller = { name: string; lines: readonly string[]; email: string };

const right = paper.width - paper.margin;
const width = 200;

/** Prints into the upper right corner, with the name on the line at `y`; returns where the text ends. */
export function printSeller(
  document: TaggedDocument,
  section: StructureElement,
  seller: Seller | null,
  y: number,
): number {
  if (!seller) return y;
  const pieces = [
    { text: seller.name, style: { size: 12, weight: "bold" } as const, height: 14 },
    ...[...seller.lines, seller.email].map((text) => ({
      text,
      style: { size: 9, ink: "soft" } as const,
      height: 12,
    })),
  ];
  let at = y;
  for (const { text, style, height } of pieces) {
    const element = document.element("P", section);
    const font = document.fonts["weight" in style ? style.weight : "regular"];
    for (const line of wrap(font, text, { size: style.size, width })) {
      document.text(element, line, { x: right, y: at, align: "right" }, style);
      at += height;
    }
  }
  return at;
}
