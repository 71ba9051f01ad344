import { type SQL, sql } from "drizzle-orm";
import { approvalRequestShape } from "../../../contract/entities/approval.ts";
import { selectFields } from "../../select-of.ts";
import { iso } from "../../sql.ts";
import { canApprove, selectDeciders } from "./concerned-rules.ts";

export const isOpenRequest = sql`(r.status = 'pending' and r.expires_at > now())`;

/**
 * Subselect of the users who may decide about request `r`, for each of its rules: rule_id, user_id, is_approver,
 * settles.
 */
export const requestDeciders = sql`(
  select x.id as rule_id, d.*
  from jsonb_to_recordset(r.rules) as x(id uuid, mode text, approver_ids uuid[], escalate_at timestamptz)
    cross join lateral ${selectDeciders({
      approver_ids: sql`x.approver_ids`,
      mode: sql`x.mode`,
      escalate_at: sql`x.escalate_at`,
      org_id: sql`r.org_id`,
      asker_id: sql`r.user_id`,
    })} d
)`;

const hasDecided = (userId: SQL): SQL =>
  sql`r.approvals @> jsonb_build_array(jsonb_build_object('user_id', ${userId}))`;

const isUnsettled = (ruleId: SQL): SQL =>
  sql`not r.approvals @> jsonb_build_array(jsonb_build_object('settles', jsonb_build_array(${ruleId})))`;

export const isWaitingFor = (userId: SQL): SQL => sql`(
  ${isOpenRequest} and not ${hasDecided(userId)} and exists (
    select 1 from ${requestDeciders} decider
    where decider.user_id = ${userId} and ${isUnsettled(sql`decider.rule_id`)}
  )
)`;

export const canBeApproved = sql`exists (
  select 1 from users anybody where anybody.org_id = r.org_id and ${isWaitingFor(sql`anybody.id`)}
)`;

/** Whether an approver named in a rule of request `r` may no longer decide. */
export const hasLostApprover = sql`exists (
  select 1 from jsonb_to_recordset(r.rules) as x(approver_ids uuid[]), unnest(x.approver_ids) named (id)
  where not exists (
    select 1 from users candidate where candidate.id = named.id and candidate.org_id = r.org_id and ${canApprove}
  )
)`;

export const isParty = (userId: SQL): SQL => sql`(
  r.user_id = ${userId} or ${hasDecided(userId)}
  or exists (
    select 1 from jsonb_array_elements(r.rules) named where named -> 'approver_ids' ? ${userId}::text
  )
)`;

export const requestStatus = sql`case
  when r.status = 'pending' and r.expires_at <= now() then 'expired' else r.status end`;

const fullName = (person: string): SQL => sql.raw(`${person}.first_name || ' ' || ${person}.last_name`);

export const userName = (id: SQL): SQL => sql`(select ${fullName("named")} from users named where named.id = ${id})`;

/** A column of the order of request `r`; null before the order exists. */
const orderColumn = (column: SQL): SQL => sql`(select ${column} from orders o where o.attempt_id = r.attempt_id)`;

export const requestColumns = (viewerId: SQL): SQL =>
  selectFields(approvalRequestShape, "r", {
    status: requestStatus,
    cart_no: sql`r.purchase -> 'cart' ->> 'cart_no'`,
    total: sql`r.total::float`,
    total_details: sql`json_build_object(
      'shipping', r.purchase -> 'shipping',
      'tax', (r.purchase ->> 'order_tax')::bigint + coalesce((
        select sum((item ->> 'tax_amount')::bigint) from jsonb_array_elements(r.purchase -> 'plans') item
      ), 0)::bigint
    )`,
    lines: sql`(
      select json_agg(json_build_object(
        'product_id', item ->> 'id', 'name', item ->> 'name', 'quantity', item -> 'quantity', 'price', item -> 'price',
        'subscription_term', item ->> 'subscription_term'
      ))
      from jsonb_array_elements((r.purchase -> 'goods') || (r.purchase -> 'plans')) item
    )`,
    shipping_address: sql`case when jsonb_typeof(r.purchase -> 'shipping_rate_id') = 'string'
      then r.purchase -> 'shipping_data' -> 'address' end`,
    payment_method: sql`r.purchase -> 'payment' -> 'paid_by'`,
    user: sql`json_build_object('id', r.user_id, 'name', coalesce(${userName(sql`r.user_id`)}, ''))`,
    rules: sql`(
      select json_agg(json_build_object('id', rule -> 'id', 'name', rule -> 'name', 'mode', rule -> 'mode'))
      from jsonb_array_elements(r.rules) rule
    )`,
    waits_for: sql`case when ${isOpenRequest} then coalesce((
      select json_agg(
        json_build_object('id', person.id, 'name', ${fullName("person")}) order by person.created_at, person.id
      )
      from users person
      where person.org_id = r.org_id and ${isWaitingFor(sql`person.id`)}
    ), '[]') else '[]' end`,
    approvals: sql`coalesce((
      select json_agg(json_build_object(
        'user_id', given ->> 'user_id', 'name', coalesce(${userName(sql`(given ->> 'user_id')::uuid`)}, ''),
        'decided_at', given ->> 'decided_at', 'decision', given ->> 'decision', 'note', given ->> 'note'
      ) order by place)
      from jsonb_array_elements(r.approvals) with ordinality as decisions(given, place)
    ), '[]')`,
    approved_by: sql`case when r.status = 'approved' then r.approvals -> -1 ->> 'user_id' end`,
    can_decide: isWaitingFor(viewerId),
    order_id: orderColumn(sql`o.id`),
    order_number: orderColumn(sql`o.order_number`),
    payment_status: orderColumn(sql`o.payment_status`),
    payment_url: sql`(
      select i.stripe_invoice_url
      from orders o join invoices i on i.reference_type = 'order' and i.reference_id = o.id
      where o.attempt_id = r.attempt_id and i.payment_status in ('pending', 'declined') and i.closed_as is null
        and i.due_on is null and not i.is_processing and r.user_id = ${viewerId}
    )`,
    created_at: iso("r.created_at"),
    expires_at: iso("r.expires_at"),
  });
