import { createInvalidRequest } from "./failure.ts";

interface Paging {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: { gt?: number; gte?: number; lt?: number; lte?: number } | undefined;
}

const defaultLimit = 10;

/** A page of rows, newest first. */
export function listPage<T extends { id: string }>(url: string, rows: Iterable<T>, paging: Paging) {
  const all = [...rows].toReversed().filter((row) => isWithin(row, paging.created));
  const limit = paging.limit ?? defaultLimit;
  const [from, to] = findRange(all, paging, limit);
  const has_more = paging.ending_before ? from > 0 : to < all.length;
  return { object: "list", data: all.slice(from, to), has_more, url };
}

export function innerList<T>(url: string, data: T[]): { object: "list"; data: T[]; has_more: boolean; url: string } {
  return { object: "list", data, has_more: false, url };
}

function findRange(all: { id: string }[], paging: Paging, limit: number): [number, number] {
  const cursorIndex = (param: "starting_after" | "ending_before", id: string) => {
    const index = all.findIndex((row) => row.id === id);
    if (index < 0) throw createInvalidRequest(`No such object: '${id}'`, { code: "resource_missing", param });
    return index;
  };
  if (paging.ending_before) {
    const end = cursorIndex("ending_before", paging.ending_before);
    return [Math.max(0, end - limit), end];
  }
  const start = paging.starting_after ? cursorIndex("starting_after", paging.starting_after) + 1 : 0;
  return [start, Math.min(all.length, start + limit)];
}

function isWithin(row: object, range: Paging["created"]): boolean {
  if (!range) return true;
  const created = "created" in row && typeof row.created === "number" ? row.created : 0;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}
