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
  seller: Seller | null;
  /** Labels of all columns but the one of the invoice. */
  labels: readonly [date: string, what: string, ...amounts: [string, string, string]];
  sum_label: string;
  rows: readonly StatementRow[];
};

const linesMax = 25;
const rowHeight = 18;
const right = paper.width - paper.margin;
const soft: TextStyle = { ink: "soft" };
const bold: TextStyle = { weight: "bold" };
const buildColumns = ([date, what, ...amounts]: Statement["labels"]) =>
  [
    [date, paper.margin, "left"],
    [what, 120, "left"],
    ["Invoice", 272, "left"],
    [amounts[0], 430, "right"],
    [amounts[1], 498, "right"],
    [amounts[2], right, "right"],
  ] as const;
const formatCell = (cents: number | null): string => (cents === null ? "" : formatMoney(cents));
const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, each) => all + (each ?? 0), 0);

/** Each row has three amounts, such as billed, paid and refunded, and the last row has their sums. */
export async function printStatement({
  title,
  organization,
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
  let y = printSeller(document, section, seller, 56);
  section.kids.push(table);
  y = Math.max(y, 92) + 24;
  const head = document.element("TR", table);
  for (const [label, x, align] of columns) document.text(document.element("TH", head), label, { x, y, align }, bold);
  document.line(y + 6);
  y += 22;
  let linesOnPage = 0;
  for (const [index, row] of rowsWithTotal.entries()) {
    const isSum = index === rowsWithTotal.length - 1;
    if (linesOnPage >= linesMax && !isSum) {
      document.addPage();
      [linesOnPage, y] = [0, 62];
      for (const [label, x, align] of columns) document.decoration(label, { x, y, align }, bold);
      document.line(y + 6);
      y += 22;
    }
    linesOnPage += 1;
    const element = document.element("TR", table);
    const texts = [row.date, row.what, row.reference, ...row.amounts.map(formatCell)];
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
