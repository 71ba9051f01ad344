import { deviceNameMax, siteMax, tagMax, tagsMax, tagsText } from "../../../worker/contract/entities/device.ts";
import { fromCell, parseCsv } from "../../../worker/contract/csv.ts";
import type { DeviceChange, NamedDevice } from "../../../worker/domain/devices/index.ts";

export const linesMax = 500;
/** A cell with only this mark clears the field. */
export const clearMark = "-";

const fields = ["serial", "name", "site", "tags"] as const;
type Field = (typeof fields)[number];
type Cells = Record<Field, string>;
export type ParsedLine = { number: number; cells: Cells };
export type ParsedImport = { lines: ParsedLine[]; broken_line: number | undefined };

const headings: Record<Field, RegExp> = {
  serial: /^(serial( number)?|s\/n)$/i,
  name: /^name$/i,
  site: /^(site|location)$/i,
  tags: /^tags?$/i,
};

/**
 * The first line is a heading if it names a column for serial numbers. Columns other than the four fields, such as
 * those of the export, are ignored.
 */
export function parseLines(text: string): ParsedImport {
  const { rows, broken_line } = parseCsv(text);
  const heading = rows[0]?.cells.map((cell) => cell.trim()) ?? [];
  const isHeading = heading.some((cell) => headings.serial.test(cell));
  const columnIndexes = fields.map((field, index) =>
    isHeading ? heading.findIndex((cell) => headings[field].test(cell)) : index,
  );
  const readCell = (cells: readonly string[], place: number | undefined) =>
    place === undefined ? "" : fromCell((cells[place] ?? "").trim()).replaceAll(/\s+/g, " ");
  return {
    broken_line,
    lines: (isHeading ? rows.slice(1) : rows).map(({ line, cells }) => {
      const [serial, name, site, tags] = columnIndexes.map((place) => readCell(cells, place));
      return { number: line, cells: { serial: serial ?? "", name: name ?? "", site: site ?? "", tags: tags ?? "" } };
    }),
  };
}

export type CheckedLine = ParsedLine & {
  device: NamedDevice | undefined;
  /** Undefined for a line that changes nothing or has an obstacle. */
  change: DeviceChange | undefined;
  obstacle: string | undefined;
};

export function checkLines(lines: readonly ParsedLine[], devices: readonly NamedDevice[]): CheckedLine[] {
  const deviceBySerial = new Map(devices.map((device) => [device.serial.toUpperCase(), device]));
  const lineBySerial = new Map<string, number>();
  return lines.map((line) => {
    const key = line.cells.serial.toUpperCase();
    const device = deviceBySerial.get(key);
    const earlierLine = lineBySerial.get(key);
    if (earlierLine === undefined) lineBySerial.set(key, line.number);
    const obstacle = findObstacle(line.cells, device, earlierLine);
    return { ...line, device, obstacle, change: device && !obstacle ? buildChange(line.cells, device) : undefined };
  });
}

function findObstacle(
  cells: Cells,
  device: NamedDevice | undefined,
  earlierLine: number | undefined,
): string | undefined {
  if (cells.serial === "") return "The serial number is missing.";
  if (earlierLine !== undefined) return `Line ${earlierLine} has this serial number, too.`;
  if (!device) return "None of your devices has this serial number.";
  if (cells.name.length > deviceNameMax) return `A name has at most ${deviceNameMax} characters.`;
  if (cells.site.length > siteMax) return `A site has at most ${siteMax} characters.`;
  const tags = tagsText(cells.tags);
  if (tags.length > tagsMax) return `A device has at most ${tagsMax} tags.`;
  if (tags.some((tag) => tag.length > tagMax)) return `A tag has at most ${tagMax} characters.`;
  return undefined;
}

function buildChange({ name, site, tags }: Cells, device: NamedDevice): DeviceChange | undefined {
  const toValue = (cell: string) => (cell === clearMark ? null : cell);
  const list = tags === clearMark ? [] : uniqueTags(tagsText(tags));
  const change = {
    ...(name !== "" && toValue(name) !== device.name && { name: toValue(name) }),
    ...(site !== "" && toValue(site) !== device.site && { site: toValue(site) }),
    ...(tags !== "" && list.toSorted().join(",") !== device.tags.toSorted().join(",") && { tags: list }),
  };
  return Object.keys(change).length === 0 ? undefined : { id: device.id, ...change };
}

const uniqueTags = (tags: readonly string[]): string[] => [
  ...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values(),
];
