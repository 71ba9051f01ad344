import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { activityActions, activityText, emptyFacts } from "../../../contract/people/activity-sentences.ts";
import type { activity } from "../../../contract/entities/activity.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { hasPermission } from "../../permissions.ts";
import { whereInDays, type Page, readPage } from "../../listing.ts";
import { iso } from "../../sql.ts";

export type Activity = z.output<typeof activity>;
type ActivityFilter = ListQuery & {
  user_id?: string | undefined;
  action?: Activity["action"] | undefined;
  /** Days in the viewer's time zone. */
  from?: string | undefined;
  to?: string | undefined;
};

const nameList = () => z.nullable(z.array(z.string()));
const activityRow = () =>
  z.object({
    id: z.string(),
    created_at: z.string(),
    action: z.enum(activityActions),
    actor: z.object({ id: z.nullable(z.string()), name: z.string() }),
    on_behalf_of: z.nullable(z.object({ id: z.nullable(z.string()), name: z.string() })),
    subject: z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) }),
    facts: z.nullable(
      z.object({
        roles: nameList(),
        added: nameList(),
        removed: nameList(),
        fields: nameList(),
        reason: z.nullable(z.string()),
        old_email: z.nullable(z.string()),
        new_email: z.nullable(z.string()),
        amount: z.nullable(z.number()),
      }),
    ),
    placed: z.nullable(
      z.object({
        order: z.nullable(z.object({ number: z.string(), total: z.number() })),
        plans: z.nullable(z.array(z.string())),
      }),
    ),
  });

/**
 * Literal names, so that they are neither sent as parameters nor parsed with each call. An expression in place of the
 * column prevents an index search, which would sort the names twice per call.
 */
const isListed = sql.raw(`(a.action || '') in (${activityActions.map((action) => `'${action}'`).join(", ")})`);

/** Hides the name of a user who has since moved to another organization. */
const colleagueJson = sql`json_build_object(
  'id', case when p.org_id = a.org_id then p.id end,
  'name', case when p.org_id = a.org_id then p.first_name || ' ' || p.last_name else 'A former colleague' end
)`;

const attemptId = sql`(a.data ->> 'attempt_id')::uuid`;
const placedOrder = (columns: SQL): SQL =>
  sql`(select ${columns} from orders o where o.attempt_id = ${attemptId} and o.org_id = a.org_id)`;
const placedPlans = (columns: SQL): SQL => sql`(
  select ${columns} from subscriptions s join products pr on pr.id = s.product_id
  where s.attempt_id = ${attemptId} and s.org_id = a.org_id
)`;

/**
 * The subject of an entry about a cart: the order or plan that its checkout created, else the approval request, else
 * the cart.
 */
const cartSubject = sql`coalesce(
  ${placedOrder(sql`json_build_object('type', 'order', 'id', o.id, 'name', o.order_number)`)},
  ${placedPlans(sql`
    json_agg(json_build_object('type', 'subscription', 'id', s.id, 'name', pr.name) order by s.id) -> 0`)},
  (
    select json_build_object(
      'type', case when a.data ? 'request_id' then 'approval_request' else 'cart' end,
      'id', coalesce(a.data ->> 'request_id', a.subject_id), 'name', c.cart_no
    )
    from carts c where c.id = a.subject_id::uuid and c.org_id = a.org_id
  ),
  json_build_object('type', 'cart', 'id', a.subject_id, 'name', null)
)`;

/**
 * The shop's staff appear by first name and the shop's name; a visitor's action by a mailed link counts as the
 * account's own.
 */
