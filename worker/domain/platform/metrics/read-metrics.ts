import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { isEqual } from "../secrets/tokens.ts";
import { keyedHash } from "../secrets/keyed-hash.ts";
import { maybeOne } from "../../sql.ts";
import { isConnected, isTaskConnected } from "../integrations/disconnected.ts";
import { signInRoute } from "./routes.ts";
import { listRequestTotals, type RequestTotal } from "./request-totals.ts";

export type Metric = { name: string; help: string; type: "counter" | "gauge"; value: number };
export type Metrics = { metrics: Metric[]; requests: RequestTotal[] | undefined };
type Reading = { type: Metric["type"]; name: string; help: string; value: SQL; step?: number };

/**
 * Without METRICS_TOKEN, a value with a `step` is the one at the start of the current span of `publicSpanS` seconds,
 * rounded to a multiple of its step.
 */
const publicSpanS = 600;
const publicStep = 50;
const oldestStepS = 600;

/**
 * All metrics. Values that a stranger's single request can change are those at `until` and have a `step`: a reset mail
 * is only sent to an account, so an exact count of mails would reveal accounts (T12).
 */
const readings = (ctx: Ctx, until: SQL): Reading[] => [
  {
    type: "counter",
    name: "crunchbox_sign_ins_total",
    help: "Successful sign-ins",
    value: sql`(select count(*) from audit_log where action = 'signIn' and created_at <= ${until})`,
    step: publicStep,
  },
  {
    type: "gauge",
    name: "crunchbox_sessions",
    help: "Live sessions",
    value: sql`(
      select count(*) from sessions where revoked_at is null and expires_at > now() and created_at <= ${until})`,
    step: publicStep,
  },
  {
    type: "gauge",
    name: "crunchbox_account_requests_pending",
    help: "Account requests that wait for a decision",
    value: sql`(select count(*) from account_requests where status = 'pending' and created_at <= ${until})`,
    step: publicStep,
  },
  {
    type: "gauge",
    name: "crunchbox_outbox_waiting",
    help: "Messages that are not sent yet",
    value: sql`(
      select count(*) from outbox where sent_at is null and failed_at is null and created_at <= ${until})`,
    step: publicStep,
  },
  {
    type: "gauge",
    name: "crunchbox_outbox_oldest_seconds",
    help: "Age of the oldest message that is not sent yet",
    value: sql`(
      select coalesce(extract(epoch from ${until} - min(greatest(created_at, resent_at))), 0)
      from outbox
      where sent_at is null and failed_at is null and created_at <= ${until})`,
    step: oldestStepS,
  },
  {
    type: "gauge",
    name: "crunchbox_outbox_failed",
    help: "Messages that were given up",
    value: sql`(select count(*) from outbox where failed_at <= ${until})`,
    step: publicStep,
  },
  {
    type: "gauge",
    name: "crunchbox_outbox_refused",
    help: "Messages that wait because the email provider refuses our key or domain",
    value: sql`(
      select count(*) from outbox
      where sent_at is null and failed_at is null and last_status in (401, 403) and created_at <= ${until})`,
    step: publicStep,
  },
  {
    type: "gauge",
    name: "crunchbox_email_returned",
    help: "People whose last email was returned",
    value: sql`(select count(*) from users where returned_email = email and email_returned_at <= ${until})`,
    step: publicStep,
  },
  {
    type: "gauge",
    name: "crunchbox_outbox_sent",
    help: "Messages sent in the last 30 days",
    value: sql`(select count(*) from outbox where sent_at <= ${until})`,
    step: publicStep,
  },
  {
    type: "gauge",
    name: "crunchbox_queue_oldest_seconds",
    help: "How long the oldest message or webhook has been due",
    value: sql`(
      select coalesce(max(extract(epoch from ${until} - d.due_at)), 0)
      from (
        select min(next_at) from outbox where sent_at is null and failed_at is null and next_at <= ${until}
        union all
        select min(next_at) from stripe_events where status = 'received' and next_at <= ${until}
      ) d (due_at))`,
    step: oldestStepS,
  },
  {
    type: "gauge",
    name: "crunchbox_sign_in_failures",
    help: "Sign-ins that were refused or failed in the last five minutes",
    value: sql`(
      select coalesce(sum(requests), 0)
      from request_minutes
      where route = ${signInRoute} and status >= 4 and minute > ${until} - interval '5 minutes')`,
    step: publicStep,
  },
  {
    type: "gauge",
    name: "crunchbox_webhooks_waiting",
    help: "Webhooks of the payment provider that are not processed yet",
    value: sql`(select count(*) from stripe_events where status = 'received')`,
  },
  {
    type: "gauge",
    name: "crunchbox_webhooks_given_up",
    help: "Webhooks of the payment provider that need attention",
    value: sql`(select count(*) from stripe_events where status = 'given-up')`,
  },
  {
    type: "gauge",
    name: "crunchbox_tax_reports_given_up",
    help: "Sales and refunds whose tax report was refused; each is sent again daily",
    value: sql`(select count(*) from tax_reports where status = 'given-up')`,
  },
  {
    type: "gauge",
    name: "crunchbox_tasks_failed",
    help: "Scheduled jobs whose last run failed",
    value: sql`(select count(*) from tasks where status = 'failed' and ${isTaskConnected(ctx, "name")})`,
  },
  {
    type: "gauge",
    name: "crunchbox_tasks_running",
    help: "Tasks whose run is under way",
    value: sql`(select count(*) from task_runs where status = 'processing')`,
  },
  {
    type: "gauge",
    name: "crunchbox_task_records_failed",
    help: "Records that failed in the last run of their task",
    value: sql`(
      select coalesce(sum(r.failed), 0)
      from tasks t
        join task_runs r on r.id = t.run_id
      where ${isTaskConnected(ctx, "t.name")}
    )`,
  },
  {
    type: "gauge",
    name: "crunchbox_integrations_failing",
    help: "Integrations whose last call failed",
    value: sql`(
      select count(*) from partners where failing_since is not null and ${isConnected(ctx, "name")}
    )`,
  },
  {
    type: "gauge",
    name: "crunchbox_discrepancies_open",
    help: "Open discrepancies of the reconciliation",
    value: sql`(select count(*) from book_differences where closed_at is null)`,
  },
];

