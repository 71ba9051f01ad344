// Approvals and rejections are written only if the request still has the version that was read, and are otherwise tried
// again.
import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import { approvalRequestStatuses } from "../../../../db/enums.ts";
import type { Decision } from "../../../../db/schema/money/approvals.ts";
import type { AuditAction } from "../../../contract/people/audit-labels.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/client/approval-requests.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { hasPermission } from "../../permissions.ts";
import { selectOrganizationForUpdate } from "../../organizations/index.ts";
import { audited } from "../../platform/index.ts";
import { accountFacts, accountJson, payAttempt, requestEndedMails } from "../../payments/index.ts";
import { exists, maybeOneOf, one, type RowOf } from "../../sql.ts";
import { isSold } from "../../catalog/index.ts";
import { hasSubscriptionFor } from "../carts/change-cart.ts";
import { creditRefusal, isOnAccount, purchaseTerms } from "../checkout/on-account.ts";
import { changedItems, newAttempt, placeOrderParts, purchaseItems } from "../checkout/placed.ts";
import type { Purchase } from "../checkout/purchase.ts";
import { type ApprovalRequest, getApprovalRequest } from "./list-requests.ts";
import { isOpenRequest, requestDeciders, requestStatus } from "./request-rows.ts";

/** The user who decides, identified by a session or by a mailed link. */
type Approver = { user_id: string; org_id: string };

const requestFacts = () =>
  z.object({
    id: z.string(),
    user_id: z.string(),
    status: z.enum(approvalRequestStatuses),
    version: z.int(),
    purchase: z.custom<Purchase>(),
    rule_ids: z.array(z.string()),
    approvals: z.custom<Decision[]>(),
    deciders: z.array(
      z.object({ rule_id: z.string(), user_id: z.string(), is_approver: z.boolean(), settles: z.boolean() }),
    ),
    /** Why the purchase can no longer be ordered; null if it can. */
    problem: z.nullable(z.string()),
    account: z.nullable(accountFacts()),
    calendar: z.object({ time_zone: z.string(), holidays: z.array(z.string()) }),
  });
type RequestFacts = RowOf<typeof requestFacts>;

const ownedPlanReason = "The organization already has a subscription to a product of this cart.";

const isBuyer = sql`asker.is_active and asker.org_id = r.org_id and ${hasPermission("asker.roles", "buy")}`;

const readRequest = (ctx: Ctx, id: string, { org_id }: Pick<Approver, "org_id">): Promise<RequestFacts> =>
  one(
    ctx,
    requestFacts,
    sql`
    select r.id, r.user_id, ${requestStatus} as status, r.version, r.purchase, r.approvals,
      (select json_agg(rule -> 'id') from jsonb_array_elements(r.rules) rule) as rule_ids,
      coalesce((select json_agg(decider) from ${requestDeciders} decider), '[]') as deciders,
      case
        when not exists (select 1 from users asker where asker.id = r.user_id and ${isBuyer})
          then 'The requester may no longer buy for the organization.'
        else coalesce((
          select chr(8220) || (item ->> 'name') || chr(8221) || ' is no longer sold.'
          from jsonb_array_elements((r.purchase -> 'goods') || (r.purchase -> 'plans')) item
          where not exists (
            select 1 from products p
            where p.id = (item ->> 'id')::uuid and ${isSold}
              and p.subscription_term is not distinct from item ->> 'subscription_term'
          )
          limit 1
        ), (
          select ${ownedPlanReason}::text
          from jsonb_array_elements(r.purchase -> 'plans') item join products p on p.id = (item ->> 'id')::uuid
          where ${hasSubscriptionFor(sql`r.org_id`)}
          limit 1
        ))
      end as problem,
      ${accountJson(sql`r.org_id`)} as account,
      (select json_build_object('time_zone', s.time_zone, 'holidays', s.holidays) from shop_settings s) as calendar
    from approval_requests r
    where r.id = ${id} and r.org_id = ${org_id}`,
    () => notFound("APPROVAL_REQUEST_NOT_FOUND"),
  );

/** Whether each rule has a decision that suffices alone, or the approvals of all its current approvers. */
function isComplete({ rule_ids, deciders }: RequestFacts, approvals: readonly Decision[]): boolean {
  const hasApproved = (user_id: string, rule_id: string) =>
    approvals.some((each) => each.user_id === user_id && each.counts_for.includes(rule_id));
  return rule_ids.every((id) => {
    if (approvals.some(({ settles }) => settles.includes(id))) return true;
    const approvers = deciders.filter(({ rule_id, is_approver }) => rule_id === id && is_approver);
    return approvers.length > 0 && approvers.every(({ user_id }) => hasApproved(user_id, id));
  });
}

