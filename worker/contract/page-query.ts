import type * as z from "zod/mini";

type Query = Record<string, unknown>;
type PageQuery = {
  /** What holds where the address says nothing, when that is not what the schema says. */
  usual_query?: Query;
  /** Rows of a page, where the address counts pages from 1 in place of limit and offset. */
  page_size?: number;
};

const offsetMax = 1_000_000;

/** How many rows a page of a list has, the usual number first; its reader chooses by `rows` in the address. */
export const pageSizes = [20, 50, 100] as const;
export const usualPageSize = pageSizes[0];

/** Other pages have as many as they say, as the tiles of the store. */
const pageSizeOf = (usual: number, asked: string | null): number =>
  usual === usualPageSize ? (pageSizes.find((size) => String(size) === asked) ?? usual) : usual;

/** What an address says of a page that has not as many rows as usual. */
export const chosenRows = ({ limit }: Query): number | undefined =>
  pageSizes.find((size) => size === limit && size !== usualPageSize);

/**
 * What a page's address asks for, in the words of a contract. What cannot be understood is left out instead of failing the
 * page, and so is an empty value, which a form sends for every field that nobody filled.
 */
export function readPageQuery<S extends z.ZodMiniType>(
  schema: S,
  params: URLSearchParams,
  { usual_query, page_size }: PageQuery,
): z.output<S> {
  const given: Query = Object.fromEntries([...params].filter(([, value]) => value !== ""));
  const limit = page_size === undefined ? undefined : pageSizeOf(page_size, params.get("rows"));
  const paged = limit === undefined ? {} : { limit, offset: offsetOf(params.get("page"), limit) };
  const parsed = schema.safeParse({ ...usual_query, ...given, ...paged });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) delete given[String(issue.path[0])];
  return schema.parse({ ...usual_query, ...given, ...paged });
}

function offsetOf(page: string | null, pageSize: number): number {
  const number = Math.max(Number.parseInt(page ?? "1", 10) || 1, 1);
  return Math.min(number - 1, Math.floor(offsetMax / pageSize)) * pageSize;
}

/**
 * The address of a list page with another query: `change` replaces fields, an empty value clears one, and every change but
 * that of `page` starts at the first page. A `limit` of `pageSizes` is named `rows`. What is as the schema, or the page's own
 * `usual_query`, has it is not named.
 */
export function pageHref(
  path: string,
  schema: z.ZodMiniType,
  query: object,
  change: Query = {},
  usual_query: Query = {},
): string {
  const usual: Query = { ...Object(schema.safeParse({}).data), ...usual_query };
  const { limit, offset: _offset, ...named } = { ...query, ...change } as Query; // a query object of a schema
  const asked: Query = { ...named, rows: chosenRows({ limit }) };
  const params = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) =>
      value === undefined || value === null || value === "" || value === usual[name] ? [] : [[name, String(value)]],
    ),
  );
  return params.size ? `${path}?${params}` : path;
}

/** The address of a row's page that knows the list it was opened from, with its filters and its page. */
export function rowHref(href: string, list: string): string {
  const query = list.split("?")[1];
  if (query === undefined || !href.startsWith("/")) return href;
  return `${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams({ list: query })}`;
}

/** From such a page back to the list as it was; only ever to `path`. */
export function listHref(path: string, { searchParams }: URL): string {
  const query = new URLSearchParams(searchParams.get("list") ?? "");
  return query.size > 0 ? `${path}?${query}` : path;
}
