import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Cursor, ListQuery } from "../contract/paging.ts";
import type { Ctx } from "./context.ts";
import { endOfDay, startOfDay } from "./days.ts";
import { escapeLike, maybeOne, instantOf, type Shape } from "./sql.ts";

export type Page<T> = {
  data: T[];
  /** `matching`: another text when another row matches, one matches no more, or one was changed; for who asked for it. */
  meta: { limit: number; offset: number; count: number; matching?: string | null };
  /** Where the next part begins, of a list that was asked for part by part; null where it ends (ADR-005). */
  next?: Cursor | null;
};

/** A list that is answered whole, on one page. */
export const pageOf = <T>(data: T[]): Page<T> => ({
  data,
  meta: { limit: data.length, offset: 0, count: data.length },
});

type Source<T> = {
  /** What a row of the list is. */
  shape: Shape<T>;
  columns: SQL;
  /** The table, which has an `id`, and its alias: all that conditions, sorts and the search see, so that an index alone answers them (ADR-004). */
  from: SQL;
  /** What `columns` need besides, joined to the rows of the page. */
  join?: SQL;
  where: (SQL | undefined | false | "")[];
  /** The rows are one person's or organization's, which an index finds: those of a page near the start are read at once. */
  isOwn?: true;
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

/** So many rows before a page are read for nothing at most; where there are more, and of everybody's rows, the ids alone are. */
const nearMax = 100;

/**
 * One page of a list and the count of all matches, in one statement. Of everybody's rows, and of a page behind many, the ids
 * are found first, so that it costs little more than the first, and of one behind the end only the count. The sort field
 * comes from the contract's closed list (T18).
 */
export async function readPage<T>(ctx: Ctx, query: ListQuery, source: Source<T>): Promise<Page<T>> {
  if (query.after) return readPart(ctx, query, query.after, source);
  const conditions = conditionsOf(query, source);
  const { id, key, direction, order } = orderOf(query, source);
  const isNear = source.isOwn && query.offset <= nearMax;
  const found = sql.identifier(isNear ? source.alias : "page");
  const page = await maybeOne(
    ctx,
    () => z.object({ data: z.array(source.shape()), count: z.int(), matching: z.optional(z.nullable(z.string())) }),
    sql`
    with total as materialized (select count(*)::int as n from ${source.from} ${whereAll(conditions)})
    select (select n from total) as count, ${matching(query, conditions, source)}
      coalesce((select json_agg(shown order by ${found}.sort_key ${order}, ${found}.id ${direction}) from (
        select ${isNear ? sql`${found}.*` : id}, ${key} as sort_key from ${source.from}
        ${whereAll([...conditions, sql`(select n from total) > ${query.offset}`])}
        order by sort_key ${order}, ${id} ${direction}
        limit ${query.limit} offset ${query.offset}
      ) ${found} cross join lateral (${isNear ? columnsOf(source) : rowBehind(source, id)}) shown), '[]') as data`,
    "json",
  );
  const { data = [], count = 0, ...rest } = page ?? {};
  return { data, meta: { limit: query.limit, offset: query.offset, count, ...rest } };
}

/** What is shown of a row whose columns are at hand under the alias. */
const columnsOf = ({ columns, join }: Source<unknown>): SQL =>
  join ? sql`select ${columns} from (select) as at_hand ${join} limit 1` : sql`select ${columns}`;

/** What is shown of the row of which `page` has the id. */
const rowBehind = ({ columns, from, join = sql`` }: Source<unknown>, id: SQL): SQL =>
  sql`select ${columns} from ${from} ${join} where ${id} = page.id limit 1`;

/** A digest of the rows on every page. A row's xmin is the transaction that wrote it last. */
function matching({ matching_max: most }: ListQuery, conditions: SQL[], { from, alias }: Source<unknown>): SQL {
  if (most === undefined) return sql``;
  const row = sql.identifier(alias);
  return sql`case when (select n from total) <= ${most} then (
      select md5(string_agg(${row}.id || ' ' || ${row}.xmin, ' ' order by ${row}.id))
      from ${from} ${whereAll(conditions)}
    ) end as matching,`;
}

type Order = { id: SQL; key: SQL; direction: SQL; order: SQL; isAscending: boolean; areNullsLast: boolean };

function orderOf({ sort }: ListQuery, { alias, sorts = {} }: Source<unknown>): Order {
  const field = sort.replace(/^-/, "");
  const isAscending = !sort.startsWith("-");
  const direction = sql.raw(isAscending ? "asc" : "desc");
  const row = sql.identifier(alias);
  return {
    id: sql`${row}.id`,
    key: sorts[field] ?? sql`${row}.${sql.identifier(field)}`,
    direction,
    isAscending,
    order: field in sorts ? sql`${direction} nulls last` : direction,
    // https://www.postgresql.org/docs/18/queries-order.html: nulls are larger than any value
    areNullsLast: isAscending || field in sorts,
  };
}

/**
 * The rows behind another one, found by what they are sorted by and not by counting: a part far behind costs what the first
 * does, and a row that comes or goes meanwhile neither repeats another nor hides it.
 */
async function readPart<T>(ctx: Ctx, query: ListQuery, after: Cursor | "start", source: Source<T>): Promise<Page<T>> {
  const asked = orderOf(query, source);
  const { id, key, direction, order } = asked;
  const { limit, offset } = query;
  const conditions = [...conditionsOf(query, source), ...(after === "start" ? [] : [isBehind(after, asked)])];
  const part = await maybeOne(
    ctx,
    () => z.object({ rows: z.array(z.object({ row: source.shape(), key: z.nullable(z.string()), id: z.string() })) }),
    sql`
    select coalesce(json_agg(
      json_build_object('row', shown, 'key', page.sort_key::text, 'id', page.id)
      order by page.sort_key ${order}, page.id ${direction}
    ), '[]') as rows
    from (
      select ${id}, ${key} as sort_key from ${source.from} ${whereAll(conditions)}
      order by sort_key ${order}, ${id} ${direction} limit ${limit}
    ) page cross join lateral (
      select ${source.columns} from ${source.from} ${source.join ?? sql``} where ${id} = page.id limit 1
    ) shown`,
  );
  const rows = part?.rows ?? [];
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const next = last ? { key: last.key, id: last.id } : endOf(after, asked);
  return { data: rows.map(({ row }) => row), meta: { limit, offset, count: rows.length }, next };
}

/** Whether a row stands behind a cursor. Rows without a value are read for themselves, so that an index finds the others. */
function isBehind(after: Cursor, { id, key, isAscending, areNullsLast }: Order): SQL {
  const than = sql.raw(isAscending ? ">" : "<");
  if (after.key !== null) return sql`(${key}, ${id}) ${than} (${after.key}, ${after.id})`;
  const isNull = sql`${key} is null and ${id} ${than} ${after.id}`;
  return areNullsLast ? isNull : sql`((${isNull}) or ${key} is not null)`;
}

/** Behind the last row with a value stand those without one. */
function endOf(after: Cursor | "start", { isAscending, areNullsLast }: Order): Cursor | null {
  if (after === "start" || after.key === null || !areNullsLast) return null;
  const edge = isAscending ? "0" : "f";
  return { key: null, id: "00000000-0000-0000-0000-000000000000".replaceAll("0", edge) };
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

type Days = readonly [from: string | undefined, to: string | undefined];

/** The conditions that an instant lies in these days, the first and the last one included: the caller's, of the API UTC's. */
export const inDays = (ctx: Ctx, instant: SQL, [from, to]: Days): (SQL | undefined | "")[] => [
  from && sql`${instant} >= ${instantOf(startOfDay(from, ctx.time_zone()))}`,
  to && sql`${instant} < ${instantOf(endOfDay(to, ctx.time_zone()))}`,
];

const whereAll = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
