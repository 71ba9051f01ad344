// Pages by offset, pages by keyset and counts of a list are in one file, because they share its conditions and its
// order.
import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Cursor, ListQuery } from "../contract/paging.ts";
import type { ReadCtx } from "./context.ts";
import { endOfDay, startOfDay } from "./days.ts";
import { escapeLike, hasTrigram, maybeOne, maybeOnePrepared, toTimestamp, type Shape } from "./sql.ts";

export type Page<T> = {
  data: T[];
  /**
   * `matching`: a digest of all matching rows, which changes when a row is added, removed or updated; only on request,
   * and null for no rows or more than `matching_max`. `amount`: the sum of the matching rows in US cents, for filtered
   * lists of money.
   */
  meta: { limit: number; offset: number; count: number; matching?: string | null; amount?: number };
  /** Cursor of the next page, for keyset pagination; null at the end (ADR-005). */
  next?: Cursor | null;
};

export const singlePage = <T>(data: T[]): Page<T> => ({
  data,
  meta: { limit: data.length, offset: 0, count: data.length },
});

type Source<T> = {
  shape: Shape<T>;
  columns: SQL;
  /**
   * The table, which has an `id`, and its alias. An index can answer conditions, sorts and the search only if they
   * refer to this table alone (ADR-004); small lists also join others here.
   */
  from: SQL;
  /** Joins that only `columns` need. */
  join?: SQL;
  where: (SQL | undefined | false | "")[];
  /** The rows belong to one user or organization and an index finds them: pages near the start are read directly. */
  isOwn?: true;
  /**
   * The expression that `search` matches. The search is fast if a trigram index has this expression, or if the other
   * conditions leave few rows.
   */
  text: SQL;
  /**
   * The gram index of the same expression, used for searches of one or two letters where no narrow index covers the
   * text.
   */
  grams?: string;
  /**
   * Turns a condition on `text` into one on `from` when the text is in another table; `pattern` is for further
   * conditions.
   */
  searchIn?: (matches: SQL, pattern: string) => SQL;
  alias: string;
  /** The conditions are so costly that the matching rows are calculated once, for count, sum and page together. */
  has_costly_conditions?: true;
  /**
   * US cents of a row of `from`. Only filtered lists return the sum: the sum of all rows would read the whole table.
   */
  amount?: SQL;
  /** Columns in the collation for names; each has an index by `withNameCollation` of db/columns.ts. */
  names?: readonly string[];
  /** Sort expressions that replace plain columns of `alias`; their nulls come last. */
  sorts?: Record<string, SQL>;
};

/** The largest offset at which skipped rows of own lists are read whole; otherwise only their ids are read. */
const nearOffsetMax = 100;
/** From this offset on, a page in the second half of the list is read from its end. */
const farOffsetMin = 1000;

/**
 * One page of a list and the count of all matches, in one statement; with `after` a keyset page, with `count_max` only
 * a count up to it. For shared tables and large offsets the ids are selected first, so that a late page costs little
 * more than the first. The sort field comes from the contract's closed list (T18).
 */
export async function readPage<T>(ctx: ReadCtx, query: ListQuery, source: Source<T>): Promise<Page<T>> {
  if (query.after) return readKeysetPage(ctx, query, query.after, source);
  if (query.count_max) return readCount(ctx, query, query.count_max, source);
  const conditions = toConditions(query, source);
  const sorting = toOrder(query, source);
  const { id, direction, order } = sorting;
  const isNear = source.isOwn && query.offset <= nearOffsetMax;
  const row = sql.identifier(isNear ? source.alias : "page");
  const amount = conditions.length > 0 ? source.amount : undefined;
  const selection: PageSelection = { query, conditions, source, sorting };
  const page = await maybeOnePrepared(
    ctx,
    () =>
      z.object({
        data: z.array(source.shape()),
        count: z.int(),
        matching: z.optional(z.nullable(z.string())),
        amount: z.optional(z.number()),
      }),
    sql`
    with ${source.has_costly_conditions ? matchingPart(selection, amount) : totalPart(selection, amount)}
    select (select n from total) as count, ${matchingDigest(query, conditions, source)}
      ${amount ? sql`(select cents from total) as amount,` : sql``}
      coalesce((select json_agg(shown order by ${row}.sort_key ${order}, ${row}.id ${direction}) from (
        ${selectPage(selection, isNear ? sql`${row}.*` : id)}
      ) ${row} cross join lateral (${isNear ? selectColumns(source) : selectById(source, id)}) shown), '[]') as data`,
  );
  const { data = [], count = 0, ...rest } = page ?? {};
  return { data, meta: { limit: query.limit, offset: query.offset, count, ...rest } };
}

