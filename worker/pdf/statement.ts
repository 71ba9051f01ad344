import { formatMoney } from "../contract/buying/money.ts";
import { printSeller, type Seller } from "./seller.ts";
import { paper, TaggedDocument, type TextStyle } from "./tagged-document.ts";
import { wrap } from "./typeface.ts";

export type StatementRow = {
  date: string;
  what: string;
  reference: string;
  /** US cents. */
  billed: number | null;
  paid: number | null;
  returned: number | null;
};
type Statement = { title: string; organization: string; seller: Seller | null; rows: readonly StatementRow[] };

const linesMax = 25;
const rowHeight = 18;
const right = paper.width - paper.margin;
const soft: TextStyle = { ink: "soft" };
const bold: TextStyle = { weight: "bold" };
const columns = [
  ["Date", paper.margin, "left"],
  ["What", 120, "left"],
  ["Invoice", 272, "left"],
  ["Billed", 430, "right"],
  ["Paid", 498, "right"],
  ["Returned", right, "right"],
] as const;
const moneyText = (cents: number | null): string => (cents === null ? "" : formatMoney(cents));
const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, each) => all + (each ?? 0), 0);

/** Billed, paid and refunded amounts of a month, with their sums. */
export async function printStatement({
  title,
  organization,
  seller,
  rows,
}: Statement): Promise<Uint8Array<ArrayBuffer>> {
  const document = await TaggedDocument.create(title, new Date());
  const section = document.element("Sect");
  const table = document.element("Table", section);
  const total = {
    billed: sum(rows.map(({ billed }) => billed)),
    paid: sum(rows.map(({ paid }) => paid)),
    returned: sum(rows.map(({ returned }) => returned)),
  };
  const all = [...rows, { date: "", what: "Sum of the month", reference: "", ...total }];
  // the heading is read before the table
  section.kids.pop();
  document.addPage();
  document.text(document.element("H1", section), title, { x: paper.margin, y: 62 }, { size: 20, weight: "bold" });
  document.text(document.element("P", section), organization, { x: paper.margin, y: 82 }, { size: 11 });
  let y = printSeller(document, section, seller, 56);
  section.kids.push(table);
  y = Math.max(y, 92) + 24;
  const head = document.element("TR", table);
  for (const [label, x, align] of columns) document.text(document.element("TH", head), label, { x, y, align }, bold);
  document.line(y + 6);
  y += 22;
  let onPage = 0;
  for (const [index, row] of all.entries()) {
    const isSum = index === all.length - 1;
    if (onPage >= linesMax && !isSum) {
      document.addPage();
      [onPage, y] = [0, 62];
      for (const [label, x, align] of columns) document.decoration(label, { x, y, align }, bold);
      document.line(y + 6);
      y += 22;
    }
    onPage += 1;
    const element = document.element("TR", table);
    const texts = [
      row.date,
      row.what,
      row.reference,
      moneyText(row.billed),
      moneyText(row.paid),
      moneyText(row.returned),
    ];
    for (const [place, [, x, align]] of columns.entries()) {
      const cell = document.element("TD", element);
      const width = align === "left" ? (columns[place + 1]?.[1] ?? right) - x - 8 : paper.width;
      const [text = ""] = wrap(document.fonts.regular, texts[place] ?? "", { size: 9, width });
      if (text !== "") document.text(cell, text, { x, y, align }, isSum ? bold : {});
    }
    y += rowHeight;
  }
  for (let page = 0; page < document.pageCount; page += 1)
    document.decoration(
      `Page ${page + 1} of ${document.pageCount}`,
      { x: right, y: paper.height - paper.margin + 8, align: "right" },
      soft,
      page,
    );
  return document.save();
}
