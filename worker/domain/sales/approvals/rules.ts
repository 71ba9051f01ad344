import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { approvalRule, approvalRuleShape } from "../../../contract/entities/approval.ts";
import type { InputOf, ReplyOf } from "../../../contract/endpoint.ts";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/client/approval-rules.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { type Page, singlePage } from "../../listing.ts";
import { hasPermission } from "../../permissions.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { selectFields } from "../../select-of.ts";
import { exists, iso, many, maybeOne, one, texts, uuids } from "../../sql.ts";
import { selectDeciders } from "./concerned-rules.ts";

export type ApprovalRule = z.output<typeof approvalRule>;
type Body = InputOf<typeof contract.createApprovalRule>["body"];

const columns = selectFields(approvalRuleShape, "r", {
  min_total: sql`r.min_total::float`,
  monthly_budget: sql`r.monthly_budget::float`,
  user_ids: sql`to_json(r.user_ids)`,
  categories: sql`to_json(r.categories)`,
  approver_ids: sql`to_json(r.approver_ids)`,
});

export const listApprovalRules = async (ctx: ReadCtx): Promise<Page<ApprovalRule>> =>
  singlePage(
    await many(
      ctx,
      () => approvalRule,
      sql`select ${columns} from approval_rules r where r.org_id = ${currentOrgId(ctx)} order by r.created_at, r.id`,
    ),
  );

export const getApprovalRule = (ctx: ReadCtx, id: string): Promise<ApprovalRule> =>
  one(
    ctx,
    () => approvalRule,
    sql`select ${columns} from approval_rules r where r.id = ${id} and r.org_id = ${currentOrgId(ctx)}`,
    () => notFound("APPROVAL_RULE_NOT_FOUND"),
  );

function toColumnValues(body: Body): Record<string, SQL> {
  return {
    name: sql`${body.name}`,
    is_active: sql`${body.is_active ?? true}::boolean`,
    min_total: sql`${body.min_total ?? null}::bigint`,
    monthly_budget: sql`${body.monthly_budget ?? null}::bigint`,
    user_ids: uuids(body.user_ids ?? []),
    categories: texts(body.categories ?? []),
    approver_ids: uuids(body.approver_ids),
    mode: sql`${body.mode ?? "any"}`,
    escalate_after_hours: sql`${body.escalate_after_hours ?? null}::int`,
  };
}

const countNamedUsers = (orgId: string, { approver_ids, user_ids = [] }: Body): SQL => sql`
  counted as (
    select count(*) filter (
        where u.id = any(${uuids(approver_ids)}) and u.is_active and ${hasPermission("u.roles", "approve")}
      ) = ${approver_ids.length} as has_approvers,
      count(*) filter (where u.id = any(${uuids(user_ids)})) = ${user_ids.length} as has_users
    from users u
    where u.org_id = ${orgId} and u.id = any(${uuids([...approver_ids, ...user_ids])})
  )`;

const writeResult = () =>
  z.object({ has_approvers: z.boolean(), has_users: z.boolean(), rule: z.nullable(approvalRule) });

function requireUsers({ has_approvers, has_users }: { has_approvers: boolean; has_users: boolean }): void {
  if (!has_approvers) throw unprocessable("APPROVERS_INVALID");
  if (!has_users) throw notFound("USR_NOT_FOUND");
}

function requireLimit({ min_total, monthly_budget }: Body): void {
  if ((min_total ?? null) !== null || (monthly_budget ?? null) !== null) return;
  const message = "Set a total from which the rule asks, 0 for every order, or a monthly budget.";
  throw new BadRequest([{ code: "custom", path: ["min_total"], message }]);
}

const selectResult = sql`select counted.*, (select to_json(item) from (select ${columns} from r) item) as rule
  from counted`;

/** @throws APPROVERS_INVALID, USR_NOT_FOUND, and BadRequest for a rule without total and budget */
export async function createApprovalRule(ctx: Ctx, body: Body): Promise<ApprovalRule> {
  requireLimit(body);
  const { org_id } = requireUser(ctx);
  const values = toColumnValues(body);
  const row = await one(
    ctx,
    writeResult,
    sql`
    with ${countNamedUsers(org_id, body)},
    r as (
      insert into approval_rules (org_id, ${columnNames(values)})
      select ${org_id}::uuid, ${sql.join(Object.values(values), sql`, `)}
      from counted where has_approvers and has_users
      returning *, ${beforeAndAfter}
    ),
    ${audited(ctx, "createApprovalRule", "organization", "r", { ...auditSubject, changes: diffRows() })}
    ${selectResult}`,
    () => new Error("a count returned no row"),
  );
  requireUsers(row);
  if (!row.rule) throw new Error("a rule was not returned");
  return row.rule;
}

const columnNames = (values: Record<string, SQL>): SQL =>
  sql.join(
    Object.keys(values).map((name) => sql.identifier(name)),
    sql`, `,
  );

const auditSubject = {
  subject_id: sql`r.org_id`,
  data: sql`jsonb_build_object('rule_id', r.id, 'name', r.name)`,
};

