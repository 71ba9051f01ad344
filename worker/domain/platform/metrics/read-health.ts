import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { iso, many, maybeOne } from "../../sql.ts";
import { bucketColumns } from "./latency.ts";
import { checkoutRoute, signInRoute } from "./routes.ts";

const slotS = 1800;
const slotCount = 48;

const halfHours = sql`(
  select start_s, to_timestamp(start_s) as start
  from generate_series(
    (floor(extract(epoch from now()) / ${slotS}::int)::bigint - ${slotCount - 1}::int) * ${slotS}::int,
    floor(extract(epoch from now()) / ${slotS}::int)::bigint * ${slotS}::int,
    ${slotS}::int
  ) start_s
)`;

const sum = (column: string, where?: SQL): SQL =>
  sql`coalesce(sum(m.${sql.raw(column)}) ${where ? sql`filter (where ${where})` : sql``}, 0)::float`;
const buckets = sql`json_build_array(${sql.join(
  bucketColumns.map((name) => sum(name)),
  sql`, `,
)})`;

const healthSlot = () =>
  z.object({
    start: z.string(),
    requests: z.number(),
    errors: z.number(),
    database_ms: z.number(),
    statements: z.number(),
    sign_in_failures: z.number(),
    checkouts: z.number(),
    checkout_failures: z.number(),
    mail_wait_s: z.number(),
    buckets: z.array(z.number()),
  });
export type HealthSlot = z.output<ReturnType<typeof healthSlot>>;

export const listHealthSlots = (ctx: ReadCtx): Promise<HealthSlot[]> =>
  many(
    ctx,
    healthSlot,
    sql`
    with waits as (
      select floor(extract(epoch from sent_at) / ${slotS}::int)::bigint * ${slotS}::int as start_s,
        max(extract(epoch from sent_at - coalesce(resent_at, created_at))) as wait_s
      from outbox
      where sent_at > now() - interval '25 hours'
      group by 1
    )
    select ${iso("h.start")} as start, ${sum("requests")} as requests,
      ${sum("requests", sql`m.status = 5`)} as errors, ${sum("database_ms")} as database_ms,
      ${sum("statements")} as statements,
      ${sum("requests", sql`m.route = ${signInRoute} and m.status >= 4`)} as sign_in_failures,
      ${sum("requests", sql`m.route = ${checkoutRoute} and m.status = 2`)} as checkouts,
      ${sum("requests", sql`m.route = ${checkoutRoute} and m.status >= 4`)} as checkout_failures,
      coalesce(max(w.wait_s), 0)::float as mail_wait_s, ${buckets} as buckets
    from ${halfHours} h
      left join request_minutes m on m.minute >= h.start and m.minute < h.start + ${slotS}::int * interval '1 second'
      left join waits w on w.start_s = h.start_s
    group by h.start
    order by h.start`,
  );

const routeHealth = () =>
  z.object({
    route: z.string(),
    requests: z.number(),
    errors: z.number(),
    refused: z.number(),
    database_ms: z.number(),
    statements: z.number(),
    buckets: z.array(z.number()),
  });
export type RouteHealth = z.output<ReturnType<typeof routeHealth>>;

const routesMax = 20;

export const listRouteHealth = (ctx: ReadCtx): Promise<RouteHealth[]> =>
  many(
    ctx,
    routeHealth,
    sql`
    select m.route, ${sum("requests")} as requests, ${sum("requests", sql`m.status = 5`)} as errors,
      ${sum("requests", sql`m.status = 4`)} as refused, ${sum("database_ms")} as database_ms,
      ${sum("statements")} as statements, ${buckets} as buckets
    from request_minutes m
    where m.minute > now() - interval '24 hours'
    group by m.route
    order by ${sum("requests", sql`m.status = 5`)} desc, ${sum("ms")} desc, m.route
    limit ${routesMax}`,
  );

const currentHealth = () =>
  z.object({
    mails_due: z.int(),
    callbacks_due: z.int(),
    queue_s: z.int(),
    /** Text messages of the last 24 hours by the provider's status. */
    texts_delivered: z.int(),
    texts_undelivered: z.int(),
    texts_unreported: z.int(),
    alarms: z.array(z.object({ name: z.string(), value: z.int(), raised_at: z.string() })),
  });
export type CurrentHealth = z.output<ReturnType<typeof currentHealth>>;

export async function getCurrentHealth(ctx: ReadCtx): Promise<CurrentHealth> {
  const row = await maybeOne(
    ctx,
    currentHealth,
    sql`
    select mails.n as mails_due, callbacks.n as callbacks_due,
      coalesce(extract(epoch from now() - least(mails.since, callbacks.since)), 0)::int as queue_s,
      texts.delivered as texts_delivered, texts.unreported as texts_unreported,
      undelivered_texts.n as texts_undelivered,
      coalesce((
        select json_agg(json_build_object('name', name, 'value', value, 'raised_at', ${iso("raised_at")}) order by name)
        from alarms
      ), '[]') as alarms
    from (
        select count(*)::int as n, min(next_at) as since
        from outbox
        where sent_at is null and failed_at is null and next_at <= now()
      ) mails,
      (
        select count(*)::int as n, min(next_at) as since
        from stripe_events
        where status = 'received' and next_at <= now()
      ) callbacks,
      (
        select count(reported_at)::int as delivered, (count(*) - count(reported_at))::int as unreported
        from outbox
        where channel = 'phone' and sent_at > now() - interval '24 hours'
      ) texts,
      (
        select count(*)::int as n
        from outbox
        where channel = 'phone' and failed_at > now() - interval '24 hours' and returned_at = failed_at
      ) undelivered_texts`,
  );
  if (!row) throw new Error("a count returned no row");
  return row;
}
