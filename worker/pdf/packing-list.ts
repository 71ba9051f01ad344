import { type Block, printBlocks } from "./blocks.ts";
import { printSeller, type Seller } from "./seller.ts";
import { type StructureElement, paper, TaggedDocument, type TextStyle } from "./tagged-document.ts";
import { wrap } from "./typeface.ts";

export type PackedLine = { name: string; sku: string | null; serials: readonly string[]; quantity: number };
type PackingList = {
  title: string;
  seller: Seller | null;
  blocks: readonly Block[];
  rows: readonly PackedLine[];
  /** Text that replaces a table without rows. */
  empty: string;
};

const linesMax = 25;
const rowHeight = 15;
const right = paper.width - paper.margin;
const bottom = paper.height - paper.margin - 16;
const soft: TextStyle = { ink: "soft" };
const bold: TextStyle = { size: 9, weight: "bold" };
const heads = [
  ["Product", paper.margin, "left"],
  ["SKU", 300, "left"],
  ["Serial numbers", 384, "left"],
  ["Quantity", right, "right"],
] as const;
const widths = { name: 244, sku: 76, serials: 120 } as const;

/** Prints the contents of a package, or the lines of an order that are still to ship, without prices. */
export async function printPackingList(list: PackingList): Promise<Uint8Array<ArrayBuffer>> {
  const document = await TaggedDocument.create(list.title, new Date());
  const printer = new PackingListPrinter(document, list);
  printer.print();
  return document.save();
}

class PackingListPrinter {
  private readonly document: TaggedDocument;
  private readonly list: PackingList;
  private readonly section: StructureElement;
  private y: number = 62;

  constructor(document: TaggedDocument, list: PackingList) {
    this.document = document;
    this.list = list;
    this.section = document.element("Sect");
  }

  print(): void {
    const { document, list, section } = this;
    document.addPage();
    const title = { x: paper.margin, y: this.y };
    document.text(document.element("H1", section), list.title, title, { size: 20, weight: "bold" });
    this.y = Math.max(printSeller(document, section, list.seller, this.y - 6), this.y + 14) + 10;
    document.line(this.y);
    this.y += 20;
    this.y = printBlocks(document, section, list.blocks, this.y) + 12;
    if (list.rows.length > 0) this.printRows();
    else document.text(document.element("P", section), list.empty, { x: paper.margin, y: this.y });
    this.numberPages();
  }

  private printRows(): void {
    const { document } = this;
    const table = document.element("Table", this.section);
    const head = document.element("TR", table);
    for (const [label, x, align] of heads)
      document.text(document.element("TH", head), label, { x, y: this.y, align }, bold);
    this.finishHead();
    let linesOnPage = 0;
    const nextPage = () => {
      document.addPage();
      this.y = 62;
      linesOnPage = 0;
      for (const [label, x, align] of heads) document.decoration(label, { x, y: this.y, align }, bold);
      this.finishHead();
    };
    for (const { name, sku, serials, quantity } of this.list.rows) {
      const { regular } = document.fonts;
      const names = wrap(regular, name, { size: 9, width: widths.name });
      const skus = sku === null ? [] : wrap(regular, sku, { size: 9, width: widths.sku });
      const numbers = serials.flatMap((serial) => wrap(regular, serial, { size: 9, width: widths.serials }));
      const height = Math.max(names.length, skus.length, numbers.length);
      const isFull = linesOnPage + height > linesMax || this.y + height * rowHeight > bottom;
      if (linesOnPage > 0 && isFull) nextPage();
      const row = document.element("TR", table);
      const [nameCell, skuCell, serialCell] = [0, 1, 2].map(() => document.element("TD", row));
      const quantityCell = document.element("TD", row);
      document.text(quantityCell, String(quantity), { x: right, y: this.y, align: "right" });
      for (let line = 0; line < height; line += 1) {
        // serial numbers of many devices need more than a page
        if (linesOnPage >= linesMax || this.y > bottom) nextPage();
        const cells = [
          [nameCell, names[line], heads[0][1]],
          [skuCell, skus[line], heads[1][1]],
          [serialCell, numbers[line], heads[2][1]],
        ] as const;
        for (const [cell, text, x] of cells) if (cell && text) document.text(cell, text, { x, y: this.y });
        linesOnPage += 1;
        this.y += rowHeight;
      }
    }
    document.line(this.y - 6);
  }

  private finishHead(): void {
    this.document.line(this.y + 5);
    this.y += 19;
  }

  private numberPages(): void {
    const { pageCount } = this.document;
    const y = paper.height - paper.margin + 8;
    for (let page = 0; page < pageCount; page += 1) {
      this.document.decoration(this.list.title, { x: paper.margin, y }, soft, page);
      this.document.decoration(`Page ${page + 1} of ${pageCount}`, { x: right, y, align: "right" }, soft, page);
    }
  }
}
