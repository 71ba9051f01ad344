import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { many } from "../../sql.ts";
import { bucketColumns, bucketEnds } from "./latency.ts";

const totalRow = () =>
  z.object({
    route: z.string(),
    status: z.int(),
    requests: z.number(),
    ms: z.number(),
    database_ms: z.number(),
    statements: z.number(),
    buckets: z.array(z.number()),
  });
export type RequestTotal = z.output<ReturnType<typeof totalRow>>;

export const listRequestTotals = (ctx: Ctx): Promise<RequestTotal[]> =>
  many(
    ctx,
    totalRow,
    sql`
    select route, status::int as status, sum(requests)::float as requests, sum(ms)::float as ms,
      sum(database_ms)::float as database_ms, sum(statements)::float as statements,
      json_build_array(${sql.raw(bucketColumns.map((name) => `sum(${name})::float`).join(", "))}) as buckets
    from request_minutes
    group by route, status
    order by route, status`,
  );

export function toSamples(totals: readonly RequestTotal[]): string {
  const labels = ({ route, status }: RequestTotal) => `route="${route}",status="${status}xx"`;
  const counter = (name: string, help: string, value: (requestTotal: RequestTotal) => number) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...totals.map((one) => `${name}{${labels(one)}} ${value(one)}`),
  ];
  const histogram = "crunchbox_request_seconds";
  return [
    `# HELP ${histogram} Time until the answer began, by route and status class`,
    `# TYPE ${histogram} histogram`,
    ...totals.flatMap((one) => [
      ...cumulative(one.buckets).map((count, index) => {
        const end = bucketEnds[index];
        return `${histogram}_bucket{${labels(one)},le="${end === undefined ? "+Inf" : end / 1000}"} ${count}`;
      }),
      `${histogram}_sum{${labels(one)}} ${one.ms / 1000}`,
      `${histogram}_count{${labels(one)}} ${one.requests}`,
    ]),
    ...counter("crunchbox_database_seconds_total", "Time of statements", ({ database_ms }) => database_ms / 1000),
    ...counter("crunchbox_database_statements_total", "Statements", ({ statements }) => statements),
    "",
  ].join("\n");
}

/** A Prometheus bucket includes the counts of all lower buckets. */
function cumulative(buckets: readonly number[]): number[] {
  let sum = 0;
  return buckets.map((count) => (sum += count));
}
