import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { audited, type JobCounts, runInOrder, sumCounts } from "../../platform/index.ts";
import { cancelUnpaidRequests, requestEndedMails } from "../../payments/index.ts";
import { many, one } from "../../sql.ts";
import { approverMails } from "./request-mails.ts";
import { placeRequest } from "./decide-request.ts";
import { hasLostApprover, isOpenRequest, canBeApproved } from "./request-rows.ts";

const batchSize = 50;
const countRow = () => z.object({ found: z.int() });
const noRowError = () => new Error("a count returned no row");
const data = sql`jsonb_strip_nulls(jsonb_build_object('request_id', r.id, 'total', r.total, 'reason', r.reason))`;

const steps = [replaceLostApprovers, remindApprovers, escalateRequests, expireRequests, cancelUnpaidRequests];

/** A step that fails does not stop the others. @throws the first error */
export async function advanceApprovalRequests(ctx: Ctx): Promise<JobCounts> {
  const advanced = await runInOrder(steps, async (part) => {
    const found = await part(ctx);
    if (found > 0) ctx.wakeWorkers();
    return { found, processed: found };
  });
  return sumCounts(advanced);
}

async function remindApprovers(ctx: Ctx): Promise<number> {
  const { found } = await one(
    ctx,
    countRow,
    sql`
    with due as (
      select r.id from approval_requests r where ${isOpenRequest} and r.remind_at <= now()
      order by r.remind_at limit ${batchSize} for update skip locked
    ),
    r as (update approval_requests as r set remind_at = null from due where r.id = due.id returning r.*),
    ${approverMails(ctx, "reminded")}
    select count(*)::int as found from r`,
    noRowError,
  );
  return found;
}

/**
 * Asks the owners and reminds the approvers who have not decided. Other rules of the request may escalate later, so
 * `escalate_at` moves to the next escalation.
 */
async function escalateRequests(ctx: Ctx): Promise<number> {
  const { found } = await one(
    ctx,
    countRow,
    sql`
    with due as (
      select r.id from approval_requests r where ${isOpenRequest} and r.escalate_at <= now()
      order by r.escalate_at limit ${batchSize} for update skip locked
    ),
    r as (
      update approval_requests as r set escalate_at = (
        select min((rule ->> 'escalate_at')::timestamptz) from jsonb_array_elements(r.rules) rule
        where (rule ->> 'escalate_at')::timestamptz > now()
      )
      from due where r.id = due.id returning r.*
    ),
    ${approverMails(ctx, "escalated")}
    select count(*)::int as found from r`,
    noRowError,
  );
  return found;
}

export async function expireRequests(ctx: Ctx): Promise<number> {
  const { found } = await one(
    ctx,
    countRow,
    sql`
    with due as (
      select r.id from approval_requests r where r.status = 'pending' and r.expires_at <= now()
      order by r.expires_at limit ${batchSize} for update skip locked
    ),
    r as (
      update approval_requests as r
      set status = 'expired', version = r.version + 1, remind_at = null, escalate_at = null, updated_at = now()
      from due where r.id = due.id returning r.*
    ),
    ${audited(ctx, "expireRequests", "cart", "r", { subject_id: sql`r.cart_id`, data })},
    ${requestEndedMails(ctx)}
    select count(*)::int as found from r`,
    noRowError,
  );
  return found;
}

/**
 * Handles requests with an approver who may no longer decide: asks the users who may decide instead, and places the
 * order of a request that needs no further approval.
 */
async function replaceLostApprovers(ctx: Ctx): Promise<number> {
  const { found } = await one(
    ctx,
    countRow,
    sql`
    with r as (select r.* from approval_requests r where ${isOpenRequest} and ${hasLostApprover}),
    ${approverMails(ctx, "asked")}
    select count(*)::int as found from asked_mail_out`,
    noRowError,
  );
  const partlyApproved = await many(
    ctx,
    () => z.object({ id: z.string(), org_id: z.string() }),
    sql`
    select r.id, r.org_id from approval_requests r
    where ${isOpenRequest} and r.approvals <> '[]' and ${hasLostApprover} and not ${canBeApproved}
    order by r.created_at limit ${batchSize}`,
  );
  let placedCount = 0;
  for (const request of partlyApproved) placedCount += Number(await placeRequest(ctx, request));
  return found + placedCount;
}
