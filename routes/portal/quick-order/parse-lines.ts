import { splitCells } from "../../../worker/contract/csv.ts";

export type ParsedLine = {
  number: number;
  sku: string;
  typed: string;
  quantity: number | undefined;
  /** Set if the line's last word may belong to the SKU. */
  whole?: string | undefined;
  problem?: "no-quantity" | "too-many-columns";
};

export const linesMax = 500;

const isQuantity = (text: string): boolean => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= 10_000;

/**
 * Reads a SKU and a quantity from each line, separated by tabs, semicolons, commas (quoted as in RFC 4180) or spaces. A
 * header is skipped, the default quantity is 1, and line numbers count empty lines, as in the file.
 */
export function parseLines(text: string): ParsedLine[] {
  const rows = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((row, index) => ({ number: index + 1, cells: splitRow(row) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const [first] = rows;
  const headings = first && isHeading(first.cells) ? first.cells.map((cell) => cell.toLowerCase()) : undefined;
  return (headings ? rows.slice(1) : rows).map(({ number, cells }) => ({ number, ...parseLine(cells, headings) }));
}

const isHeading = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^(sku|item|part( number)?|product)$/i.test(cell));

function splitRow(row: string): string[] {
  const separator = ["\t", ";", ","].find((each) => row.includes(each));
  if (separator === undefined) {
    const [, sku = row, quantity] = /^(.*\S)\s+(\S+)\s*$/.exec(row.trim()) ?? [];
    // SKUs may contain spaces, so a last word of letters may belong to the SKU or be a quantity, such as "five";
    // `validateLines` decides
    return quantity !== undefined && /^([\d.,+-]+|[a-z]+)$/i.test(quantity) ? [sku, quantity] : [row.trim()];
  }
  return splitCells(row, separator);
}

function parseLine(cells: readonly string[], headings: readonly string[] | undefined): Omit<ParsedLine, "number"> {
  const readCell = (pattern: RegExp, fallbackIndex: number) => {
    const index = headings?.findIndex((name) => pattern.test(name)) ?? -1;
    return cells[index < 0 ? fallbackIndex : index] ?? "";
  };
  const sku = readCell(/^(sku|item|part( number)?|product)$/, 0);
  const quantity = readCell(/^(quantity|qty|amount|count)$/, 1);
  // without a header a third column may be the rest of "1,000"
  if (!headings && cells.slice(2).some((cell) => cell !== ""))
    return { sku, typed: cells.slice(1).join(", "), quantity: undefined, problem: "too-many-columns" };
  if (quantity === "") return { sku, typed: "", quantity: 1 };
  return isQuantity(quantity)
    ? { sku, typed: quantity, quantity: Number(quantity) }
    : { sku, typed: quantity, quantity: undefined, problem: "no-quantity", whole: `${sku} ${quantity}` };
}
