export * as pages from "./page-paths.ts";

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** A value for each `:name` of a path. */
export type PageParams<P extends string, Value = string> = { readonly [Name in ParamNames<P>]: Value };
type Query = Readonly<Record<string, string | undefined>>;

/**
 * A page URL: `hrefOf(pages.order, { order_id })`, or with a query `hrefOf(pages.products, {}, { search })`. Empty and
 * undefined query values are omitted. Emails prepend PUBLIC_URL.
 */
export function hrefOf<const P extends string>(path: P, params: PageParams<P>, query: Query = {}): string {
  const values = new Map(Object.entries<string>(params));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""));
  const given = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return given.size ? `${filled}?${given}` : filled;
}
