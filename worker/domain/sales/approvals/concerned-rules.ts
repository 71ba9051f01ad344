import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { approvalModes } from "../../../../db/enums.ts";
import { hasPermission } from "../../permissions.ts";
import { iso, type RowOf } from "../../sql.ts";

export const canApprove = sql`candidate.is_active and candidate.agreed_at is not null
  and ${hasPermission("candidate.roles", "approve")}`;
const isOwner = hasPermission("candidate.roles", "manage_organization");

type RuleColumns = {
  approver_ids: SQL;
  mode: SQL;
  escalate_at: SQL;
  org_id: SQL;
  asker_id: SQL;
};

/**
 * Subselect of the users who may decide about an order of `asker_id` by a rule: its approvers, and the owners after the
 * escalation or if there is no approver; never the requester. `settles`: the decision of this user is sufficient.
 */
export const selectDeciders = ({ approver_ids, mode, escalate_at, org_id, asker_id }: RuleColumns): SQL => sql`(
  select u.id as user_id, u.is_approver,
    u.mode = 'any' or not u.is_approver or (u.is_owner and u.is_escalated) as settles
  from (
    select candidate.id, candidate.id = any(${approver_ids}) as is_approver, ${isOwner} as is_owner, ${mode} as mode,
      coalesce(${escalate_at} <= now(), false) as is_escalated,
      bool_or(candidate.id = any(${approver_ids})) over () as has_approver
    from users candidate
    where candidate.org_id = ${org_id} and candidate.id <> ${asker_id} and ${canApprove}
      and (candidate.id = any(${approver_ids}) or ${isOwner})
  ) u
  where u.is_approver or (u.is_owner and (u.is_escalated or not u.has_approver))
)`;

type OrderScope = {
  org_id: SQL;
  user_id: SQL;
  /** A select of the ids of the order's products. */
  product_ids: SQL;
};

const matchesOrder = ({ org_id, user_id, product_ids }: OrderScope): SQL => sql`
  ar.org_id = ${org_id} and ar.is_active
  and (ar.user_ids = '{}' or ${user_id} = any(ar.user_ids))
  and (ar.categories = '{}' or exists (
    select 1 from products p where p.id in (${product_ids}) and p.category = any(ar.categories)
  ))`;

const monthStart = sql`(date_trunc('month', now() at time zone 'UTC') at time zone 'UTC')`;

/**
 * US cents that a user has ordered this month in UTC, plans included, plus the totals of all requests of the user that
 * wait for approval.
 */
const monthlySpend = (userId: SQL): SQL => sql`(
  coalesce((
    select sum(spent.total) from orders spent
    where spent.user_id = ${userId} and spent.created_at >= ${monthStart}
      and spent.status <> 'canceled' and spent.payment_status <> 'refunded'
  ), 0) + coalesce((
    select sum(plan.amount + plan.tax) from subscriptions plan
    where plan.user_id = ${userId} and plan.attempt_id is not null and plan.created_at >= ${monthStart}
      and plan.status not in ('canceled', 'incomplete_expired')
  ), 0) + coalesce((
    select sum(waiting.total) from approval_requests waiting
    where waiting.user_id = ${userId} and waiting.status = 'pending' and waiting.expires_at > now()
  ), 0)
)::bigint`;

const toRule = (order: OrderScope): RuleColumns => ({
  approver_ids: sql`ar.approver_ids`,
  mode: sql`ar.mode`,
  escalate_at: sql`null::timestamptz`,
  org_id: order.org_id,
  asker_id: order.user_id,
});

/** Rules that only the requester could decide do not count. */
export const isApprovalRequired = ({ total, ...order }: OrderScope & { total: SQL }): SQL => sql`exists (
  select 1 from approval_rules ar
  where ${matchesOrder(order)}
    and (ar.min_total is null or ${total} >= ar.min_total)
    and (ar.monthly_budget is null or ${monthlySpend(order.user_id)} + ${total} > ar.monthly_budget)
    and exists (select 1 from ${selectDeciders(toRule(order))} decider)
)`;

export const concernedRule = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    min_total: z.nullable(z.int()),
    monthly_budget: z.nullable(z.int()),
    mode: z.enum(approvalModes),
    approver_ids: z.array(z.string()),
    escalate_after_hours: z.nullable(z.int()),
    /** US cents that the user has spent this month; null without a budget. */
    spent: z.nullable(z.int()),
    deciders: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Only the requester could decide, so the rule requires no approval. */
    is_waived: z.boolean(),
    updated_at: z.string(),
  });
export type ConcernedRule = RowOf<typeof concernedRule>;

/** JSON list of the rules for an order, whatever its total. */
export const concernedRules = (order: OrderScope): SQL => sql`coalesce((
  select json_agg(
    json_build_object(
      'id', ar.id, 'name', ar.name, 'min_total', ar.min_total, 'monthly_budget', ar.monthly_budget, 'mode', ar.mode,
      'approver_ids', ar.approver_ids, 'escalate_after_hours', ar.escalate_after_hours,
      'spent', case when ar.monthly_budget is not null then ${monthlySpend(order.user_id)} end,
      'deciders', people.list, 'is_waived', json_array_length(people.list) = 0, 'updated_at', ${iso("ar.updated_at")}
    )
    order by ar.created_at, ar.id
  )
  from approval_rules ar
    cross join lateral (
      select coalesce(json_agg(
        json_build_object('id', person.id, 'name', person.first_name || ' ' || person.last_name)
        order by person.created_at, person.id
      ), '[]') as list
      from ${selectDeciders(toRule(order))} decider join users person on person.id = decider.user_id
    ) people
  where ${matchesOrder(order)}
), '[]')`;

/**
 * Rules that require an approval at this total. A rule with both limits requires one only if the total is at least
 * `min_total` and the month's spending exceeds the budget.
 */
export const rulesAt = (rules: readonly ConcernedRule[], total: number): ConcernedRule[] =>
  rules.filter(
    ({ min_total, monthly_budget, spent }) =>
      (min_total === null || total >= min_total) && (monthly_budget === null || (spent ?? 0) + total > monthly_budget),
  );

/** Leaves out the waived rules, which only the requester could decide. */
export const rulesRequiringApproval = (rules: readonly ConcernedRule[], total: number): ConcernedRule[] =>
  rulesAt(rules, total).filter(({ is_waived }) => !is_waived);
