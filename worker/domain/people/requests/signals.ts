import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { candidate } from "../../../contract/entities/account-request-details.ts";
import { iso, texts } from "../../sql.ts";
import { freeMailDomains } from "./free-mail.ts";

export type Candidate = z.output<typeof candidate>;

const candidatesMax = 5;
const duplicatesMax = 8;

/** Matches the expression of the indexes users_domain and account_requests_domain. */
const emailDomain = (email: string): SQL => sql`split_part(lower(${sql.raw(email)}), '@', 2)`;

/**
 * CTEs that gather signals about the account request r selected by `condition`: `target`, the organizations suggested
 * by its serial number, mail domain and name (`candidates`), and similar requests (`alike`).
 */
export const signalCtes = (condition: SQL): SQL => sql`
  target as materialized (
    select r.*, case when mail.domain <> all (${texts(freeMailDomains)}) then mail.domain end as domain
    from account_requests r cross join lateral (select ${emailDomain("r.email")} as domain) mail
    where ${condition}
  ),
  by_serial as materialized (
    select d.org_id, d.product_id
    from target t join devices d on upper(d.serial) = upper(t.serial) and not d.is_deleted
  ),
  by_domain as (
    select u.org_id, count(*)::int as people
    from target t join users u on ${emailDomain("u.email")} = t.domain
    where u.is_active
    group by u.org_id
    order by people desc, u.org_id
    limit ${candidatesMax}
  ),
  by_name as (
    select o.id as org_id
    from target t join organizations o on o.name % t.org_name
    order by similarity(o.name, t.org_name) desc, o.id
    limit ${candidatesMax}
  ),
  candidates as (
    select hits.org_id, bool_or(hits.has_device) as has_device, max(hits.people) as people
    from (
      select org_id, true as has_device, 0 as people from by_serial
      union all select org_id, false, people from by_domain
      union all select org_id, false, 0 from by_name
    ) hits
    group by hits.org_id
  ),
  alike as (
    select like_it.id, array_agg(distinct like_it.same) as same
    from (
      select d.id, 'email' as same from target t join account_requests d on d.email = t.email
      union all
      select d.id, 'domain'
      from target t cross join lateral (
        select r.id from account_requests r
        where ${emailDomain("r.email")} = t.domain
        order by r.created_at desc
        limit ${duplicatesMax + 1}
      ) d
      union all
      select d.id, 'serial' from target t join account_requests d on upper(d.serial) = upper(t.serial)
    ) like_it
    where like_it.id <> (select id from target)
    group by like_it.id
  )`;

const serialJson = sql`case when t.serial is not null then (
  select json_build_object(
    'verdict', case
      when held.product_id is not null then 'registered'
      when p.id is not null then 'free'
      else 'unknown'
    end,
    'product', case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end
  )
  from (select 1) one
    left join by_serial held on true
    left join products p on p.id = coalesce(held.product_id, (
      select known.id
      from products known
      where known.patterns <> '{}' and exists (
        select 1 from unnest(known.patterns) pattern where t.serial ~* ('^(?:' || pattern || ')$')
      )
      order by known.created_at, known.id
      limit 1
    ))
) end`;

/** JSON of the signals about request `t`, from the CTEs of `signalCtes`. */
export const signalsJson = sql`json_build_object(
  'domain', t.domain,
  'serial', ${serialJson},
  'organizations', coalesce((
    select json_agg(shown order by shown.has_device desc, shown.people_at_domain desc, shown.likeness desc, shown.name)
    from (
      select o.id, o.name, o.price_level_name, c.has_device, c.people as people_at_domain,
        round(similarity(o.name, t.org_name) * 100)::int as likeness
      from candidates c join organizations o on o.id = c.org_id
    ) shown
  ), '[]'),
  'duplicates', coalesce((
    select json_agg(shown order by shown.created_at desc, shown.id desc)
    from (
      select d.id, d.first_name, d.last_name, d.email, d.org_name, d.status, ${iso("d.created_at")} as created_at,
        alike.same
      from alike join account_requests d on d.id = alike.id
      order by d.created_at desc, d.id desc
      limit ${duplicatesMax}
    ) shown
  ), '[]'),
  'person', (
    select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'is_active', u.is_active,
      'organization', json_build_object('id', o.id, 'name', o.name))
    from users u join organizations o on o.id = u.org_id
    where lower(u.email) = lower(t.email)
  )
)`;

/** Minimum similarity in percent of a name that counts as a suggestion. */
const similarityMin = 70;

/**
 * The organization that the signals suggest; null if they disagree or are missing. A device, or an address at the
 * organization's domain, outweighs a name that anyone can type.
 */
export function suggestOrganization(organizations: readonly Candidate[]): string | null {
  const holder = organizations.find(({ has_device }) => has_device);
  const colleagues = organizations.filter(({ people_at_domain }) => people_at_domain > 0);
  if (holder) return colleagues.length === 0 || holder.people_at_domain > 0 ? holder.id : null;
  if (colleagues.length > 0) return colleagues.length === 1 ? (colleagues[0]?.id ?? null) : findMajority(colleagues);
  const [likeliest] = organizations.toSorted((one, other) => other.likeness - one.likeness);
  return likeliest && likeliest.likeness >= similarityMin ? likeliest.id : null;
}

/** The organization of more than half of the users at a shared domain; null if there is none. */
function findMajority(colleagues: readonly Candidate[]): string | null {
  const all = colleagues.reduce((sum, { people_at_domain }) => sum + people_at_domain, 0);
  return colleagues.find(({ people_at_domain }) => people_at_domain * 2 > all)?.id ?? null;
}
