import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../context.ts";
import { first } from "../sql.ts";

export type Metric = { name: string; help: string; type: "counter" | "gauge"; value: number };

const keptMs = 5000;
let kept: { at: number; metrics: Metric[] } | undefined;

/** Counts from the database, because those of an isolate say little; kept 5 s, because the page is public (O-119, T19). */
export async function getMetrics(ctx: Ctx): Promise<Metric[]> {
  if (kept && Date.now() - kept.at < keptMs) return kept.metrics;
  const counts = await first(
    ctx,
    () => z.record(z.string(), z.int()),
    sql`
    select (select count(*) from audit_log where action = 'signIn')::int as sign_ins,
      (select count(*) from sessions where revoked_at is null and expires_at > now())::int as sessions,
      (select count(*) from account_requests where status = 'pending')::int as requests,
      (select count(*) from outbox where sent_at is null and failed_at is null)::int as waiting,
      (
        select coalesce(extract(epoch from now() - min(created_at)), 0)
        from outbox
        where sent_at is null and failed_at is null
      )::int as oldest,
      (select count(*) from outbox where failed_at is not null)::int as failed,
      (select count(*) from outbox where sent_at is not null)::int as sent,
      (select count(*) from stripe_events where status = 'received')::int as callbacks_waiting,
      (select count(*) from stripe_events where status = 'given-up')::int as callbacks_given_up,
      (select count(*) from tasks where status = 'failed')::int as failed_tasks`,
  );
  const metric = (type: Metric["type"], name: string, help: string, column: string): Metric => ({
    type,
    name,
    help,
    value: counts?.[column] ?? 0,
  });
  const metrics = [
    metric("counter", "crunchbox_sign_ins_total", "Successful sign-ins", "sign_ins"),
    metric("gauge", "crunchbox_sessions", "Live sessions", "sessions"),
    metric("gauge", "crunchbox_account_requests_pending", "Account requests that wait for a decision", "requests"),
    metric("gauge", "crunchbox_outbox_waiting", "Messages that are not sent yet", "waiting"),
    metric("gauge", "crunchbox_outbox_oldest_seconds", "Age of the oldest message that is not sent yet", "oldest"),
    metric("gauge", "crunchbox_outbox_failed", "Messages that were given up", "failed"),
    metric("gauge", "crunchbox_outbox_sent", "Messages sent in the last 30 days", "sent"),
    metric("gauge", "crunchbox_callbacks_waiting", "Payment callbacks that are not applied yet", "callbacks_waiting"),
    metric(
      "gauge",
      "crunchbox_callbacks_given_up",
      "Payment callbacks that a person must look at",
      "callbacks_given_up",
    ),
    metric("gauge", "crunchbox_tasks_failed", "Scheduled jobs whose last run failed", "failed_tasks"),
  ];
  kept = { at: Date.now(), metrics };
  return metrics;
}
