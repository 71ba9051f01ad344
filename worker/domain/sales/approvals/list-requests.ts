import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { approvalRequest } from "../../../contract/entities/approval.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/client/approval-requests.ts";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { type Page, readPage } from "../../listing.ts";
import { hasPermission } from "../../permissions.ts";
import { one } from "../../sql.ts";
import { isParty, requestColumns, requestStatus, isWaitingFor } from "./request-rows.ts";

export type ApprovalRequest = z.output<typeof approvalRequest>;

/**
 * Owners see all requests of the organization; others see their own, those whose rules name them, and those that they
 * decided.
 */
function isVisible(ctx: ReadCtx): SQL {
  const userId = currentUserId(ctx);
  return sql`(r.org_id = ${currentOrgId(ctx)} and (
    (select ${hasPermission("me.roles", "manage_organization")} from users me where me.id = ${userId})
    or ${isParty(userId)}
  ))`;
}

export const listApprovalRequests = (
  ctx: ReadCtx,
  query: InputOf<typeof contract.listApprovalRequests>["query"],
): Promise<Page<ApprovalRequest>> =>
  readPage(ctx, query, {
    shape: () => approvalRequest,
    columns: requestColumns(currentUserId(ctx)),
    from: sql`approval_requests r`,
    isOwn: true,
    where: [
      isVisible(ctx),
      query.status && sql`${requestStatus} = ${query.status}`,
      query.for_me !== undefined && sql`${isWaitingFor(currentUserId(ctx))} = ${query.for_me}`,
      query.is_own !== undefined && sql`(r.user_id = ${currentUserId(ctx)}) = ${query.is_own}`,
      query.is_decided !== undefined && sql`(r.status in ('approved', 'rejected')) = ${query.is_decided}`,
    ],
    text: sql`(r.purchase -> 'cart' ->> 'cart_no') || ' ' || coalesce(r.po_number, '')`,
    alias: "r",
  });

export const getApprovalRequest = (ctx: ReadCtx, id: string): Promise<ApprovalRequest> =>
  one(
    ctx,
    () => approvalRequest,
    sql`select ${requestColumns(currentUserId(ctx))} from approval_requests r where r.id = ${id} and ${isVisible(ctx)}`,
    () => notFound("APPROVAL_REQUEST_NOT_FOUND"),
  );
