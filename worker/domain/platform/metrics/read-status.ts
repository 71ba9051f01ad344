import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isUnavailable } from "../../../../db/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { iso, many } from "../../sql.ts";
import { bucketColumns, quantile } from "./latency.ts";

export const statusParts = ["sign-in", "store", "checkout", "downloads", "mail"] as const;
export type StatusPart = (typeof statusParts)[number];
/** `quiet`: no requests, or for `mail` no sent mail. */
export type PartState = "working" | "slow" | "down" | "quiet";
export type PartStatus = {
  part: StatusPart;
  /** State of the last ten minutes; `working` if there were no requests. */
  now: Exclude<PartState, "quiet">;
  /** The last 24 hours, oldest first; the current hour is the last. */
  hours: { start: string; state: PartState }[];
};

const statusRow = () =>
  z.object({
    part: z.enum(statusParts),
    /** Null for the row of the last ten minutes. */
    start: z.nullable(z.string()),
    requests: z.number(),
    errors: z.number(),
    buckets: z.array(z.number()),
    /** Seconds that mails have waited; null for other parts and for hours in which no mail was sent. */
    wait_s: z.nullable(z.number()),
  });
type Row = z.output<ReturnType<typeof statusRow>>;

const path = sql`split_part(m.route, ' ', 2)`;
const partOfRoute = sql`case
  when ${path} ~ '^/(v1/sso|sign-in|recover-password|verify|setup)' then 'sign-in'
  when ${path} ~ '^/(v1/store/(checkout|cart)|store/(checkout|cart))' then 'checkout'
  when ${path} ~ '^/(files|v1/client/(downloads|software)|portal/downloads)' then 'downloads'
  when ${path} ~ '^/(v1/store|store|images)' then 'store'
end`;
const sums = sql`sum(m.requests)::float, coalesce(sum(m.requests) filter (where m.status = 5), 0)::float,
  json_build_array(${sql.raw(bucketColumns.map((name) => `sum(m.${name})::float`).join(", "))})`;
const noRequests = sql`0::float, 0::float, '[]'::json`;

/** States without numbers, for the public status page. Undefined while the database does not answer. */
export const findStatus = (ctx: ReadCtx): Promise<PartStatus[] | undefined> =>
  listStatus(ctx).catch((error: unknown) => {
    if (isUnavailable(error)) return undefined;
    throw error;
  });

async function listStatus(ctx: ReadCtx): Promise<PartStatus[]> {
  const rows = await many(
    ctx,
    statusRow,
    sql`
    with of_parts as (
      select ${partOfRoute} as part, m.*
      from request_minutes m
      where m.minute > date_trunc('hour', now()) - interval '23 hours'
    ),
    hours as (
      select date_trunc('hour', now()) - ago * interval '1 hour' as start from generate_series(0, 23) ago
    ),
    sums (part, start, requests, errors, buckets, wait_s) as (
      select m.part, date_trunc('hour', m.minute), ${sums}, null::float
      from of_parts m
      where m.part is not null
      group by 1, 2
      union all
      select m.part, null, ${sums}, null
      from of_parts m
      where m.part is not null and m.minute > now() - interval '10 minutes'
      group by 1
      union all
      select 'mail', date_trunc('hour', sent_at), ${noRequests},
        avg(extract(epoch from sent_at - coalesce(resent_at, created_at)))::float
      from outbox where sent_at > date_trunc('hour', now()) - interval '23 hours' group by 2
      union all
      select 'mail', null, ${noRequests}, coalesce(extract(epoch from now() - min(next_at)), 0)::float
      from outbox where sent_at is null and failed_at is null and next_at <= now()
    )
    select p.part, ${iso("h.start")} as start, coalesce(s.requests, 0) as requests, coalesce(s.errors, 0) as errors,
      coalesce(s.buckets, '[]') as buckets, s.wait_s
    from unnest(${`{${statusParts.join(",")}}`}::text[]) with ordinality p (part, place)
      cross join (select start from hours union all select null) h
      left join sums s on s.part = p.part and s.start is not distinct from h.start
    order by p.place, h.start nulls last`,
  );
  return statusParts.map((part) => {
    const rowsOfPart = rows.filter((each) => each.part === part);
    const latest = rowsOfPart.find(({ start }) => start === null);
    const now = latest ? decideState(latest) : "quiet";
    return {
      part,
      now: now === "quiet" ? "working" : now,
      hours: rowsOfPart.flatMap((each) =>
        each.start === null ? [] : [{ start: each.start, state: decideState(each) }],
      ),
    };
  });
}

const [slowMailS, lateMailS] = [900, 3600];
/** Minimum server errors for a part to count as slow or down; fewer may be chance. */
const errorsMin = 3;
const slowMs = 2500;

function decideState({ part, requests, errors, buckets, wait_s }: Row): PartState {
  if (part === "mail") {
    if (wait_s === null) return "quiet";
    return wait_s > lateMailS ? "down" : wait_s > slowMailS ? "slow" : "working";
  }
  if (requests === 0) return "quiet";
  if (errors >= errorsMin && errors >= requests / 2) return "down";
  const isSlow = requests >= 20 && quantile(buckets, 0.95) > slowMs;
  return (errors >= errorsMin && errors >= requests / 20) || isSlow ? "slow" : "working";
}
