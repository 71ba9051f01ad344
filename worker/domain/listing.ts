import { type SQL, sql } from "drizzle-orm";
import type { ListQuery } from "../contract/paging.ts";
import type { Ctx } from "./context.ts";

export type Page<T> = { data: T[]; meta: { limit: number; offset: number; count: number } };

type Source = {
  columns: SQL;
  from: SQL;
  where: (SQL | undefined | false | "")[];
  /** What `search` looks through; must be the expression that has the trigram index. */
  text: SQL;
  alias: string;
  /** Expressions to sort by that are no columns of `alias`. */
  sorts?: Record<string, SQL>;
};

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** One page of a list and the count of all matches, in one statement. The sort field comes from the contract's closed list (safety T18). */
export async function readPage<T extends Record<string, unknown>>(
  ctx: Ctx,
  query: ListQuery,
  source: Source,
): Promise<Page<T>> {
  const search = query.search ? sql`${source.text} ilike ${`%${escapeLike(query.search)}%`}` : undefined;
  const conditions = [...source.where, search].filter((each): each is SQL => Boolean(each));
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const isDescending = query.sort.startsWith("-");
  const field = query.sort.replace(/^-/, "");
  const alias = sql.identifier(source.alias);
  const expression = source.sorts?.[field] ?? sql`${alias}.${sql.identifier(field)}`;
  const direction = sql.raw(isDescending ? "desc" : "asc");
  const { rows } = await ctx.db.execute<{ data: T[]; count: number }>(sql`
    select (select count(*)::int from ${source.from} ${where}) as count,
      coalesce((select json_agg(page) from (
        select ${source.columns} from ${source.from} ${where}
        order by ${expression} ${direction}${field in (source.sorts ?? {}) ? sql` nulls last` : sql``}, ${alias}.id ${direction} limit ${query.limit} offset ${query.offset}
      ) page), '[]') as data`);
  return { data: rows[0]?.data ?? [], meta: { limit: query.limit, offset: query.offset, count: rows[0]?.count ?? 0 } };
}
