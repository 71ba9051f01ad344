import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { searchGroup } from "../../contract/entities/search-hit.ts";
import type { ReadCtx } from "../context.ts";
import { maybeOne } from "../sql.ts";
import { countedMax, groupOf } from "./console-group.ts";
import { kindsOf } from "./console-kinds.ts";

export type SearchGroup = z.output<typeof searchGroup>;

/** One row more than `countedMax` is searched, to tell "1,000" from more. */
const capped = (group: SearchGroup): SearchGroup =>
  group.count > countedMax ? { ...group, count: countedMax, has_more: true } : group;

/**
 * Search of the whole shop for administrators, grouped by kind: groups with an exact match first, empty groups omitted.
 * Numbers, addresses and ids match as a whole through plain indexes, ignoring case; parts of numbers and names match
 * through trigram indexes, which need three consecutive letters or digits, so shorter texts find exact matches only.
 * One statement, batched with the session lookup; `countedMax` bounds its cost.
 */
export async function searchConsole(ctx: ReadCtx, text: string): Promise<SearchGroup[]> {
  const groups = kindsOf(text).map(groupOf);
  const row = await maybeOne(
    ctx,
    () => z.object({ groups: z.array(searchGroup) }),
    sql`select json_build_array(${sql.join(groups, sql`, `)}) as groups`,
  );
  const groupsFound = (row?.groups ?? []).filter(({ count }) => count > 0).map(capped);
  const isExact = ({ rows }: SearchGroup) => rows.some(({ is_exact }) => is_exact);
  return [...groupsFound.filter(isExact), ...groupsFound.filter((group) => !isExact(group))];
}