/** @throws APPROVAL_REQUEST_OWN, APPROVAL_REQUEST_ENDED, APPROVAL_REQUEST_NOT_YOURS */
function toDecision(
  facts: RequestFacts,
  { user_id }: Approver,
  decision: Decision["decision"],
  note: string | null,
): Decision {
  if (facts.user_id === user_id) throw unprocessable("APPROVAL_REQUEST_OWN");
  if (facts.status !== "pending") throw unprocessable("APPROVAL_REQUEST_ENDED");
  const ownDeciders = facts.deciders.filter((decider) => decider.user_id === user_id);
  if (ownDeciders.length === 0) throw unprocessable("APPROVAL_REQUEST_NOT_YOURS");
  const ids = (settles: boolean) =>
    ownDeciders.filter((each) => each.settles === settles).map(({ rule_id }) => rule_id);
  return {
    user_id,
    decided_at: new Date().toISOString(),
    decision,
    note,
    counts_for: ids(false),
    settles: ids(true),
  };
}

const hasDecided = ({ approvals }: RequestFacts, { user_id }: Approver, decision: Decision["decision"]): boolean =>
  approvals.some((each) => each.user_id === user_id && each.decision === decision);

/** A retry follows a concurrent change, usually another decision; a request gets few of them. */
const triesMax = 30;

/**
 * Records the approval. The last required approval also places the order in the same statement, as a checkout attempt,
 * so that repeated approvals and killed workers make one order (ADR-079). A repeated approval changes nothing.
 */
export async function approveAs(ctx: Ctx, approver: Approver, id: string, note: string | null): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const facts = await readRequest(ctx, id, approver);
    if (hasDecided(facts, approver, "approved") && ["pending", "approved", "failed"].includes(facts.status)) return;
    const approvals = [...facts.approvals, toDecision(facts, approver, "approved", note)];
    const isDone = isComplete(facts, approvals)
      ? await placeOrder(ctx, approver, facts, approvals)
      : await updateRequest(ctx, approver, facts, { approvals, status: "pending", action: "approveRequest" });
    if (isDone) return;
  }
  throw new Error(`request ${id} changed ${triesMax} times while it was approved`);
}

/**
 * Places the order of a request that needs no further approval because a missing approver may no longer decide, or
 * fails the request if its purchase can no longer be ordered. False if the request waits for approvers, or has changed.
 */
export async function placeRequest(ctx: Ctx, { id, org_id }: { id: string; org_id: string }): Promise<boolean> {
  const facts = await readRequest(ctx, id, { org_id });
  const { approvals, deciders } = facts;
  const lastApproval = approvals.findLast(({ user_id }) => deciders.some((decider) => decider.user_id === user_id));
  if (facts.status !== "pending" || !lastApproval || !isComplete(facts, approvals)) return false;
  return placeOrder(ctx, { user_id: lastApproval.user_id, org_id }, facts, approvals, "placeRequest");
}

async function placeOrder(
  ctx: Ctx,
  approver: Approver,
  facts: RequestFacts,
  approvals: Decision[],
  action: PlacingAction = "approveRequest",
): Promise<boolean> {
  const fail = (reason: string) =>
    updateRequest(ctx, approver, facts, { approvals, status: "failed", reason, action: "failRequest" });
  if (facts.problem) return fail(facts.problem);
  const refusal = creditRefusal(facts.account, facts.purchase);
  if (refusal) return fail(refusal.message);
  try {
    const claimed = await claimRequest(ctx, approver, facts, approvals, action);
    if (!claimed) return false;
    ctx.wakeWorkers();
    const progress = payAttempt(ctx, claimed.attempt_id);
    ctx.defer(progress.catch(() => {}));
    await progress;
    return true;
  } catch (error) {
    if (violatedConstraint(error) !== "subscriptions_live_unique") throw error;
    return fail(ownedPlanReason);
  }
}

const lockApprover = ({ user_id, org_id }: Approver): SQL => sql`
  approver as (
    select u.id from users u
    where u.id = ${user_id} and u.is_active and u.org_id = ${org_id} and ${hasPermission("u.roles", "approve")}
    for share
  )`;

function auditedDecision(ctx: Ctx, { user_id }: Approver, action: AuditAction): SQL {
  const by = { actor_id: sql`${user_id}`, impersonator_id: sql`null` };
  const isByJob = action === "placeRequest";
  return audited(ctx, action, "cart", "r", {
    subject_id: sql`r.cart_id`,
    data: sql`jsonb_strip_nulls(jsonb_build_object(
      'request_id', r.id, 'total', r.total, 'note', r.approvals -> -1 ->> 'note', 'reason', r.reason
    ))`,
    ...(!isByJob && { by }),
  });
}

/** `placeRequest`: a job places the order, because a missing approver may no longer decide. */
type PlacingAction = "approveRequest" | "placeRequest";

