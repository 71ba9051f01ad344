import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { approvalRequest } from "../../../contract/entities/approval.ts";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { isApprovalToken } from "../../platform/index.ts";
import { one, type RowOf } from "../../sql.ts";
import { approveAs, rejectAs } from "./decide-request.ts";
import { requestColumns } from "./request-rows.ts";

export type ApprovalLink = { request_id: string; user_id: string; token: string };

const mailedApproval = () =>
  z.object({
    request: approvalRequest,
    approver: z.object({ id: z.string(), org_id: z.string(), name: z.string(), email: z.string() }),
  });
export type MailedApproval = RowOf<typeof mailedApproval>;

const requestNotFound = () => notFound("APPROVAL_REQUEST_NOT_FOUND");

/**
 * The request that a mailed link shows without a session. @throws APPROVAL_REQUEST_NOT_FOUND for an invalid link, one
 * that was mailed to a former address, an inactive user, or an organization that has switched links off
 */
export async function getMailedApproval(
  ctx: Ctx,
  { request_id, user_id, token }: ApprovalLink,
): Promise<MailedApproval> {
  const approval = await one(
    ctx,
    mailedApproval,
    sql`
    select
      (select to_json(item) from (select ${requestColumns(sql`approver.id`)}) item) as request,
      json_build_object(
        'id', approver.id, 'org_id', approver.org_id, 'email', approver.email,
        'name', approver.first_name || ' ' || approver.last_name
      ) as approver
    from approval_requests r
      join organizations org on org.id = r.org_id and org.is_approval_by_mail_allowed
      join users approver on approver.id = ${user_id} and approver.org_id = r.org_id and approver.is_active
        and approver.id <> r.user_id
    where r.id = ${request_id}`,
    requestNotFound,
  );
  const { email } = approval.approver;
  if (!(await isApprovalToken(ctx.settings, { request_id, user_id, email }, token))) throw requestNotFound();
  return approval;
}

export async function approveByMail(ctx: Ctx, link: ApprovalLink): Promise<MailedApproval> {
  const { approver } = await getMailedApproval(ctx, link);
  await approveAs(ctx, { user_id: approver.id, org_id: approver.org_id }, link.request_id, null);
  return getMailedApproval(ctx, link);
}

export async function rejectByMail(ctx: Ctx, link: ApprovalLink, note: string): Promise<MailedApproval> {
  const { approver } = await getMailedApproval(ctx, link);
  await rejectAs(ctx, { user_id: approver.id, org_id: approver.org_id }, link.request_id, note);
  return getMailedApproval(ctx, link);
}
