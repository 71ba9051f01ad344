import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { refundApproval, refundApprovalShape } from "../../../contract/entities/refund-approval.ts";
import type * as contract from "../../../contract/v1/admin/refund-approvals.ts";
import type { ReadCtx } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { iso } from "../../sql.ts";
import { isOpenApproval } from "./open-approvals.ts";

export type RefundApproval = z.output<typeof refundApproval>;

const state = sql`case when a.state = 'waiting' and not (${isOpenApproval}) then 'expired' else a.state end`;
const userJson = (person: SQL) =>
  sql`json_build_object('id', ${person}.id, 'name', ${person}.first_name || ' ' || ${person}.last_name)`;

const columns = selectFields(refundApprovalShape, "a", {
  state,
  order: sql`json_build_object('id', o.id, 'order_number', o.order_number)`,
  org: sql`json_build_object('id', g.id, 'name', g.name)`,
  is_cancellation: sql`a.action in ('cancelOrder', 'cancelLines')`,
  reason: sql`a.request ->> 'reason'`,
  reason_text: sql`a.request ->> 'reason_text'`,
  reference: sql`a.request ->> 'reference'`,
  asked_by: userJson(sql`asker`),
  decided_by: sql`case when decider.id is not null then ${userJson(sql`decider`)} end`,
  expires_at: iso("(a.created_at + interval '7 days')"),
});

export const listRefundApprovals = (
  ctx: ReadCtx,
  query: InputOf<typeof contract.listRefundApprovals>["query"],
): Promise<Page<RefundApproval>> =>
  readPage(ctx, query, {
    shape: () => refundApproval,
    columns,
    from: sql`refund_approvals a join orders o on o.id = a.order_id join organizations g on g.id = a.org_id`,
    join: sql`join users asker on asker.id = a.asked_by left join users decider on decider.id = a.decided_by`,
    where: [
      query.state && sql`${state} = ${query.state}`,
      query.order_id && sql`a.order_id = ${query.order_id}`,
      query.is_own !== undefined && sql`(a.asked_by = ${currentUserId(ctx)}) = ${query.is_own}`,
    ],
    text: sql`o.order_number || ' ' || g.name`,
    alias: "a",
  });
