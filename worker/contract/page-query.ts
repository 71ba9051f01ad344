import type * as z from "zod/mini";
import { parseInput } from "./issue-messages.ts";

type Query = Record<string, unknown>;
type PageQuery = {
  /** Page defaults that differ from the schema's. */
  usual_query?: Query;
  /** With a page size, the URL has `page`, counted from 1, instead of limit and offset. */
  page_size?: number;
};

const offsetMax = 1_000_000;

/** The default comes first; `rows` in the URL selects one. */
export const pageSizes = [20, 50, 100] as const;
export const defaultPageSize = pageSizes[0];

/** A page with a fixed size, such as the store grid, ignores `rows`. */
const choosePageSize = (usual: number, rows: string | null): number =>
  usual === defaultPageSize ? (pageSizes.find((size) => String(size) === rows) ?? usual) : usual;

export const chosenRows = ({ limit }: Query): number | undefined =>
  pageSizes.find((size) => size === limit && size !== defaultPageSize);

// Most visits of a list have no query, and parsing the defaults takes as long as reading the rows.
const emptyQueryCache = new WeakMap<PageQuery, unknown>();

/**
 * Reads the query of a list page: drops invalid values instead of failing, and empty ones, which forms send for blank
 * fields. Undefined if a required value is missing or invalid. The result of an empty query is cached by `page`, so a
 * `page` must always come with the same schema.
 */
export function findPageQuery<S extends z.ZodMiniType>(
  schema: S,
  params: URLSearchParams,
  page: PageQuery,
): z.output<S> | undefined {
  if (params.size > 0) return parsePageQuery(schema, params, page);
  // as: the same schema produced the value
  const cached = emptyQueryCache.get(page) as z.output<S> | undefined;
  const query = cached ?? parsePageQuery(schema, params, page);
  emptyQueryCache.set(page, query);
  return query && Object.assign({}, query);
}

function parsePageQuery<S extends z.ZodMiniType>(
  schema: S,
  params: URLSearchParams,
  { usual_query, page_size }: PageQuery,
): z.output<S> | undefined {
  const values: Query = Object.fromEntries([...params].filter(([, value]) => value !== ""));
  const limit = page_size === undefined ? undefined : choosePageSize(page_size, params.get("rows"));
  const paged = limit === undefined ? {} : { limit, offset: toOffset(params.get("page"), limit) };
  const parsed = parseInput(schema, { ...usual_query, ...values, ...paged });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) delete values[String(issue.path[0])];
  const usual = schema.safeParse({ ...usual_query, ...values, ...paged });
  return usual.success ? usual.data : undefined;
}

/** `findPageQuery` for schemas without required values. */
export function readPageQuery<S extends z.ZodMiniType>(
  schema: S,
  params: URLSearchParams,
  page: PageQuery,
): z.output<S> {
  const query = findPageQuery(schema, params, page);
  if (query === undefined) throw new Error("A list has a required filter.");
  return query;
}

function toOffset(page: string | null, pageSize: number): number {
  const number = Math.max(Number.parseInt(page ?? "1", 10) || 1, 1);
  return Math.min(number - 1, Math.floor(offsetMax / pageSize)) * pageSize;
}

/**
 * Address of a list page: `change` replaces fields, an empty value clears one, and every change except `page` resets to
 * the first page. A `limit` of `pageSizes` becomes `rows`; defaults are omitted.
 */
export function pageHref(
  path: string,
  schema: z.ZodMiniType,
  query: object,
  change: Query = {},
  usual_query: Query = {},
): string {
  const defaultValues: Query = { ...findDefaults(schema), ...usual_query };
  const { limit, offset: _offset, ...named } = { ...query, ...change } as Query;
  const changed: Query = { ...named, rows: chosenRows({ limit }) };
  const params = Object.entries(changed).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" || value === defaultValues[name]
      ? []
      : [[name, String(value)]],
  );
  return params.length > 0 ? `${path}?${new URLSearchParams(params)}` : path;
}

// Cached, because a list page builds dozens of links.
const defaults = new WeakMap<z.ZodMiniType, Query>();

/** The values of an empty query; empty for schemas with required values. */
export function findDefaults(schema: z.ZodMiniType): Query {
  const cached = defaults.get(schema) ?? { ...Object(schema.safeParse({}).data) };
  defaults.set(schema, cached);
  return cached;
}

/** Adds the query of the list to a row's link, so that the row's page can link back to the list as it was. */
export function rowHref(href: string, list: string): string {
  const query = list.split("?")[1];
  if (query === undefined || !href.startsWith("/")) return href;
  return `${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams({ list: query })}`;
}

/** Address of the list whose query `rowHref` added to the row's link; always on the page `path`. */
export function listHref(path: string, { searchParams }: URL): string {
  const query = new URLSearchParams(searchParams.get("list") ?? "");
  return query.size > 0 ? `${path}?${query}` : path;
}