const cacheMs = 5000;
type CachedMetrics = { at: number; answer: Metrics };
const cache: { exact?: CachedMetrics; coarse?: CachedMetrics } = {};

/**
 * Metrics from the database, because an isolate sees only its own requests; cached for 5 s. Exact with METRICS_TOKEN.
 * On the public page (O-119, T19), values that strangers can change are delayed and rounded. Gauges are rounded with a
 * secret offset per span, so that a stranger cannot provoke a step either.
 */
export async function getMetrics(ctx: Ctx, input: { token: string | undefined }): Promise<Metrics> {
  const { METRICS_TOKEN } = ctx.settings;
  const isExact = METRICS_TOKEN !== "" && isEqual(input.token ?? "", METRICS_TOKEN);
  const name = isExact ? "exact" : "coarse";
  const cached = cache[name];
  if (cached && Date.now() - cached.at < cacheMs) return cached.answer;
  const [metrics, requests] = await Promise.all(
    isExact ? [readExactly(ctx), listRequestTotals(ctx)] : [readCoarsely(ctx), undefined],
  );
  const answer = { metrics, requests };
  cache[name] = { at: Date.now(), answer };
  return answer;
}

async function readExactly(ctx: Ctx): Promise<Metric[]> {
  const readingList = readings(ctx, sql`now()`);
  const { values } = await evaluateReadings(ctx, readingList, sql`now()`);
  return readingList.map(({ type, name, help }, index) => ({ type, name, help, value: values[index] ?? 0 }));
}

async function readCoarsely(ctx: Ctx): Promise<Metric[]> {
  const span = sql`to_timestamp(floor(extract(epoch from now()) / ${publicSpanS}::int) * ${publicSpanS}::int)`;
  const list = readings(ctx, span);
  const { values, until } = await evaluateReadings(ctx, list, span);
  return Promise.all(
    list.map(async ({ type, name, help, step }, index) => {
      const value = values[index] ?? 0;
      if (step === undefined) return { type, name, help, value };
      // Counters have no offset, because a changing offset could make a counter fall.
      const digest = await keyedHash(ctx.settings.CODE_PEPPER, `metric:${name}:${type === "counter" ? "" : until}`);
      const offset = type === "counter" ? 0 : parseInt(digest.slice(0, 8), 16) % step;
      return { type, name, help, value: Math.floor((value + offset) / step) * step };
    }),
  );
}

const valuesRow = () => z.object({ values: z.array(z.int()), until: z.int() });

async function evaluateReadings(ctx: Ctx, list: Reading[], until: SQL) {
  const values = sql.join(
    list.map(({ value }) => sql`(${value})::int`),
    sql`, `,
  );
  const row = await maybeOne(
    ctx,
    valuesRow,
    sql`select json_build_array(${values}) as values, extract(epoch from ${until})::int as until`,
  );
  return row ?? { values: [], until: 0 };
}
