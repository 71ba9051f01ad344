import { SQL, sql } from "drizzle-orm";
import { countrySpellings } from "../../../contract/buying/country-names.ts";
import type { Audience } from "../../../contract/entities/audience.ts";
import { holdings } from "../../holdings.ts";
import { hasPermission } from "../../permissions.ts";
import { texts, uuids } from "../../sql.ts";

/** Preview, sending and counts use this one expression (ADR-069). */
export function isInAudience(audience: Audience): SQL {
  const { product_ids, version_ids, plan_ids, renews_within_days } = audience;
  const { price_levels, roles, countries, org_ids, user_ids } = audience;
  const parts = [
    product_ids && hasProduct(product_ids),
    version_ids && hasDownloadedVersion(version_ids, audience.or_older ?? false),
    (plan_ids || renews_within_days !== undefined) && hasPlan(plan_ids, renews_within_days),
    price_levels && hasPriceLevel(price_levels),
    roles && sql`u.roles && ${texts(roles)}`,
    countries && isInCountry(countries),
    org_ids && sql`u.org_id = any(${uuids(org_ids)})`,
    user_ids && sql`u.id = any(${uuids(user_ids)})`,
  ];
  return sql`(${sql.join(
    parts.filter((part) => part instanceof SQL),
    sql` and `,
  )})`;
}

const hasProduct = (ids: string[]): SQL => sql`u.org_id in (
  select owner.org_id from (${holdings((column) => sql`${column} = any(${uuids(ids)})`)}) owner
)`;

/**
 * Users who downloaded a version, and managers of organizations that did; a withdrawal of the version notifies the same
 * users.
 */
function hasDownloadedVersion(ids: string[], withOlder: boolean): SQL {
  const isMeant = withOlder ? sql`got.version_key <= named.version_key` : sql`got.id = named.id`;
  const selectDownloads = (column: "user_id" | "org_id") => sql`
    select l.${sql.raw(column)}
    from software_versions named
      join software_versions got on got.software_id = named.software_id and ${isMeant}
      join downloads l on l.software_id = got.software_id and l.version_id = got.id
    where named.id = any(${uuids(ids)})`;
  return sql`(u.id in (${selectDownloads("user_id")})
    or (${hasPermission("u.roles", "manage_organization")} and u.org_id in (${selectDownloads("org_id")})))`;
}

const hasPlan = (ids: string[] | undefined, days: number | undefined): SQL => sql`u.org_id in (
  select plan.org_id from subscriptions plan
  where plan.status in ('active', 'trialing', 'past_due') and (plan.cancel_at is null or plan.cancel_at > now())
    ${ids ? sql`and plan.product_id = any(${uuids(ids)})` : sql``}
    ${days === undefined ? sql`` : whereRenewsWithin(days)}
)`;

const whereRenewsWithin = (days: number): SQL => sql`and plan.stripe_id is not null
    and plan.current_period_end between now() and now() + ${days} * interval '1 day'
    and (plan.cancel_at is null or plan.cancel_at > plan.current_period_end)`;

const hasPriceLevel = (levels: string[]): SQL => sql`u.org_id in (
  select o.id from organizations o
  where coalesce(o.price_level_name, (select base.name from price_levels base where base.is_base))
    = any(${texts(levels)})
)`;

const isInCountry = (countries: string[]): SQL => sql`u.org_id in (
  select o.id from organizations o
  where lower(btrim(o.address ->> 'country')) = any(${texts(countries.flatMap(countrySpellings))})
)`;

/**
 * jsonb object from ids to names, for the products, versions and organizations of an audience but not for its users.
 */
export function namesInAudience(audience: SQL): SQL {
  const ids = (...conditions: string[]) => sql`any(array(
    select named.id::uuid from jsonb_array_elements_text(${sql.join(
      conditions.map((each) => sql`coalesce(${audience} -> ${sql.raw(`'${each}'`)}, '[]')`),
      sql` || `,
    )}) named(id)
  ))`;
  return sql`(
    select coalesce(jsonb_object_agg(named.id, named.name), '{}') from (
      select p.id, p.name from products p where p.id = ${ids("product_ids", "plan_ids")}
      union all
      select v.id, s.title || ' ' || v.version from software_versions v join software s on s.id = v.software_id
      where v.id = ${ids("version_ids")}
      union all
      select o.id, o.name from organizations o where o.id = ${ids("org_ids")}
    ) named
  )`;
}
