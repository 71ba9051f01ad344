export * as pages from "./page-paths.ts";

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

export type PageParams<P extends string, Value = string> = { readonly [Name in ParamNames<P>]: Value };
type Query = Readonly<Record<string, string | undefined>>;

/**
 * `hrefOf(pages.products, {}, { search })`: empty and undefined query values are omitted. Emails prepend `pageBase`.
 */
export function hrefOf<const P extends string>(path: P, params: PageParams<P>, query: Query = {}): string {
  const filled = path.includes(":") ? fill(path, params) : path;
  const presentEntries = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return presentEntries.length > 0 ? `${filled}?${new URLSearchParams(presentEntries)}` : filled;
}

function fill(path: string, params: Record<string, string>): string {
  const values = new Map(Object.entries(params));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""));
}
