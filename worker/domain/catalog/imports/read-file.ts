import * as z from "zod/mini";
import { fromCell, parseCsv } from "../../../contract/csv.ts";
import { productFields } from "../../../contract/entities/product-fields.ts";
import { parseInput } from "../../../contract/issue-messages.ts";
import { decodeFile, isStorable } from "../../../contract/storable-text.ts";
import { BadRequest } from "../../../contract/errors.ts";
import { clearMark, type FileColumn, fileColumns } from "../../../contract/products-file/columns.ts";

export const linesMax = 5000;
/** The problem concerns the whole line if `column` is empty. */
export type Problem = { line: number; column: string; message: string };
/** `prices`: US cents by level; null removes the price. */
export type FileLine = {
  line: number;
  sku: string;
  values: Record<string, unknown>;
  prices: Record<string, number | null>;
  problems: Omit<Problem, "line">[];
};

const fileError = (message: string) => new BadRequest([{ code: "custom", path: ["file"], message }]);

/**
 * Parses a product file; each line carries its own problems. @throws BadRequest for a file that cannot be read, has no
 * lines or too many, or has unknown or repeated columns or none for the SKU
 */
export function parseFile(bytes: Uint8Array, levels: readonly string[]): FileLine[] {
  const { rows, separator, broken_line } = parseCsv(decode(bytes));
  if (broken_line !== undefined) throw fileError(`A quotation mark in line ${broken_line} does not end.`);
  const [head, ...lines] = rows;
  if (!head || lines.length === 0) throw fileError("The file needs a line of headings and a line for each product.");
  if (lines.length > linesMax)
    throw fileError(`A file has at most ${linesMax.toLocaleString("en-US")} lines; this one has ${lines.length}.`);
  const columns = parseHeader(head.cells, levels);
  const lineBySku = new Map<string, number>();
  return lines.map(({ line, cells }) => {
    const fileLine = parseLine(line, cells, columns, separator);
    const key = fileLine.sku.toLowerCase();
    const first = lineBySku.get(key);
    if (fileLine.sku !== "" && first !== undefined)
      fileLine.problems.push({ column: "sku", message: `SKU ${fileLine.sku} is already in line ${first}.` });
    else lineBySku.set(key, line);
    return fileLine;
  });
}

function decode(bytes: Uint8Array): string {
  let file: string;
  try {
    file = decodeFile(bytes);
  } catch {
    throw fileError("The file is not UTF-8. In Excel, save it as “CSV UTF-8”.");
  }
  if (!isStorable(file)) throw fileError("The file is no CSV: it holds a NUL character.");
  return file;
}

function parseHeader(cells: readonly string[], levels: readonly string[]): FileColumn[] {
  const columnByHeading = new Map(fileColumns(levels).map((column) => [column.heading.toLowerCase(), column]));
  const headings = cells.map((cell) => fromCell(cell).trim());
  while (headings.at(-1) === "") headings.pop();
  const columns = headings.map((heading) => {
    const column = columnByHeading.get(heading.toLowerCase());
    if (column) return column;
    throw fileError(
      heading.toLowerCase().startsWith("price:")
        ? `There is no price level for the column “${heading}”. Create the level first.`
        : `The column “${heading.slice(0, 100)}” is unknown. Export the products to see all columns.`,
    );
  });
  const duplicate = columns.find((column, index) => columns.indexOf(column) !== index);
  if (duplicate) throw fileError(`The column “${duplicate.heading}” is in the file twice.`);
  if (!columns.some(({ heading }) => heading === "sku")) throw fileError("The file needs the column “sku”.");
  return columns;
}

const schema = z.partial(productFields);

function parseLine(
  line: number,
  cells: readonly string[],
  columns: readonly FileColumn[],
  separator: string,
): FileLine {
  const fileLine: FileLine = { line, sku: "", values: {}, prices: {}, problems: [] };
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ""))
    fileLine.problems.push({
      column: "",
      message: `It has more cells than the ${columns.length} columns of the first line.`,
    });
  const prices: Record<string, number> = {};
  for (const [at, column] of columns.entries()) {
    const cell = cells[at]?.trim() ?? "";
    if (cell === "") continue;
    const isCleared = cell === clearMark;
    const value = isCleared ? column.cleared : column.toValue(fromCell(cell), separator);
    if (isCleared && !column.can_clear)
      fileLine.problems.push({ column: column.heading, message: "It cannot be taken away." });
    else if (value === undefined)
      fileLine.problems.push({
        column: column.heading,
        message: `“${cell.slice(0, 100)}” is not allowed. ${column.allowed}.`,
      });
    else if (column.level === undefined) fileLine.values[column.field] = value;
    else if (typeof value === "number") fileLine.prices[column.level] = prices[column.level] = value;
    else fileLine.prices[column.level] = null;
  }
  return validateLine(fileLine, prices);
}

function validateLine(fileLine: FileLine, prices: Record<string, number>): FileLine {
  const parsed = parseInput(schema, {
    ...fileLine.values,
    ...(Object.keys(prices).length > 0 && { price_levels: prices }),
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field = "", level] = path.map(String);
    fileLine.problems.push({ column: field === "price_levels" ? `Price: ${level ?? ""}` : field, message });
  }
  const { price_levels: _prices, sku, ...values } = parsed.data ?? fileLine.values;
  fileLine.sku = typeof sku === "string" ? sku : "";
  if (fileLine.sku === "" && !fileLine.problems.some(({ column }) => column === "sku"))
    fileLine.problems.push({ column: "sku", message: "Each line needs a SKU." });
  // An empty text clears the field, as in the API.
  fileLine.values = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value === "" ? null : value]),
  );
  return fileLine;
}
