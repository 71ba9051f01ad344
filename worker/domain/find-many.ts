import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { FindManyInput, FindStoredInput } from "../contract/forms/finding.ts";
import type { ReadCtx } from "./context.ts";
import { many, uuids } from "./sql.ts";

const resultsMax = 20;
const row = () => z.object({ id: z.string(), name: z.string(), is_chosen: z.boolean() });
type NamedRow = { id: string; name: string };

/** Matches of the typed text (`found`) and the rows that are already chosen (`named`). */
export type FindManyResult = FindManyInput & { found: NamedRow[]; has_more: boolean; named: NamedRow[] };

/** Selects id, name and `is_chosen` of matching rows and of the rows with the `chosen` ids, the chosen rows first. */
type StatementBuilder = (chosen: SQL, limit: SQL) => SQL;

export async function findMany(
  ctx: ReadCtx,
  input: FindManyInput,
  statement: StatementBuilder,
): Promise<FindManyResult> {
  const { search_text, chosen } = input;
  if (search_text === "" && chosen.length === 0) return { ...input, found: [], has_more: false, named: [] };
  return { ...(await readMatches(ctx, uuids(chosen), statement)), ...input };
}

/** `stored`: SQL array of the stored ids, which are chosen until the form sends its own. */
export async function findStored(
  ctx: ReadCtx,
  { chosen, ...input }: FindStoredInput,
  stored: SQL,
  statement: StatementBuilder,
): Promise<FindManyResult> {
  if (chosen) return findMany(ctx, { ...input, chosen }, statement);
  const rows = await readMatches(ctx, stored, statement);
  return { ...rows, ...input, chosen: rows.named.map(({ id }) => id) };
}

async function readMatches(
  ctx: ReadCtx,
  chosen: SQL,
  statement: StatementBuilder,
): Promise<Omit<FindManyResult, keyof FindManyInput>> {
  const rows = await many(ctx, row, statement(chosen, sql`cardinality(${chosen}) + ${resultsMax + 1}::int`));
  const found = rows.filter(({ is_chosen }) => !is_chosen);
  return {
    found: found.slice(0, resultsMax),
    has_more: found.length > resultsMax,
    named: rows.filter(({ is_chosen }) => is_chosen),
  };
}
