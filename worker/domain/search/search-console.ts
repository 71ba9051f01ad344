import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { searchGroup } from "../../contract/entities/console/search-hit.ts";
import type { Ctx } from "../context.ts";
import { maybeOne } from "../sql.ts";
import { countedMax, groupOf } from "./console-group.ts";
import { kindsOf } from "./console-kinds.ts";

export type SearchGroup = z.output<typeof searchGroup>;

/** One more than is counted is looked for, so that "1,000" can be told from more. */
const capped = (group: SearchGroup): SearchGroup =>
  group.count > countedMax ? { ...group, count: countedMax, has_more: true } : group;

/**
 * Everything of the shop that a text finds, for administrators, by kind: those with an exact hit first, and none that is
 * empty. Numbers, addresses and ids are found whole, through plain indexes, whatever their case; parts of a number or a name
 * through trigram indexes, which need three letters or digits in a row: a shorter text finds only what is exactly it. One
 * statement, so that it travels with the session's; its cost is bounded by `countedMax`, not by what is there.
 */
export async function searchConsole(ctx: Ctx, text: string): Promise<SearchGroup[]> {
  const groups = kindsOf(text).map(groupOf);
  const row = await maybeOne(
    ctx,
    () => z.object({ groups: z.array(searchGroup) }),
    sql`select json_build_array(${sql.join(groups, sql`, `)}) as groups`,
  );
  const found = (row?.groups ?? []).filter(({ count }) => count > 0).map(capped);
  const isExact = ({ rows }: SearchGroup) => rows.some(({ is_exact }) => is_exact);
  return [...found.filter(isExact), ...found.filter((group) => !isExact(group))];
}