const columns = sql`
  a.id, a.action, ${iso("a.created_at")} as created_at,
  case
    when a.impersonator_id is not null then (
      select json_build_object('id', null, 'name', i.first_name || ' from ' || io.name)
      from users i join organizations io on io.id = i.org_id
      where i.id = a.impersonator_id
    )
    when a.actor_kind = 'system' then json_build_object('id', null, 'name', 'CrunchBox')
    when p.id is null then json_build_object('id', null, 'name', 'Somebody')
    when p.org_id <> a.org_id and (select po.is_house from organizations po where po.id = p.org_id) then (
      select json_build_object('id', null, 'name', p.first_name || ' from ' || po.name)
      from organizations po
      where po.id = p.org_id
    )
    else ${colleagueJson}
  end as actor,
  case when a.impersonator_id is not null and p.id is not null then ${colleagueJson} end as on_behalf_of,
  case
  when a.subject_type = 'cart' then ${cartSubject}
  when a.subject_type = 'device' then (
    select json_build_object(
      'type', 'device', 'id', a.subject_id, 'name', min(d.serial), 'is_removed', coalesce(bool_and(d.is_deleted), true)
    )
    from devices d where d.id = a.subject_id::uuid and d.org_id = a.org_id
  )
  else
  json_build_object('type', a.subject_type, 'id', a.subject_id, 'name', case a.subject_type
    when 'user' then (
      select su.first_name || ' ' || su.last_name from users su
      where su.id = a.subject_id::uuid and su.org_id = a.org_id
    )
    when 'order' then (
      select o.order_number from orders o where o.id = a.subject_id::uuid and o.org_id = a.org_id
    )
    when 'quote' then (
      select q.quote_number from quotes q
      where q.id = a.subject_id::uuid and q.org_id = a.org_id and (q.started_by is null or q.version > 0)
    )
    when 'subscription' then (
      select pr.name from subscriptions s join products pr on pr.id = s.product_id
      where s.id = a.subject_id::uuid and s.org_id = a.org_id
    )
    when 'software_version' then (
      select sw.title || ' ' || v.version from software_versions v join software sw on sw.id = v.software_id
      where v.id = a.subject_id::uuid
    )
  end) end as subject,
  case when a.data <> '{}' then json_build_object('roles', a.data -> 'roles', 'added', a.data -> 'added',
    'removed', a.data -> 'removed', 'fields', a.data -> 'fields', 'reason', a.data ->> 'reason',
    'old_email', a.data ->> 'old_email', 'new_email', a.data ->> 'new_email',
    'amount', coalesce(a.data -> 'total', a.data -> 'amount')) end as facts,
  case when ${attemptId} is not null then json_build_object(
    'order', ${placedOrder(sql`json_build_object('number', o.order_number, 'total', o.total)`)},
    'plans', ${placedPlans(sql`json_agg(pr.name order by s.id)`)}
  ) end as placed`;

const join = sql`
  left join users p on p.id = case
    when a.actor_kind <> 'visitor' then a.actor_id
    when a.subject_type = 'user' then a.subject_id::uuid
  end`;

/**
 * The activity of the organization, newest first, including support during impersonation. Managers see all of it; other
 * members see their own actions, actions in their name and the starts of those impersonations. Only actions with an
 * activity text are listed, with only the data that the text needs.
 */
export async function listActivity(ctx: ReadCtx, query: ActivityFilter): Promise<Page<Activity>> {
  const org_id = currentOrgId(ctx);
  const user_id = currentUserId(ctx);
  const page = await readPage(ctx, query, {
    shape: activityRow,
    columns,
    from: sql`audit_log a`,
    join,
    isOwn: true,
    where: [
      sql`a.org_id = ${org_id}`,
      query.action ? sql`a.action = ${query.action}` : isListed,
      sql`(a.actor_id = ${user_id} or a.id in (${selectImpersonations(user_id)})
        or (select ${hasPermission("u.roles", "manage_people")} from users u where u.id = ${user_id}))`,
      query.user_id && sql`a.actor_id = ${query.user_id}`,
      ...whereInDays(ctx, sql`a.created_at`, [query.from, query.to]),
    ],
    text: sql`a.action`,
    searchIn: (_matches, pattern) => sql`a.actor_id in (select u.id from users u
      where u.org_id = ${org_id} and (u.email || ' ' || u.first_name || ' ' || u.last_name) ilike ${pattern})`,
    alias: "a",
  });
  return { ...page, data: page.data.map(toActivity) };
}

const selectImpersonations = (user_id: SQL): SQL => sql`
  select begun.id from audit_log begun
  where begun.subject_type = 'user' and begun.subject_id = (${user_id})::text and begun.action = 'startImpersonation'`;

const toActivity = ({ facts, placed, ...rest }: z.output<ReturnType<typeof activityRow>>): Activity => ({
  ...rest,
  text: activityText(rest.action, { ...emptyFacts, ...facts, placed, subject: rest.subject.name }),
});
