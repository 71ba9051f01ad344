import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { hasStaffPermission } from "../../permissions.ts";
import type { JobCounts } from "../../platform/index.ts";
import { one } from "../../sql.ts";
import { isOpenApproval } from "./open-approvals.ts";

const fullName = (person: SQL): SQL => sql`btrim(${person}.first_name || ' ' || ${person}.last_name)`;
const fields = sql`'first_name', u.first_name, 'last_name', u.last_name, 'order_number', o.order_number,
  'org_name', g.name, 'amount', a.amount`;
const orderUrl = (ctx: Ctx): SQL => pageUrl(ctx, pages.adminOrder, { order_id: sql`o.id` });
const joinNames = sql`join orders o on o.id = a.order_id join organizations g on g.id = a.org_id`;

export const approvalRequestedMails = (ctx: Ctx): SQL =>
  notificationParts(
    {
      type: "refundApprovalAsked",
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`jsonb_strip_nulls(jsonb_build_object(
        ${fields}, 'asked_by', ${fullName(sql`asker`)}, 'is_cancellation', a.action <> 'refundOrder',
        'reason', a.request ->> 'reason', 'reason_text', nullif(a.request ->> 'reason_text', ''),
        'url', ${orderUrl(ctx)}))`,
      event: sql`'refund_asked:' || a.id`,
      channels: ["email"],
      as: "asked_mail",
    },
    sql`a ${joinNames} join users asker on asker.id = a.asked_by
      join users u on u.is_active and u.id <> a.asked_by and ${hasStaffPermission("u", "refunds:act")}`,
  );

const endedMails = (ctx: Ctx, outcome: SQL, from: SQL): SQL =>
  notificationParts(
    {
      type: "refundApprovalEnded",
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`jsonb_strip_nulls(jsonb_build_object(
        ${fields}, 'outcome', ${outcome}, 'decided_by', ${fullName(sql`decider`)}, 'note', nullif(a.note, ''),
        'url', ${orderUrl(ctx)}))`,
      event: sql`'refund_' || ${outcome} || ':' || a.id`,
      channels: ["email"],
      as: "ended_mail",
    },
    sql`${from} ${joinNames} join users u on u.id = a.asked_by and u.is_active
      left join users decider on decider.id = a.decided_by`,
  );

export const approvalEndedMails = (ctx: Ctx): SQL => endedMails(ctx, sql`a.state`, sql`a`);

/**
 * Mails the requesters of expired approvals, each once: the outbox remembers the event of a mail for longer than the 14
 * days that are searched.
 */
export async function notifyOfExpiredApprovals(ctx: Ctx): Promise<JobCounts> {
  const hasExpired = sql`a.state = 'waiting' and not (${isOpenApproval}) and a.created_at > now() - interval '14 days'`;
  const counts = await one(
    ctx,
    () => z.object({ found: z.int(), processed: z.int() }),
    sql`
    with expired as (select a.* from refund_approvals a where ${hasExpired}),
    ${endedMails(ctx, sql`'expired'::text`, sql`expired a`)}
    select (select count(*) from ended_mail)::int as found, (select count(*) from ended_mail_out)::int as processed`,
    () => new Error("a count returned no row"),
  );
  if (counts.processed > 0) ctx.wakeWorkers();
  return counts;
}
