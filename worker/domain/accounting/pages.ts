import { GatewayError } from "../../gateways/gateway-error.ts";
import type { QueryPage } from "../../gateways/net-suite/index.ts";
import type { TaskPage } from "../platform/index.ts";

export type Failed = TaskPage["failures"][number];

/**
 * New rows of a keyset page, ascending, so that the last row is the next cursor. Rows of another page in front of them
 * are dropped where the order restarts. @throws a retryable GatewayError for a page without new rows
 * although more follow
 */
export function newRows<T>(
  { rows, has_more }: QueryPage<T>,
  isNew: (row: T) => boolean,
  isAfter: (row: T, other: T) => boolean,
): T[] {
  const fresh: T[] = [];
  for (const row of rows.filter(isNew)) {
    const last = fresh.at(-1);
    if (last !== undefined && isAfter(last, row)) fresh.length = 0;
    fresh.push(row);
  }
  if (fresh.length === 0 && has_more) throw noNewRows();
  return fresh;
}

export const noNewRows = (): GatewayError =>
  new GatewayError("net-suite", "a page without new rows though more follow", {
    retryable: true,
    reason: "NetSuite returned a page without new rows although more follow.",
  });

/** SuiteQL refuses queries that match more than 100,000 rows, whatever their limit. */
const spanMax = 50_000n;

export function spanEnd(after: string, end: string): string {
  const [to, last] = [BigInt(after) + spanMax, BigInt(end)];
  return String(to < last ? to : last);
}

export const isAtEnd = (after: string, end: string): boolean => BigInt(after) >= BigInt(end);

type Identified = { id: string };

export const rowsAfter = <T extends Identified>(page: QueryPage<T>, after: string): T[] => {
  const isAfter = (row: Identified, other: Identified) => BigInt(row.id) > BigInt(other.id);
  return newRows(page, (row) => isAfter(row, { id: after }), isAfter);
};
