import { GatewayError } from "../../gateways/gateway-error.ts";
import type { QueryPage } from "../../gateways/net-suite/index.ts";
import type { TaskPage } from "../platform/index.ts";

export type TaskFailure = TaskPage["failures"][number];

/**
 * New rows of a keyset page, ascending, so that the last row is the next cursor. Where the order restarts, the rows
 * before that point are dropped, because they belong to another page. @throws a retryable GatewayError for a page
 * without new rows although more follow
 */
export function selectNewRows<T>(
  { rows, has_more }: QueryPage<T>,
  isNew: (row: T) => boolean,
  isAfter: (row: T, other: T) => boolean,
): T[] {
  const freshRows: T[] = [];
  for (const row of rows.filter(isNew)) {
    const last = freshRows.at(-1);
    if (last !== undefined && isAfter(last, row)) freshRows.length = 0;
    freshRows.push(row);
  }
  if (freshRows.length === 0 && has_more) throw noNewRowsError();
  return freshRows;
}

export const noNewRowsError = (): GatewayError =>
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

type Identifiable = { id: string };

export const rowsAfter = <T extends Identifiable>(page: QueryPage<T>, after: string): T[] => {
  const isAfter = (row: Identifiable, other: Identifiable) => BigInt(row.id) > BigInt(other.id);
  return selectNewRows(page, (row) => isAfter(row, { id: after }), isAfter);
};
