import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type AuditEntry, auditEntry } from "../../../contract/entities/audit-entry.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import {
  type AuditGroup,
  auditText,
  auditActionsIn,
  findAuditActions,
  systemName,
} from "../../../contract/people/audit-labels.ts";
import type { ReadCtx } from "../../context.ts";
import { containsText, whereInDays, type Page, readPage } from "../../listing.ts";
import { codes, iso, many } from "../../sql.ts";

export type { AuditEntry };
export type AuditQuery = ListQuery & {
  action?: string | undefined;
  group?: AuditGroup | undefined;
  actor_id?: string | undefined;
  subject_type?: string | undefined;
  subject_id?: string | undefined;
  org_id?: string | undefined;
  /** Days in the viewer's time zone. */
  from?: string | undefined;
  to?: string | undefined;
};

const row = () => z.omit(auditEntry, { text: true });

const uuidText = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const uuidPattern = sql.raw(`'^${uuidText}$'`);

/** Names of the records that values of `changes` mention by id. */
const mentionedNames: SQL = sql`coalesce((
    select json_object_agg(named.id, named.name)
    from (
      select distinct (found.ids)[1]::uuid as id
      from regexp_matches((a.data -> 'changes')::text, '"(${sql.raw(uuidText.replace("(", "(?:"))})"', 'g') found (ids)
    ) ids
      cross join lateral (
        select ids.id, u.first_name || ' ' || u.last_name as name from users u where u.id = ids.id
        union all select ids.id, o.name from organizations o where o.id = ids.id
        union all select ids.id, pr.name from products pr where pr.id = ids.id
        union all select ids.id, sw.title from software sw where sw.id = ids.id
        union all
        select ids.id, sw.title || ' ' || v.version
        from software_versions v join software sw on sw.id = v.software_id
        where v.id = ids.id
      ) named
  ), '{}')`;

/** Display name of the subject of entry a; needs `subjectIdJoin`. */
export const subjectName: SQL = sql`case a.subject_type
    when 'user' then (select s.first_name || ' ' || s.last_name from users s where s.id = about.id)
    when 'organization' then (select s.name from organizations s where s.id = about.id)
    when 'account_request' then (
      select s.first_name || ' ' || s.last_name || ' of ' || s.org_name from account_requests s where s.id = about.id
    )
    when 'product' then (select s.name from products s where s.id = about.id)
    when 'price_level' then coalesce((select s.name from price_levels s where s.id = about.id), a.data ->> 'name')
    when 'order' then coalesce(
      (select s.order_number from orders s where s.id = about.id), a.data ->> 'order_number'
    )
    when 'invoice' then (select coalesce(s.stripe_invoice_no, s.cart_no) from invoices s where s.id = about.id)
    when 'cart' then (select s.cart_no from carts s where s.id = about.id)
    when 'quote' then (select s.quote_number from quotes s where s.id = about.id)
    when 'device' then (select s.serial from devices s where s.id = about.id)
    when 'subscription' then (
      select s_product.name from subscriptions s join products s_product on s_product.id = s.product_id
      where s.id = about.id
    )
    when 'software' then (select s.title from software s where s.id = about.id)
    when 'software_version' then (
      select s_software.title || ' ' || s.version
      from software_versions s join software s_software on s_software.id = s.software_id
      where s.id = about.id
    )
    when 'audience' then coalesce((select s.name from audiences s where s.id = about.id), a.data ->> 'name')
    when 'mail_template' then a.data ->> 'name'
    when 'saved_view' then (select s.name from saved_views s where s.id = about.id)
    when 'shipping_rate' then coalesce(
      (select s.option from shipping_rates s where s.id = about.id), a.data ->> 'option'
    )
    when 'task' then a.subject_id
    when 'callback' then a.subject_id
  end`;

const columns = sql`
  a.id, ${iso("a.created_at")} as created_at, a.action,
  json_build_object(
    'kind', a.actor_kind,
    'id', coalesce(i.id, p.id),
    'name', case
      when i.id is not null then i.first_name || ' ' || i.last_name
      when p.id is not null then p.first_name || ' ' || p.last_name
      when a.actor_kind = 'system' then coalesce(a.data ->> 'job', '')
      when a.actor_kind = 'visitor' then 'Visitor'
      else 'Somebody'
    end,
    'email', coalesce(i.email, p.email)
  ) as actor,
  case when i.id is not null and p.id is not null
    then json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name, 'email', p.email)
  end as on_behalf_of,
  case when st.id is not null
    then json_build_object('id', st.id, 'name', st.first_name || ' ' || st.last_name, 'email', st.email)
  end as started_by,
  json_build_object('type', a.subject_type, 'id', a.subject_id, 'name', ${subjectName}) as subject,
  case when ao.id is not null then json_build_object('id', ao.id, 'name', ao.name) end as org,
  coalesce((
    select json_agg(
      json_build_object('field', c.field, 'before', c.value -> 0, 'after', c.value -> 1) order by c.field
    )
    from jsonb_each(a.data -> 'changes') c (field, value)
  ), '[]') as changes,
  ${mentionedNames} as names,
  nullif(a.data - 'changes' - 'job' - 'started_by', '{}') as details`;