type PageSelection = { query: ListQuery; conditions: SQL[]; source: Source<unknown>; sorting: Order };

const totalPart = ({ conditions, source }: PageSelection, amount: SQL | undefined): SQL => sql`total as materialized (
      select count(*)::int as n ${amount ? sql`, coalesce(sum(${amount}), 0)::float as cents` : sql``}
      from ${source.from} ${whereAll(conditions)}
    )`;

const matchingPart = ({ conditions, source, sorting: { id, key } }: PageSelection, amount: SQL | undefined): SQL => sql`
    matching as materialized (
      select ${id}, ${key} as sort_key, ${amount ?? sql`0`} as cents from ${source.from} ${whereAll(conditions)}
    ), total as materialized (
      select count(*)::int as n, coalesce(sum(m.cents), 0)::float as cents from matching m
    )`;

function selectPage(selection: PageSelection, columns: SQL): SQL {
  const { query, conditions, source, sorting } = selection;
  const { id, key, direction, order } = sorting;
  const { limit, offset } = query;
  if (source.has_costly_conditions)
    return sql`
        select m.id, m.sort_key from matching m
        order by m.sort_key ${order}, m.id ${direction} limit ${limit} offset ${offset}`;
  if (offset >= farOffsetMin) return selectFarPage(selection);
  return sql`
        select ${columns}, ${key} as sort_key from ${source.from}
        ${whereAll([...conditions, sql`(select n from total) > ${offset}`])}
        order by sort_key ${order}, ${id} ${direction}
        limit ${limit} offset ${offset}`;
}

/** Ids and sort keys of a page far from the start, read from the nearer end of the list. */
function selectFarPage({ query: { limit, offset }, conditions, source: { from }, sorting }: PageSelection): SQL {
  const { id, key, direction, order, reversed } = sorting;
  const remaining = sql`((select n from total) - ${offset}::int)`;
  const isFirstHalf = sql`${remaining} >= ${offset}::int`;
  const isSecondHalf = sql`${remaining} > 0 and ${remaining} < ${offset}::int`;
  return sql`(
          select ${id}, ${key} as sort_key from ${from} ${whereAll([...conditions, isFirstHalf])}
          order by sort_key ${order}, ${id} ${direction} limit ${limit} offset ${offset}
        ) union all (
          select ${id}, ${key} as sort_key from ${from} ${whereAll([...conditions, isSecondHalf])}
          order by sort_key ${reversed.order}, ${id} ${reversed.direction}
          limit greatest(least(${limit}::int, ${remaining}), 0) offset greatest(${remaining} - ${limit}::int, 0)
        )`;
}

async function readCount<T>(ctx: ReadCtx, query: ListQuery, max: number, source: Source<T>): Promise<Page<T>> {
  const matchingRows = sql`select from ${source.from} ${whereAll(toConditions(query, source))} limit ${max}`;
  const total = await maybeOnePrepared(
    ctx,
    () => z.object({ count: z.int() }),
    sql`select count(*)::int as count from (${matchingRows}) matches`,
  );
  return { data: [], meta: { limit: query.limit, offset: query.offset, count: total?.count ?? 0 } };
}

const selectColumns = ({ columns, join }: Source<unknown>): SQL =>
  join ? sql`select ${columns} from (select) as at_hand ${join} limit 1` : sql`select ${columns}`;

const selectById = ({ columns, from, join = sql`` }: Source<unknown>, id: SQL): SQL =>
  sql`select ${columns} from ${from} ${join} where ${id} = page.id limit 1`;

/** A row's xmin is the transaction that last wrote the row, so the digest changes with every update. */
function matchingDigest({ matching_max: max }: ListQuery, conditions: SQL[], { from, alias }: Source<unknown>): SQL {
  if (max === undefined) return sql``;
  const row = sql.identifier(alias);
  return sql`case when (select n from total) <= ${max} then (
      select md5(string_agg(${row}.id || ' ' || ${row}.xmin, ' ' order by ${row}.id))
      from ${from} ${whereAll(conditions)}
    ) end as matching,`;
}

type Order = {
  id: SQL;
  key: SQL;
  direction: SQL;
  order: SQL;
  /** From the last row to the first. */
  reversed: { direction: SQL; order: SQL };
  isAscending: boolean;
  areNullsLast: boolean;
};

