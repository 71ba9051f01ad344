import { type SQL, sql } from "drizzle-orm";
import type { ReadCtx } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { isOpenApproval, isOutstanding, isRenewedSoon, leftToPay, nextAmount } from "../../payments/index.ts";
import { isTaskConnected } from "../../platform/index.ts";
import { iso } from "../../sql.ts";

const countAndAmount = (status: string): SQL => sql`
  '${sql.raw(status)}', json_build_object(
    'count', count(*) filter (where payment_status = '${sql.raw(status)}'),
    'amount', coalesce(sum(amount) filter (where payment_status = '${sql.raw(status)}'), 0)
  )`;

/** Each number counts or sums the rows of a console list, by the condition of that list. */
export const selectWaitingNumbers = (ctx: ReadCtx): SQL => sql`
  select
    (
      select json_build_object('waiting', count(*), 'oldest_at', ${iso("min(created_at)")})
      from account_requests
      where status = 'pending'
    ) as requests,
    (
      select json_build_object('to_ship', count(*), 'oldest_at', ${iso("min(created_at)")})
      from orders
      where status = 'processing'
    ) as orders,
    (
      select json_build_object(
        'unpaid', (
          select json_build_object('count', count(*), 'amount', coalesce(sum(${leftToPay}), 0))
          from invoices i
          where ${isOutstanding}
        ),
        ${countAndAmount("declined")}, ${countAndAmount("disputed")},
        'refund_failed', json_build_object(
          'count', count(*) filter (where payment_status = 'refund_failed'),
          'amount', coalesce(sum((
            select sum(l.amount_cents)
            from payment_ledger l
            where l.invoice_id = invoices.id and l.kind = 'refund_failed'
          )) filter (where payment_status = 'refund_failed'), 0)
        ),
        'needs_review', (
          select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0))
          from invoices
          where needs_review
        )
      )
      from invoices
      where payment_status in ('declined', 'disputed', 'refund_failed')
    ) as invoices,
    (
      select count(*)::int from refund_approvals a where ${isOpenApproval} and a.asked_by <> ${currentUserId(ctx)}
    ) as refund_approvals,
    (
      select json_build_object('count', count(*), 'amount', coalesce(sum(${nextAmount}), 0))
      from subscriptions s
      where ${isRenewedSoon}
    ) as renewals,
    (
      select json_build_object(
        'waiting', (select count(*) from outbox where sent_at is null and failed_at is null),
        'given_up', (select count(*) from outbox where failed_at is not null)
      )
    ) as messages,
    (
      select json_build_object(
        'waiting', (select count(*) from stripe_events where status = 'received'),
        'given_up', (select count(*) from stripe_events where status = 'given-up')
      )
    ) as callbacks,
    (
      select count(*)::int
      from tasks t
        join task_runs r on r.id = t.run_id
      where (r.status = 'failed' or r.failed > 0) and ${isTaskConnected(ctx, "t.name")}
    ) as tasks_failed,
    (select count(*)::int from book_differences where closed_at is null) as book_differences`;
