import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import { endpoints } from "../../../worker/contract/index.ts";

export type ListQueryText = Record<string, string>;
export type PagedList = { spec: Endpoint; sorts: string[]; filters: Record<string, string[]> };

/** Values from the large data set, for filters whose contract lists none. */
const sampleValues: Record<string, string[]> = {
  org_id: ["01900000-0000-7001-8000-000000000001"],
  product_id: ["01900000-0000-7003-8000-000000000138"],
  order_id: ["01900000-0000-7000-8000-000000000701"],
  is_not_by_line: ["true"],
  reference_id: ["01900000-0000-7000-8000-000000000701"],
  user_id: ["01900000-0000-7002-8000-000000000003"],
  assignee_id: ["01900000-0000-7002-8000-000000000003"],
  actor_id: ["01900000-0000-7002-8000-000000000003"],
  subject_type: ["user", "order"],
  subject_id: ["01900000-0000-7002-8000-000000000003"],
  action: ["createUser", "signIn"],
  from: ["2024-06-01"],
  to: ["2025-06-01"],
  amount_from: ["100000"],
  amount_to: ["500000"],
  is_net_suite_sync_needed: ["true"],
  needs_review: ["true"],
  begun_from: ["2025-12-24"],
  begun_to: ["2025-12-25"],
  ended_from: ["2026-10-24"],
  ended_to: ["2026-10-30"],
  broadcast_id: ["01900000-0000-7000-8000-000000000901"],
  category: ["Spectrometers"],
  price_level_name: ["Partner"],
  state: ["TX"],
  industry: ["Optics"],
  name: ["Organization 9"],
  notes: ["Monday"],
  device: ["Device 3"],
  site: ["Site 3"],
  tag: ["spare"],
  platform: ["macOS"],
  created_at: ['{"gte":"2024-06-01"}'],
  "created_at[gte]": ["2024-06-01"],
  "created_at[lte]": ["2025-06-01T12:00:00Z"],
  use_case: ["Use case 8"],
  release: ["b0d41536"],
  browser: ["Firefox"],
  country: ["US"],
  tags: ["Linux", "Linux,Device 19"],
};

type Schema = {
  _zod: { def: { type: string; innerType?: Schema; out?: Schema; entries?: Record<string, string>; shape?: Shape } };
};
type Shape = Record<string, Schema>;

function findOptions({ _zod: { def } }: Schema): string[] | undefined {
  const inner = def.innerType ?? def.out;
  if (inner) return findOptions(inner);
  return def.type === "boolean" ? ["true", "false"] : def.entries && Object.values(def.entries);
}

export const pagedLists: PagedList[] = endpoints.flatMap((spec): PagedList[] => {
  // zod's own description of a schema; its public types do not name the parts.
  const shape = (spec.query as unknown as Schema | undefined)?._zod.def.shape;
  if (!shape?.["sort"] || !shape["offset"]) return [];
  const { limit: _limit, offset: _offset, search: _search, sort, ...rest } = shape;
  const filters = Object.entries(rest).map(([name, schema]) => [name, findOptions(schema) ?? sampleValues[name] ?? []]);
  return [{ spec, sorts: findOptions(sort) ?? [], filters: Object.fromEntries(filters) }];
});

/**
 * Queries of a list: without filters in every order; every filter value, every two filters together and all filters at
 * once in the descending orders, because an index can also be read backwards. A search counts as a filter, except in
 * the query with all filters.
 */
export function buildQueries(list: PagedList, searches: string[]): ListQueryText[] {
  const values: Record<string, string[]> = { ...list.filters, search: searches };
  const names = Object.keys(values);
  const firstValue = (name: string) => ({ [name]: values[name]?.[0] ?? "" });
  const singleFilters = Object.entries(values).flatMap(([name, all]) => all.map((value) => ({ [name]: value })));
  const filterPairs = names.flatMap((one, i) =>
    names.slice(i + 1).map((other) => ({ ...firstValue(one), ...firstValue(other) })),
  );
  const all = Object.assign({}, ...Object.keys(list.filters).map(firstValue));
  const descending = list.sorts.filter((sort) => sort.startsWith("-"));
  return [
    ...list.sorts.map((sort) => ({ sort })),
    ...[...singleFilters, ...filterPairs, all].flatMap((filters) => descending.map((sort) => ({ ...filters, sort }))),
  ];
}

/** Queries of late pages: every descending order without filters, and every filter value in two descending orders. */
export function buildDeepQueries({ sorts, filters }: PagedList): ListQueryText[] {
  const descending = sorts.filter((sort) => sort.startsWith("-"));
  const singles = Object.entries(filters).flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
  const orders = [descending[0], descending.at(-2)].filter((sort) => sort !== undefined);
  return [
    ...descending.map((sort) => ({ sort })),
    ...orders.flatMap((sort) => singles.map((filter) => ({ ...filter, sort }))),
  ];
}
