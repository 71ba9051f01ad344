import { Problem } from "../records/problem.ts";

export const maxPageSize = 1000;
/** The maximum number of rows of a statement, across all pages. */
export const maxRows = 100_000;

export interface Paging {
  limit: number;
  offset: number;
}

/**
 * `limit` is up to 1,000, `offset` a multiple of `limit`
 * (docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545222128.html).
 */
export function parsePaging(query: (name: string) => string | undefined): Paging {
  const [limit, offset] = [Number(query("limit") ?? maxPageSize), Number(query("offset") ?? 0)];
  if (!Number.isInteger(limit) || limit < 1 || limit > maxPageSize)
    throw new Problem(400, "INVALID_PARAMETER", `Invalid query parameter limit: use 1 to ${maxPageSize}.`, "limit");
  if (!Number.isInteger(offset) || offset < 0 || offset % limit !== 0)
    throw new Problem(
      400,
      "INVALID_PARAMETER",
      "Invalid query parameter offset: it must be divisible by limit.",
      "offset",
    );
  return { limit, offset };
}

export interface QueryPage {
  rows: Record<string, string | number | null>[];
  total: number;
  hasMore: boolean;
}
