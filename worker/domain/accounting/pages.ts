import { GatewayError } from "../../gateways/gateway-error.ts";
import type { QueryPage } from "../../gateways/net-suite/index.ts";
import type { TaskPage } from "../platform/index.ts";

export type Failed = TaskPage["failures"][number];

/**
 * Of a page in the order of a key the rows that are new by `isNew`, each once: rows of another page that stand in front of them
 * again are left out, because behind them the order begins anew. So the last of the rows is where to go on. Throws a
 * GatewayError that may pass for a page without any, though more follow.
 */
export function newRows<T>(
  { rows, has_more }: QueryPage<T>,
  isNew: (row: T) => boolean,
  isBehind: (row: T, other: T) => boolean,
): T[] {
  const fresh: T[] = [];
  for (const row of rows.filter(isNew)) {
    const last = fresh.at(-1);
    if (last !== undefined && !isBehind(row, last)) fresh.length = 0;
    fresh.push(row);
  }
  if (fresh.length === 0 && has_more)
    throw new GatewayError("net-suite", "a page without new rows though more follow", {
      retryable: true,
      reason: "NetSuite answered a page without new rows though more follow.",
    });
  return fresh;
}

/** SuiteQL refuses a query that finds more than 100,000 rows, however few are asked for. */
const spanMax = 50_000n;

/** Up to which id is asked for behind `after`, of a list that ends with `end`. */
export function spanEnd(after: string, end: string): string {
  const [to, last] = [BigInt(after) + spanMax, BigInt(end)];
  return String(to < last ? to : last);
}

/** Whether nothing stands behind `after`. */
export const isAtEnd = (after: string, end: string): boolean => BigInt(after) >= BigInt(end);

type Identified = { id: string };

/** New rows of a page by id, behind `after`. */
export const rowsBehind = <T extends Identified>(page: QueryPage<T>, after: string): T[] => {
  const isBehind = (row: Identified, other: Identified) => BigInt(row.id) > BigInt(other.id);
  return newRows(page, (row) => isBehind(row, { id: after }), isBehind);
};