/** @throws OBJECT_OUTDATED, APPROVAL_RULE_NOT_FOUND, and the errors of `createApprovalRule` */
export async function updateApprovalRule(
  ctx: Ctx,
  id: string,
  { updated_at, ...body }: InputOf<typeof contract.updateApprovalRule>["body"],
): Promise<ApprovalRule> {
  requireLimit(body);
  const { org_id } = requireUser(ctx);
  const assignments = Object.entries(toColumnValues(body)).map(
    ([name, value]) => sql`${sql.identifier(name)} = ${value}`,
  );
  const row = await one(
    ctx,
    writeResult,
    sql`
    with ${countNamedUsers(org_id, body)},
    r as (
      update approval_rules as r
      set ${sql.join(assignments, sql`, `)}, updated_at = greatest(now(), r.updated_at + interval '1 millisecond')
      from counted
      where r.id = ${id} and r.org_id = ${org_id} and has_approvers and has_users
        ${updated_at === undefined ? sql`` : sql`and ${iso("r.updated_at")} = ${updated_at}`}
      returning r.*, ${beforeAndAfter}
    ),
    ${audited(ctx, "updateApprovalRule", "organization", "r", { ...auditSubject, changes: diffRows() })}
    ${selectResult}`,
    () => new Error("a count returned no row"),
  );
  requireUsers(row);
  if (row.rule) return row.rule;
  const ruleExists = await exists(ctx, sql`select 1 from approval_rules where id = ${id} and org_id = ${org_id}`);
  throw ruleExists ? unprocessable("OBJECT_OUTDATED") : notFound("APPROVAL_RULE_NOT_FOUND");
}

export async function deleteApprovalRule(ctx: Ctx, id: string): Promise<void> {
  const row = await maybeOne(
    ctx,
    () => z.object({ id: z.string() }),
    sql`
    with r as (
      delete from approval_rules where id = ${id} and org_id = ${requireUser(ctx).org_id}
      returning *, ${beforeAndAfter}
    ),
    ${audited(ctx, "deleteApprovalRule", "organization", "r", { ...auditSubject, changes: diffRows() })}
    select id from r`,
  );
  if (!row) throw notFound("APPROVAL_RULE_NOT_FOUND");
}

type Preview = Omit<ReplyOf<typeof contract.previewApprovalRule>, "success">;
const previewRow = () =>
  z.object({
    has_approvers: z.boolean(),
    has_users: z.boolean(),
    count: z.int(),
    total: z.number(),
    orders: z.array(
      z.object({
        id: z.string(),
        order_number: z.string(),
        total: z.number(),
        user_name: z.string(),
        created_at: z.string(),
      }),
    ),
  });

/**
 * Orders of the last 90 days for which the rule would have required an approval. For each order, the budget counts the
 * orders of the same user and month up to that order. `orders` lists the newest 100. @throws the errors of
 * `createApprovalRule`
 */
export async function previewApprovalRule(ctx: Ctx, body: Body): Promise<Preview> {
  requireLimit(body);
  const { org_id } = requireUser(ctx);
  const { min_total, monthly_budget, user_ids = [], categories = [], approver_ids } = body;
  const deciders = selectDeciders({
    approver_ids: uuids(approver_ids),
    mode: sql`'any'`,
    escalate_at: sql`null::timestamptz`,
    org_id: sql`${org_id}::uuid`,
    asker_id: sql`bought.user_id`,
  });
  const row = await one(
    ctx,
    previewRow,
    sql`
    with ${countNamedUsers(org_id, body)},
    bought as (
      select o.id, o.order_number, o.total, o.user_id, o.created_at,
        sum(o.total) over (
          partition by o.user_id, date_trunc('month', o.created_at at time zone 'UTC')
          order by o.created_at, o.id
        ) as spent
      from orders o
      where o.org_id = ${org_id} and not o.is_test and o.status <> 'canceled' and o.payment_status <> 'refunded'
        and o.created_at >= date_trunc('month', (now() - interval '90 days') at time zone 'UTC') at time zone 'UTC'
    ),
    asked as (
      select bought.*, u.first_name || ' ' || u.last_name as user_name
      from bought join users u on u.id = bought.user_id
      where bought.created_at >= now() - interval '90 days'
        and (${min_total ?? null}::bigint is null or bought.total >= ${min_total ?? null}::bigint)
        and (${monthly_budget ?? null}::bigint is null or bought.spent > ${monthly_budget ?? null}::bigint)
        and (${user_ids.length === 0} or bought.user_id = any(${uuids(user_ids)}))
        and (${categories.length === 0} or exists (
          select 1 from order_lines l join products p on p.id = l.product_id
          where l.order_id = bought.id and p.category = any(${texts(categories)})
        ))
        and exists (select 1 from ${deciders} decider)
    )
    select counted.*, (select count(*) from asked)::int as count,
      coalesce((select sum(total) from asked), 0)::float as total,
      coalesce((
        select json_agg(json_build_object(
          'id', newest.id, 'order_number', newest.order_number, 'total', newest.total, 'user_name', newest.user_name,
          'created_at', ${iso("newest.created_at")}
        ) order by newest.created_at desc, newest.id desc)
        from (select * from asked order by created_at desc, id desc limit 100) newest
      ), '[]') as orders
    from counted`,
    () => new Error("a count returned no row"),
  );
  requireUsers(row);
  const { count, total, orders } = row;
  return { count, total, orders };
}
