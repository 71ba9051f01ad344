import type * as z from "zod/mini";
import { BadRequest } from "../worker/contract/errors.ts";
import { readPageQuery } from "../worker/contract/page-query.ts";
import type { ReadCtx } from "../worker/domain/context.ts";
import type { AppContext } from "../worker/http/app-env.ts";
import { allRowsValue, bulkRowsMax } from "../worker/ui/lists/bulk-bar.tsx";

type MatchingList<Row, Q extends z.ZodMiniType> = {
  id: (row: Row) => string;
  name: (row: Row) => string;
  noun: readonly [one: string, many: string];
  query: Q;
  load: (
    ctx: ReadCtx,
    query: z.output<Q>,
  ) => Promise<{ data: Row[]; meta: { count: number; matching?: string | null } }>;
};

/**
 * If all matching rows are selected, adds their ids and names to the form (ADR-036). @throws BadRequest if rows were
 * added, removed or changed since the page was rendered, because the viewer has not seen the changes
 */
export async function addMatchingRows<Row, Q extends z.ZodMiniType>(
  { id, name, noun, query, load }: MatchingList<Row, Q>,
  typed: URLSearchParams,
  c: AppContext,
): Promise<void> {
  const displayedDigest = typed.get("all");
  if (displayedDigest === null) return;
  const listQuery = readPageQuery(query, new URL(c.req.url).searchParams, {});
  const allRows = { limit: bulkRowsMax, offset: 0, matching_max: bulkRowsMax };
  const { data, meta } = await load(c.get("ctx"), Object.assign({}, listQuery, allRows));
  if (allRowsValue(meta) !== displayedDigest)
    throw new BadRequest([changedRowsIssue(Number.parseInt(displayedDigest, 10), meta.count, noun)]);
  typed.delete("id");
  for (const row of data) {
    typed.append("id", id(row));
    typed.set(`name.${id(row)}`, name(row));
  }
}

function changedRowsIssue(before: number, count: number, [one, many]: readonly [string, string]) {
  const now = `${count > bulkRowsMax ? `More than ${bulkRowsMax}` : count} ${count === 1 ? `${one} matches` : `${many} match`}`;
  const what =
    count === before ? `${now} as before, but others, or not as you saw them` : `${now} now, not ${before} as before`;
  return {
    code: "custom",
    path: ["all"],
    message: `${what}. Nothing was changed: look at them, and select them again.`,
  };
}