/** The subject's id for joins; null unless it is a uuid. */
export const subjectIdJoin: SQL = sql`cross join lateral (
    select case when a.subject_id ~ ${uuidPattern} then a.subject_id::uuid end as id
  ) about`;
const join = sql`
  ${subjectIdJoin}
  left join users p on p.id = a.actor_id
  left join users i on i.id = a.impersonator_id
  left join users st on st.id = (a.data ->> 'started_by')::uuid
  left join organizations ao on ao.id = a.org_id`;

const userSearch = {
  text: sql`(u.email || ' ' || u.first_name || ' ' || u.last_name)`,
  grams: "users_grams",
  alias: "u",
};
const organizationSearch = {
  text: sql`(o.name || ' ' || coalesce(o.billing_email, '') || ' ' || coalesce(o.notes, ''))`,
  grams: "organizations_grams",
  alias: "o",
};

/**
 * Each part of the union reads only an index. One condition of several `or`s would compare every entry of the log with
 * all users and organizations that a short search finds.
 */
function matchesSearch(searchText: string) {
  const matchingUsers = sql`select u.id from users u where ${containsText(userSearch, searchText)}`;
  const matchingOrganizations = sql`select o.id from organizations o
    where ${containsText(organizationSearch, searchText)}`;
  const actions = findAuditActions(searchText);
  return sql`a.id = any(array(
    select e.id from audit_log e where e.actor_id in (${matchingUsers})
    union all select e.id from audit_log e where e.impersonator_id in (${matchingUsers})
    union all select e.id from audit_log e where e.org_id in (${matchingOrganizations})
    ${actions.length > 0 ? sql`union all select e.id from audit_log e where e.action = any(${codes(actions)})` : sql``}
    union all select e.id from audit_log e where e.subject_id in (
      select o.id::text from orders o where o.order_number = upper(${searchText})
      union all select u.id::text from users u where lower(u.email) = lower(${searchText})
      union all select d.id::text from devices d where upper(d.serial) = upper(${searchText}) and not d.is_deleted
      union all select c.id::text from carts c where c.cart_no = upper(${searchText})
      union all select q.id::text from quotes q where q.quote_number = upper(${searchText})
    )
  ))`;
}

export async function listAudit(ctx: ReadCtx, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { action, group, actor_id, subject_type, subject_id, org_id, from, to, search = "" } = query;
  const page = await readPage(ctx, query, {
    shape: row,
    columns,
    from: sql`audit_log a`,
    join,
    where: [
      action && sql`a.action = ${action}`,
      group && sql`a.action = any(${codes(auditActionsIn(group))})`,
      actor_id && sql`(a.actor_id = ${actor_id} or a.impersonator_id = ${actor_id})`,
      subject_type && sql`a.subject_type = ${subject_type}`,
      subject_id && sql`a.subject_id = ${subject_id}`,
      org_id && sql`a.org_id = ${org_id}`,
      ...whereInDays(ctx, sql`a.created_at`, [from, to]),
    ],
    text: sql`a.action`,
    searchIn: () => matchesSearch(search),
    ...(search && { has_costly_conditions: true }),
    alias: "a",
  });
  return { ...page, data: page.data.map(toEntry) };
}

export async function listRequestAudit(ctx: ReadCtx, requestId: string): Promise<AuditEntry[]> {
  const rows = await many(
    ctx,
    row,
    sql`
    select ${columns} from audit_log a ${join}
    where a.request_id = ${requestId}
    order by a.created_at, a.id limit 50`,
  );
  return rows.map(toEntry);
}

/** `subject_id` may be an expression, so that the id needs no round trip of its own. */
type SubjectQuery = { subject_type: string; subject_id: string | SQL; limit: number };

export async function listObjectAudit(
  ctx: ReadCtx,
  { subject_type, subject_id, limit }: SubjectQuery,
): Promise<AuditEntry[]> {
  const rows = await many(
    ctx,
    row,
    sql`
    select ${columns} from audit_log a ${join}
    where a.subject_type = ${subject_type} and a.subject_id = ${subject_id}
    order by a.created_at desc, a.id desc limit ${limit}`,
  );
  return rows.map(toEntry);
}

const toEntry = (entry: z.output<ReturnType<typeof row>>): AuditEntry => ({
  ...entry,
  actor: entry.actor.kind === "system" ? { ...entry.actor, name: systemName(entry.actor.name) } : entry.actor,
  text: auditText(entry.action, entry.subject.name, entry.details),
});
