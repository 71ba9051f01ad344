import type { Column } from "./table.tsx";

type Cell = string | number | boolean | null;

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe before it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(toCell).join(",")}\r\n`;

function toCell(value: Cell): string {
  if (value === null) return "";
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The columns that stand in the file: those that say what they say there. */
export const csvColumns = <Row>(columns: readonly Column<Row>[]) =>
  columns.flatMap(({ label, csv }) => (csv ? [{ label, csv }] : []));
