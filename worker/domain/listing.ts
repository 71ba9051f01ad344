import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ListQuery } from "../contract/paging.ts";
import type { Ctx } from "./context.ts";
import { escapeLike, first, type Shape } from "./sql.ts";

export type Page<T> = { data: T[]; meta: { limit: number; offset: number; count: number } };

/** A list that is answered whole, on one page. */
export const pageOf = <T>(data: T[]): Page<T> => ({
  data,
  meta: { limit: data.length, offset: 0, count: data.length },
});

type Source<T> = {
  /** What a row of the list is. */
  shape: Shape<T>;
  columns: SQL;
  /** The table, which has an `id`, and its alias: all that conditions, sorts and the search see, so that an index alone answers them. */
  from: SQL;
  /** What `columns` need besides, joined to the rows of the page. */
  join?: SQL;
  where: (SQL | undefined | false | "")[];
  /** What `search` looks through; must be the expression that has the trigram index. */
  text: SQL;
  /** The index of the same expression's grams, where no narrow index holds the text: a search of one or two letters reads it. */
  grams?: string;
  /** Turns a condition on `text` into one on `from`, when the text stands in another table; `pattern` is for more of them. */
  searchIn?: (matches: SQL, pattern: string) => SQL;
  alias: string;
  /** Expressions to sort by that are no columns of `alias`. */
  sorts?: Record<string, SQL>;
};

/**
 * One page of a list and the count of all matches, in one statement. The ids are paged first and only the rows of the page
 * are read, so that a page far behind costs little more than the first, and one behind the end only the count. The sort field
 * comes from the contract's closed list (T18).
 */
export async function readPage<T>(ctx: Ctx, query: ListQuery, source: Source<T>): Promise<Page<T>> {
  const conditions = conditionsOf(query, source);
  const field = query.sort.replace(/^-/, "");
  const alias = sql.identifier(source.alias);
  const expression = source.sorts?.[field] ?? sql`${alias}.${sql.identifier(field)}`;
  const direction = sql.raw(query.sort.startsWith("-") ? "desc" : "asc");
  const nulls = sql.raw(field in (source.sorts ?? {}) ? "nulls last" : "");
  const page = await first(
    ctx,
    () => z.object({ data: z.array(source.shape()), count: z.int() }),
    sql`
    with total as materialized (select count(*)::int as n from ${source.from} ${whereAll(conditions)})
    select (select n from total) as count,
      coalesce((select json_agg(shown order by page.sort_key ${direction} ${nulls}, page.id ${direction}) from (
        select ${alias}.id, ${expression} as sort_key from ${source.from}
        ${whereAll([...conditions, sql`(select n from total) > ${query.offset}`])}
        order by sort_key ${direction} ${nulls}, ${alias}.id ${direction}
        limit ${query.limit} offset ${query.offset}
      ) page cross join lateral (
        select ${source.columns} from ${source.from} ${source.join ?? sql``} where ${alias}.id = page.id limit 1
      ) shown), '[]') as data`,
  );
  return { data: page?.data ?? [], meta: { limit: query.limit, offset: query.offset, count: page?.count ?? 0 } };
}

function conditionsOf({ search }: ListQuery, source: Source<unknown>): SQL[] {
  const { where, searchIn = (matches) => matches } = source;
  const matches = search ? searchIn(holds(source, search), patternOf(search)) : undefined;
  return [...where, matches].filter((each): each is SQL => Boolean(each));
}

const patternOf = (part: string): string => `%${escapeLike(part)}%`;

/** Whether the text holds that part, whatever its case. Three letters make a trigram; less stands whole among the grams. */
export const holds = ({ text, grams, alias }: Pick<Source<unknown>, "text" | "grams" | "alias">, part: string): SQL =>
  grams && [...part].length < 3
    ? sql`${sql.identifier(alias)}.id = any(array(select ids_with_gram(${grams}, lower(${part}))))`
    : sql`${text} ilike ${patternOf(part)}`;

const whereAll = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
