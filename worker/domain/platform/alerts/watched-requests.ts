import { sql } from "drizzle-orm";
import { bucketColumns, bucketEnds, slowestMs } from "../metrics/latency.ts";
import { signInRoute } from "../metrics/routes.ts";
import type { MonitoredValue } from "./watched-value.ts";

/** Minimum requests in five minutes for a meaningful percentage. */
const requestsMin = 50;
const signInsMin = 20;
/** Minimum average of the orders in the same hour of the last four weeks for a drop to be significant. */
const ordersMin = 8;

const fromRecentMinutes = sql`from request_minutes where minute > now() - interval '5 minutes'`;

const p95 = sql.join(
  bucketColumns.map((_, index) => {
    const below = bucketColumns.slice(0, index + 1).map((name) => `sum(${name})`);
    return sql.raw(`when ${below.join(" + ")} >= 0.95 * sum(requests) then ${bucketEnds[index] ?? slowestMs}`);
  }),
  sql` `,
);

/** Monitored values of the last minutes' requests (ADR-058) and of the last hour's orders. */
export const monitoredRequests: MonitoredValue[] = [
  {
    name: "requests-fail",
    says: "# of 1,000 requests of the last five minutes failed with 5xx",
    max: 10,
    value: sql`
      select case when sum(requests) >= ${requestsMin}::int
        then ceil(1000 * coalesce(sum(requests) filter (where status = 5), 0) / sum(requests))
      end::int ${fromRecentMinutes}`,
  },
  {
    name: "requests-slow",
    says: "95 % of the requests of the last five minutes took up to # ms",
    max: 1000,
    value: sql`select case when sum(requests) < ${requestsMin}::int then 0 ${p95} end::int ${fromRecentMinutes}`,
  },
  {
    name: "sign-ins-fail",
    says: "# % of the sign-ins of the last five minutes were refused or failed",
    max: 60,
    value: sql`
      select case when sum(requests) >= ${signInsMin}::int
        then 100 * coalesce(sum(requests) filter (where status >= 4), 0) / sum(requests)
      end::int ${fromRecentMinutes} and route = ${signInRoute}`,
  },
  {
    name: "checkouts-fell",
    says: "# % fewer orders came in the last hour than in the same hour of the last four weeks",
    max: 75,
    value: sql`
      with hours as (
        select week, (
          select count(*)
          from orders o
          where not o.is_test and o.created_at > now() - week * interval '7 days' - interval '1 hour'
            and o.created_at <= now() - week * interval '7 days'
        ) as orders
        from generate_series(0, 4) week
      )
      select case when sum(orders) filter (where week > 0) >= ${4 * ordersMin}::int
        then 100 - 400 * sum(orders) filter (where week = 0) / sum(orders) filter (where week > 0)
      end::int
      from hours`,
  },
];
