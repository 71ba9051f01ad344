import { sql } from "drizzle-orm";
import { isConnected, isTaskConnected } from "../integrations/disconnected.ts";
import { monitoredRequests } from "./watched-requests.ts";
import type { MonitoredValue } from "./watched-value.ts";

/** All values are read from tables, so that they cover the whole shop and not one isolate. */
export const monitoredValues: MonitoredValue[] = [
  ...monitoredRequests,
  {
    name: "mails-wait",
    says: "the oldest email or text message has waited # minutes",
    max: 30,
    // An email that the provider returned waits up to six hours before it is sent again: `mails-not-sent` counts those.
    value: sql`
      select extract(epoch from now() - min(greatest(created_at, resent_at)))::int / 60
      from outbox
      where sent_at is null and failed_at is null and returned_at is null`,
  },
  {
    name: "mails-given-up",
    says: "emails given up within a day: #",
    max: 0,
    // Undelivered text messages have an alarm of their own.
    value: sql`
      select count(*)::int
      from outbox
      where failed_at > now() - interval '1 day' and (channel = 'email' or returned_at is distinct from failed_at)`,
  },
  {
    name: "texts-not-delivered",
    says: "text messages not delivered within a day, more than half of those reported: #",
    // One phone that is switched off raises no alarm.
    max: 2,
    value: sql`
      select case when undelivered > delivered then undelivered else 0 end
      from (
        select
          (
            select count(distinct recipient)::int from outbox
            where channel = 'phone' and failed_at > now() - interval '1 day' and returned_at = failed_at
          ) as undelivered,
          (
            select count(distinct recipient)::int from outbox
            where channel = 'phone' and sent_at > now() - interval '1 day' and reported_at is not null
          ) as delivered
      ) texts`,
  },
  {
    name: "captcha-over-quota",
    says: "the bot check has used up its quota and validates nothing until the month ends",
    max: 0,
    value: sql`
      select count(*)::int
      from timers
      where name = 'captcha-over-quota' and at > now() - interval '1 hour'`,
  },
  {
    name: "mails-not-sent",
    says: "emails that the provider accepted and then could not send: #",
    max: 0,
    value: sql`
      select count(*)::int
      from outbox
      where sent_at is null and failed_at is null and returned_at is not null`,
  },
  {
    name: "webhooks-wait",
    says: "the oldest webhook of the payment provider has waited # minutes",
    max: 60,
    value: sql`
      select extract(epoch from now() - min(received_at))::int / 60
      from stripe_events
      where status = 'received'`,
  },
  {
    name: "webhooks-given-up",
    says: "webhooks of the payment provider given up within three days: #",
    max: 0,
    value: sql`
      select count(*)::int
      from stripe_events
      where status = 'given-up' and received_at > now() - interval '6 days'`,
  },
  {
    name: "customers-wait",
    says: "a changed name or billing email has not reached the payment provider for # minutes",
    max: 60,
    value: sql`select extract(epoch from now() - min(created_at))::int / 60 from customer_updates`,
  },
  {
    name: "payments-unclear",
    says: "payments without a known outcome for over an hour: #",
    max: 0,
    value: sql`
      select count(*)::int
      from checkout_attempts
      where status in ('claimed', 'pending')
        and created_at < now() - interval '1 hour'
        and action_url is null`,
  },
  {
    name: "invoices-to-review",
    says: "invoices paid with another amount or for a canceled order or plan, or that could not be refunded: #",
    max: 0,
    value: sql`select count(*)::int from invoices where needs_review`,
  },
  {
    name: "jobs-failed",
    says: "scheduled jobs whose last run failed, or whose runs were interrupted for three hours: #",
    max: 0,
    // A run of a killed worker is never set to failed: its lease just expires.
    value: (ctx) => sql`
      select count(*)::int
      from tasks
      where (status = 'failed' and ${isTaskConnected(ctx, "name")}) or (
        status = 'processing' and run_id is null and lease_until < now()
        and coalesce(last_success_at, started_at) < now() - interval '3 hours'
      )`,
  },
  {
    name: "tasks-stand-still",
    says: "a task has made no progress for # minutes",
    max: 20,
    value: sql`
      select extract(epoch from now() - min(greatest(t.lease_until, r.started_at)))::int / 60
      from task_runs r
        join tasks t on t.run_id = r.id
      where r.status = 'processing'`,
  },
  {
    name: "task-records-failed",
    says: "records that failed in the last runs of their tasks: #",
    max: 0,
    value: (ctx) => sql`
      select coalesce(sum(r.failed), 0)::int
      from tasks t
        join task_runs r on r.id = t.run_id
      where ${isTaskConnected(ctx, "t.name")}`,
  },
  {
    name: "integrations-unreachable",
    says: "an integration has not answered for # minutes",
    max: 30,
    // Not until now: an integration that is seldom called fails only as long as its calls show.
    value: (ctx) => sql`
      select extract(epoch from max(failed_at - failing_since))::int / 60
      from partners
      where ${isConnected(ctx, "name")}`,
  },
  {
    name: "books-differ",
    says: "open discrepancies of the reconciliation: #",
    max: 0,
    value: sql`select count(*)::int from book_differences where closed_at is null`,
  },
];