/** Undefined if the request, its requester, the approver, a product or the credit has changed since it was read. */
async function claimRequest(
  ctx: Ctx,
  approver: Approver,
  { id, version, purchase, calendar }: RequestFacts,
  approvals: Decision[],
  action: PlacingAction,
): Promise<{ attempt_id: string } | undefined> {
  const claim = sql`
    with ${lockApprover(approver)},
    held as (
      select r.id, r.user_id, r.org_id from approval_requests r, approver
      where r.id = ${id} and r.org_id = ${approver.org_id} and r.version = ${version} and ${isOpenRequest}
      for update of r
    ),
    asker as (
      select asker.id from users asker, held r
      where asker.id = r.user_id and ${isBuyer}
      for share of asker
    ),
    ${purchaseItems(purchase)},
    ${purchaseTerms(purchase, approver.org_id)},
    changed as (${changedItems(sql`${approver.org_id}::uuid`)}),
    ${newAttempt(
      purchase,
      sql`(
        select held.user_id, held.org_id from held, asker, account where not exists (select 1 from changed)
      ) buyer`,
    )},
    r as (
      update approval_requests as r
      set status = 'approved', approvals = ${JSON.stringify(approvals)}::jsonb, attempt_id = a.id,
        version = r.version + 1, remind_at = null, escalate_at = null, updated_at = now()
      from a, held
      where r.id = held.id
      returning r.*
    ),
    ${placeOrderParts(purchase, calendar)},
    ${auditedDecision(ctx, approver, action)},
    ${requestEndedMails(ctx)}
    select a.id as attempt_id from a, r`;
  const needsLock = isOnAccount(purchase) || purchase.plans.length > 0;
  const answer = needsLock
    ? (await ctx.db.batch([selectOrganizationForUpdate(approver.org_id), claim]))[1]
    : await ctx.db.execute(claim);
  return maybeOneOf(ctx, () => z.object({ attempt_id: z.string() }), answer);
}

type RequestChange = {
  approvals: Decision[];
  status: "pending" | "rejected" | "failed";
  reason?: string;
  action: AuditAction;
};

/** False if the request has changed since it was read. */
async function updateRequest(
  ctx: Ctx,
  approver: Approver,
  { id, version }: RequestFacts,
  { approvals, status, reason, action }: RequestChange,
): Promise<boolean> {
  const isEnd = status !== "pending";
  const isChanged = await exists(
    ctx,
    sql`
    with ${lockApprover(approver)},
    r as (
      update approval_requests as r
      set status = ${status}, approvals = ${JSON.stringify(approvals)}::jsonb, reason = ${reason ?? null},
        version = r.version + 1, updated_at = now(),
        remind_at = case when not ${isEnd} then r.remind_at end,
        escalate_at = case when not ${isEnd} then r.escalate_at end
      from approver
      where r.id = ${id} and r.org_id = ${approver.org_id} and r.version = ${version} and ${isOpenRequest}
      returning r.*
    ),
    ${auditedDecision(ctx, approver, action)}
    ${isEnd ? sql`, ${requestEndedMails(ctx)}` : sql``}
    select 1 from r`,
  );
  if (isChanged) ctx.wakeWorkers();
  return isChanged;
}

/** A repeated rejection changes nothing. */
export async function rejectAs(ctx: Ctx, approver: Approver, id: string, note: string): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const facts = await readRequest(ctx, id, approver);
    if (facts.status === "rejected" && hasDecided(facts, approver, "rejected")) return;
    const approvals = [...facts.approvals, toDecision(facts, approver, "rejected", note)];
    if (await updateRequest(ctx, approver, facts, { approvals, status: "rejected", action: "rejectRequest" })) return;
  }
  throw new Error(`request ${id} changed ${triesMax} times while it was rejected`);
}

type ApproveBody = InputOf<typeof contract.approveRequest>["body"];

export async function approveRequest(ctx: Ctx, id: string, body: ApproveBody): Promise<ApprovalRequest> {
  // Users who may not see the request get APPROVAL_REQUEST_NOT_FOUND, not an error about the decision.
  await getApprovalRequest(ctx, id);
  await approveAs(ctx, requireUser(ctx), id, body?.note || null);
  return getApprovalRequest(ctx, id);
}

export async function rejectRequest(
  ctx: Ctx,
  id: string,
  { note }: InputOf<typeof contract.rejectRequest>["body"],
): Promise<ApprovalRequest> {
  await getApprovalRequest(ctx, id);
  await rejectAs(ctx, requireUser(ctx), id, note);
  return getApprovalRequest(ctx, id);
}

/**
 * Only the requester may cancel; a repeated cancellation changes nothing. @throws APPROVAL_REQUEST_NOT_FOUND,
 * APPROVAL_REQUEST_ENDED
 */
export async function cancelRequest(ctx: Ctx, id: string): Promise<ApprovalRequest> {
  const { user_id, org_id } = requireUser(ctx);
  const isCanceled = await exists(
    ctx,
    sql`
    with r as (
      update approval_requests as r
      set status = 'canceled', version = r.version + 1, remind_at = null, escalate_at = null, updated_at = now()
      where r.id = ${id} and r.org_id = ${org_id} and r.user_id = ${user_id} and ${isOpenRequest}
      returning r.*
    ),
    ${auditedDecision(ctx, { user_id, org_id }, "cancelRequest")}
    select 1 from r`,
  );
  const request = await getApprovalRequest(ctx, id);
  if (request.user_id !== user_id) throw notFound("APPROVAL_REQUEST_NOT_FOUND");
  if (!isCanceled && request.status !== "canceled") throw unprocessable("APPROVAL_REQUEST_ENDED");
  return request;
}
