import { formatMoney } from "../contract/buying/money.ts";
import { printSeller, type Seller } from "./seller.ts";
import { paper, TaggedDocument, type TextStyle } from "./tagged-document.ts";
import { wrap } from "./typeface.ts";

export type StatementRow = {
  date: string;
  what: string;
  reference: string;
  /** US cents. */
  amounts: Amounts;
};
type Amounts = readonly [number | null, number | null, number | null];
type Statement = {
  title: string;
  organization: string;
  /** Day on which the amounts are open, such as "1 Dec 2026"; absent if the title names the time. */
  as_of?: string;
  seller: Seller | null;
  /** Labels of all columns but the one of the invoice. */
  labels: readonly [date: string, what: string, ...amounts: [string, string, string]];
  sum_label: string;
  rows: readonly StatementRow[];
};

const linesMax = 25;
const rowHeight = 18;
/** Height of a further line of a row. */
const lineHeight = 12;
const right = paper.width - paper.margin;
const soft: TextStyle = { ink: "soft" };
const bold: TextStyle = { weight: "bold" };
/** The widths leave 62 points for an amount, such as −$100,000.00, left of its right edge. */
const buildColumns = ([date, what, ...amounts]: Statement["labels"]) =>
  [
    [date, paper.margin, "left", 64],
    [what, 120, "left", 104],
    ["Invoice", 232, "left", 144],
    [amounts[0], 438, "right", paper.width],
    [amounts[1], 501, "right", paper.width],
    [amounts[2], right, "right", paper.width],
  ] as const;
const formatCell = (cents: number | null): string => (cents === null ? "" : formatMoney(cents));
const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, each) => all + (each ?? 0), 0);

/** Each row has three amounts, such as billed, paid and refunded, and the last row has their sums. */
export async function printStatement({
  title,
  organization,
  as_of,
  seller,
  labels,
  sum_label,
  rows,
}: Statement): Promise<Uint8Array<ArrayBuffer>> {
  const document = await TaggedDocument.create(title, new Date());
  const section = document.element("Sect");
  const table = document.element("Table", section);
  const columns = buildColumns(labels);
  const totals = ([0, 1, 2] as const).map((place) => sum(rows.map(({ amounts }) => amounts[place])));
  const rowsWithTotal = [...rows, { date: "", what: sum_label, reference: "", amounts: totals }];
  // the table is added again below, because screen readers must reach the heading first
  section.kids.pop();
  document.addPage();
  document.text(document.element("H1", section), title, { x: paper.margin, y: 62 }, { size: 20, weight: "bold" });
  document.text(document.element("P", section), organization, { x: paper.margin, y: 82 }, { size: 11 });
  if (as_of !== undefined)
    document.text(document.element("P", section), `As of ${as_of}`, { x: paper.margin, y: 98 }, { size: 11 });
  let y = printSeller(document, section, seller, 56);
  section.kids.push(table);
  y = Math.max(y, as_of === undefined ? 92 : 108) + 24;
  const head = document.element("TR", table);
  for (const [label, x, align] of columns) document.text(document.element("TH", head), label, { x, y, align }, bold);
  document.line(y + 6);
  y += 22;
  let linesOnPage = 0;
  for (const [index, row] of rowsWithTotal.entries()) {
    const isSum = index === rowsWithTotal.length - 1;
    const texts = [row.date, row.what, row.reference, ...row.amounts.map(formatCell)];
    const cells = columns.map(([, x, align, width], place) => ({
      x,
      align,
      lines: wrap(document.fonts.regular, texts[place] ?? "", { size: 9, width }),
    }));
    const lineCount = Math.max(...cells.map(({ lines }) => lines.length));
    if (linesOnPage + lineCount > linesMax && !isSum) {
      document.addPage();
      [linesOnPage, y] = [0, 62];
      for (const [label, x, align] of columns) document.decoration(label, { x, y, align }, bold);
      document.line(y + 6);
      y += 22;
    }
    linesOnPage += lineCount;
    const element = document.element("TR", table);
    for (const { x, align, lines } of cells) {
      const cell = document.element("TD", element);
      for (const [place, line] of lines.entries())
        if (line !== "") document.text(cell, line, { x, y: y + place * lineHeight, align }, isSum ? bold : {});
    }
    y += rowHeight + (lineCount - 1) * lineHeight;
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
