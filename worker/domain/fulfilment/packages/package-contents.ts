import { BadRequest, type Failure, unprocessableWith } from "../../../contract/errors.ts";
import type { ShippedPackage } from "../../../contract/entities/package.ts";
import type { ShippedOrder } from "./read-order.ts";

export type PackedLine = { line_id: string; quantity: number };
type Line = ShippedOrder["lines"][number];
type NewPackage = Pick<ShippedPackage, "lines" | "serials"> & { place: number };

/**
 * Contents of each new package, by its position. Named quantities take precedence over serial numbers; a single package
 * without named quantities also takes everything that the order owes of its other lines. A shipment that an integration
 * reports has left already, so its contents are limited to the owed quantities instead of refused.
 *
 * @throws PACKAGE_CONTENT_REQUIRED with the lines still owed, LINE_NOT_OWED, BadRequest for unknown lines or for more
 * serial numbers than pieces
 */
export function allocateContents(
  { lines }: Pick<ShippedOrder, "lines">,
  packages: readonly NewPackage[],
  { isReported }: { isReported: boolean },
): Map<number, PackedLine[]> {
  const owedByLine = new Map(lines.map(({ id, owed_quantity }) => [id, owed_quantity]));
  const allocateLine = (line: Line, wanted: number, isExact: boolean): PackedLine[] => {
    const owed = owedByLine.get(line.id) ?? 0;
    if (isExact && wanted > owed) throw notOwedError(line, owed);
    const quantity = Math.min(wanted, owed);
    owedByLine.set(line.id, owed - quantity);
    return quantity > 0 ? [{ line_id: line.id, quantity }] : [];
  };
  return new Map(
    packages.map(({ place, lines: named, serials = {} }) => {
      const serialCount = (line: Line) => serials[line.id]?.length ?? 0;
      if (named) {
        requireNamed({ lines, named, serials, place });
        return [place, lines.flatMap((line) => allocateLine(line, named[line.id] ?? 0, !isReported))];
      }
      const isOnly = packages.length === 1;
      if (
        !isOnly &&
        !lines.some((line) => serialCount(line) > 0) &&
        lines.some(({ owed_quantity }) => owed_quantity > 0)
      )
        throw unprocessableWith("PACKAGE_CONTENT_REQUIRED", formatOwed(lines));
      return [
        place,
        lines.flatMap((line) =>
          allocateLine(line, serialCount(line) || (isOnly ? (owedByLine.get(line.id) ?? 0) : 0), false),
        ),
      ];
    }),
  );
}

type NamedContents = {
  lines: readonly Line[];
  named: Record<string, number>;
  serials: Record<string, string[]>;
  place: number;
};

function requireNamed({ lines, named, serials, place }: NamedContents): void {
  const issueError = (line_id: string, message: string) =>
    new BadRequest([{ code: "custom", path: ["packages", place, "lines", line_id], message }]);
  for (const line_id of Object.keys(named))
    if (!lines.some(({ id }) => id === line_id)) throw issueError(line_id, "The order has no such line.");
  for (const [line_id, { length }] of Object.entries(serials))
    if (length > (named[line_id] ?? 0))
      throw issueError(
        line_id,
        `The package names ${length} serial numbers of this line, but holds ${named[line_id] ?? 0}.`,
      );
}

/** "2 × CGX Nova 10, 1 × Cable" */
export const formatOwed = (lines: readonly Pick<Line, "name" | "owed_quantity">[]): string =>
  lines
    .filter(({ owed_quantity }) => owed_quantity > 0)
    .map(({ name, owed_quantity }) => `${owed_quantity} × ${name}`)
    .join(", ");

export const notOwedError = ({ name }: Pick<Line, "name">, owed: number): Failure =>
  unprocessableWith("LINE_NOT_OWED", `${owed} × ${name}`);