function toOrder({ sort }: ListQuery, { alias, names, sorts = {} }: Source<unknown>): Order {
  const field = sort.replace(/^-/, "");
  const isAscending = !sort.startsWith("-");
  const direction = sql.raw(isAscending ? "asc" : "desc");
  const oppositeDirection = sql.raw(isAscending ? "desc" : "asc");
  const row = sql.identifier(alias);
  const column = sql`${row}.${sql.identifier(field)}`;
  return {
    id: sql`${row}.id`,
    key: sorts[field] ?? (names?.includes(field) ? sql`${column} collate "names"` : column),
    direction,
    isAscending,
    order: field in sorts ? sql`${direction} nulls last` : direction,
    reversed: {
      direction: oppositeDirection,
      order: field in sorts ? sql`${oppositeDirection} nulls first` : oppositeDirection,
    },
    // Nulls sort as larger than any value (https://www.postgresql.org/docs/18/queries-order.html).
    areNullsLast: isAscending || field in sorts,
  };
}

async function readKeysetPage<T>(
  ctx: ReadCtx,
  query: ListQuery,
  after: Cursor | "start",
  source: Source<T>,
): Promise<Page<T>> {
  const sorting = toOrder(query, source);
  const { id, key, direction, order } = sorting;
  const { limit, offset } = query;
  const conditions = [...toConditions(query, source), ...(after === "start" ? [] : [isAfter(after, sorting)])];
  const keysetPage = await maybeOne(
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
  const rows = keysetPage?.rows ?? [];
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const next = last ? { key: last.key, id: last.id } : toNullsCursor(after, sorting);
  return { data: rows.map(({ row }) => row), meta: { limit, offset, count: rows.length }, next };
}

/** Rows with a null sort key are selected separately, so that an index finds the others. */
function isAfter(after: Cursor, { id, key, isAscending, areNullsLast }: Order): SQL {
  const comparison = sql.raw(isAscending ? ">" : "<");
  if (after.key !== null) return sql`(${key}, ${id}) ${comparison} (${after.key}, ${after.id})`;
  const isNull = sql`${key} is null and ${id} ${comparison} ${after.id}`;
  return areNullsLast ? isNull : sql`((${isNull}) or ${key} is not null)`;
}

/** A cursor before the first row with a null key, which follows the last row with a value. */
function toNullsCursor(after: Cursor | "start", { isAscending, areNullsLast }: Order): Cursor | null {
  if (after === "start" || after.key === null || !areNullsLast) return null;
  const edge = isAscending ? "0" : "f";
  return { key: null, id: "00000000-0000-0000-0000-000000000000".replaceAll("0", edge) };
}

function toConditions({ search }: ListQuery, source: Source<unknown>): SQL[] {
  const { where, searchIn = (matches) => matches } = source;
  const matches = search ? searchIn(containsText(source, search), toPattern(search)) : undefined;
  return [...where, matches].filter((each): each is SQL => Boolean(each));
}

const toPattern = (searchText: string): string => `%${escapeLike(searchText)}%`;

/**
 * Case-insensitive substring match. A trigram needs three letters; shorter searches read the gram index `grams`, if
 * there is one.
 */
export const containsText = (
  { text, grams, alias }: Pick<Source<unknown>, "text" | "grams" | "alias">,
  searchText: string,
): SQL =>
  grams && [...searchText].length < 3
    ? sql`${sql.identifier(alias)}.id = any(array(select ids_with_gram(${grams}, lower(${searchText}))))`
    : sql`${text} ilike ${toPattern(searchText)}`;

/**
 * Condition that `id` is among `ids`, for use beside a condition on the list's text. A pattern without a trigram reads
 * every row in any case, so `in` compares each row with a hash instead of with one id after the other.
 */
export const isAmong = (id: SQL, ids: SQL, pattern: string): SQL =>
  hasTrigram(pattern) ? sql`${id} = any(array(${ids}))` : sql`${id} in (${ids})`;

export const organizationIdsByName = (pattern: string): SQL =>
  sql`select org.id from organizations org where org.name ilike ${pattern}`;

type DayRange = readonly [from: string | undefined, to: string | undefined];

/**
 * Conditions that an instant is between two days, both inclusive, in the viewer's time zone (UTC for the API).
 * `whereInShopDays` takes days of the shop's time zone.
 */
export const whereInDays = (ctx: ReadCtx, instant: SQL, [from, to]: DayRange): SQL[] => [
  ...(from ? [sql`${instant} >= ${toTimestamp(startOfDay(from, ctx.time_zone()))}`] : []),
  ...(to ? [sql`${instant} < ${toTimestamp(endOfDay(to, ctx.time_zone()))}`] : []),
];

const whereAll = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
