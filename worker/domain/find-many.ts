import type { SQL } from "drizzle-orm";
import * as z from "zod/mini";
import type { FindManyInput } from "../contract/forms/finding.ts";
import type { ReadCtx } from "./context.ts";
import { many } from "./sql.ts";

const resultsMax = 20;
const row = () => z.object({ id: z.string(), name: z.string(), is_chosen: z.boolean() });
type Named = { id: string; name: string };

/** What a text found beside what was chosen before. */
export type FoundMany = FindManyInput & { found: Named[]; has_more: boolean; named: Named[] };

/** `statement` selects id, name and `is_chosen`, the chosen rows first; its limit is `limit`. */
export async function findMany(
  ctx: ReadCtx,
  input: FindManyInput,
  statement: (limit: number) => SQL,
): Promise<FoundMany> {
  const { search_text, chosen } = input;
  if (search_text === "" && chosen.length === 0) return { ...input, found: [], has_more: false, named: [] };
  const rows = await many(ctx, row, statement(chosen.length + resultsMax + 1));
  const found = rows.filter(({ is_chosen }) => !is_chosen);
  return {
    ...input,
    found: found.slice(0, resultsMax),
    has_more: found.length > resultsMax,
    named: rows.filter(({ is_chosen }) => is_chosen),
  };
}
