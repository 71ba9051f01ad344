/** CSV files (RFC 4180), compatible with spreadsheets. */

type Cell = string | number | boolean | null;
/**
 * Text that a spreadsheet could read as a formula, also after blanks and in full-width characters
 * (https://owasp.org/www-community/attacks/CSV_Injection). Leading apostrophes match too, so that `fromCell` is the
 * exact inverse.
 */
const formulaPattern = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;
const guardedPattern = /^'+(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** A formula gets a leading apostrophe. All text is quoted, so that no separator of another locale splits it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(toCell).join(",")}\r\n`;

function toCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  return `"${(formulaPattern.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
}

/** Removes the apostrophe of `csvLine`. */
export const fromCell = (text: string): string => (guardedPattern.test(text) ? text.slice(1) : text);

/** `line` is the first line of the record in the file, counted from 1. */
export type CsvRow = { line: number; cells: string[] };
export type CsvFile = {
  rows: CsvRow[];
  /** In a file with semicolons, amounts may have a decimal comma. */
  separator: string;
  /** Line on which an unterminated quote begins; undefined if there is none. */
  broken_line: number | undefined;
};

const separators = [",", ";", "\t"];

/** Skips empty records. The first line, or Excel's `sep=;` before it, determines the separator. */
export function parseCsv(file: string): CsvFile {
  const separatorLine = /^\uFEFF?sep=([,;\t])\r?\n/i.exec(file);
  const text = separatorLine ? file.slice(separatorLine[0].length) : file.replace(/^\uFEFF/, "");
  const [head = ""] = text.split(/\r\n|\r|\n/, 1);
  const counts = separators.map((each) => splitCells(head, each).length);
  const separator = separatorLine?.[1] ?? separators[counts.indexOf(Math.max(...counts))] ?? ",";
  const { rows, broken_line } = readRows(text, separator, separatorLine ? 2 : 1);
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")), separator, broken_line };
}

export const splitCells = (line: string, separator: string): string[] =>
  (readRows(line, separator, 1).rows[0]?.cells ?? [""]).map((cell) => cell.trim());

const specialPattern = /[\r\n",;\t]/g;

function readRows(text: string, separator: string, from: number): Omit<CsvFile, "separator"> {
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: from, cells: [] };
  let [line, at, cell] = [from, 0, ""];
  const endRow = () => {
    rows.push({ line: row.line, cells: [...row.cells, cell] });
    cell = "";
    row = { line, cells: [] };
  };
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"' && cell.trim() === "") {
      const quoted = readQuoted(text, at + 1);
      if (!quoted) return { rows, broken_line: line };
      cell = quoted.cell;
      line += quoted.lines;
      at = quoted.end;
    } else if (character === separator) {
      row.cells.push(cell);
      cell = "";
      at += 1;
    } else if (character === "\n" || character === "\r") {
      at += text.startsWith("\r\n", at) ? 2 : 1;
      line += 1;
      endRow();
    } else {
      specialPattern.lastIndex = at + 1;
      const end = specialPattern.exec(text)?.index ?? text.length;
      cell += text.slice(at, end);
      at = end;
    }
  }
  if (cell !== "" || row.cells.length > 0) endRow();
  return { rows, broken_line: undefined };
}

function readQuoted(text: string, from: number): { cell: string; end: number; lines: number } | undefined {
  let end = text.indexOf('"', from);
  while (end >= 0 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2);
  if (end < 0) return undefined;
  const cell = text.slice(from, end).replaceAll('""', '"');
  return { cell, end: end + 1, lines: cell.split(/\r\n|\r|\n/).length - 1 };
}
