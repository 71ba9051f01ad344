import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { audited, beforeAndAfter, diffRows } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { setPriceSource } from "../catalog/index.ts";
import { type RowOf, many } from "../sql.ts";
import { customerUpdatePart } from "./customer-updates.ts";
import type { ListedOrganization } from "./list-organizations.ts";
import { outdateCartsPart } from "./outdated-carts.ts";

/** A customer of the accounting system; a null field leaves the organization's own value. */
export type ImportedOrganization = {
  net_suite_id: string;
  name: string;
  billing_email: string | null;
  price_level_name: string | null;
  address: NonNullable<ListedOrganization["address"]> | null;
  is_inactive: boolean;
};

const outcomes = ["created", "changed", "unchanged", "not-ours", "name-taken"] as const;
const outcomeRow = () => z.object({ net_suite_id: z.string(), outcome: z.enum(outcomes), id: z.nullable(z.string()) });
/**
 * `not-ours`: inactive in the accounting system and unknown here. `name-taken`: another organization, or another
 * customer of the same import, has the name; nothing was changed.
 */
type ImportOutcome = RowOf<typeof outcomeRow>;

const newValue = (name: "billing_email" | "price_level_name" | "address"): SQL =>
  sql`coalesce(i.${sql.identifier(name)}, o.${sql.identifier(name)})`;

/**
 * Syncs organizations with customers of the accounting system by net_suite_id, in one statement: name, billing email,
 * price level, address. Notes, industry, contacts and address books are ours and remain. A new price level gives open
 * carts a new version (T10). Only created and changed organizations get an audit entry. Safe to repeat. If two
 * concurrent imports create the same name, the unique index fails one statement and its repetition reports
 * `name-taken`. A new name or address is queued for the payment provider.
 */
export const importOrganizations = (ctx: Ctx, rows: ImportedOrganization[]): Promise<ImportOutcome[]> =>
  many(
    ctx,
    outcomeRow,
    sql`
    with price_source as materialized (${setPriceSource(ctx, "accounting")}), incoming as materialized (
      select r.place, r.net_suite_id, r.name, r.billing_email, r.address, r.is_inactive, r.org_id, r.is_taken,
        coalesce(level.name, r.price_level_name) as price_level_name
      from ${matchedRows(rows)} r
        cross join price_source
        left join price_levels level on lower(btrim(level.name)) = lower(btrim(r.price_level_name))
      where price_source.source is not null
    ), old as (
      select o.id, o.price_level_name, i.net_suite_id, i.name as new_name,
        ${newValue("billing_email")} as new_email, ${newValue("price_level_name")} as new_level,
        ${newValue("address")} as new_address,
        array_remove(array[
          case when o.name <> i.name then 'name' end,
          case when o.billing_email is distinct from ${newValue("billing_email")} then 'billing_email' end,
          case when o.price_level_name is distinct from ${newValue("price_level_name")} then 'price_level_name' end,
          case when o.address is distinct from ${newValue("address")} then 'address' end
        ], null) as fields
      from organizations o join incoming i on i.org_id = o.id and not i.is_taken
      for update of o
    ), o as (
      update organizations set
        name = old.new_name, billing_email = old.new_email, price_level_name = old.new_level, address = old.new_address,
        synchronized_at = now(),
        updated_at = case when old.fields = '{}' then updated_at
          else greatest(now(), updated_at + interval '1 millisecond') end
      from old where organizations.id = old.id
      returning with (old as was, new as is_now)
        organizations.id, old.net_suite_id, old.fields, 'price_level_name' = any(old.fields) as has_new_level,
        to_jsonb(was) as before, to_jsonb(is_now) as after
    ), created as (
      insert into organizations (net_suite_id, name, billing_email, price_level_name, address, synchronized_at)
      select net_suite_id, name, billing_email, price_level_name, address, now()
      from incoming where org_id is null and not is_taken and not is_inactive
      order by place
      returning id, net_suite_id, ${beforeAndAfter}
    ), ${outdateCartsPart}, ${customerUpdatePart}, written as (
      select id, net_suite_id, 'changed' as outcome, fields, before, after from o where fields <> '{}'
      union all
      select id, net_suite_id, 'created', array['name'], before, after from created
    ), ${audited(ctx, "syncOrganization", "organization", "written", {
      org_id: sql`written.id`,
      data: sql`jsonb_build_object('fields', written.fields, 'net_suite_id', written.net_suite_id)`,
      changes: diffRows(),
    })}
    select i.net_suite_id, coalesce(written.id, i.org_id)::text as id,
      case
        when written.outcome is not null then written.outcome
        when i.is_taken and (i.org_id is not null or not i.is_inactive) then 'name-taken'
        when i.org_id is not null then 'unchanged'
        else 'not-ours'
      end as outcome
    from incoming i left join written on written.net_suite_id = i.net_suite_id
    order by i.place`,
  );

const recordset = (rows: ImportedOrganization[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}::jsonb) as r(
    place int, net_suite_id text, name text, billing_email text, price_level_name text, address jsonb,
    is_inactive boolean)`;

/** Subselect of the customers with the id of their organization; `is_taken`: the name belongs to another one. */
const matchedRows = (rows: ImportedOrganization[]): SQL => sql`(
  select r.*, known.id as org_id,
    row_number() over (
      partition by lower(btrim(r.name)) order by known.id is null and r.is_inactive, r.place
    ) > 1 or exists (
      select 1 from organizations other
      where lower(btrim(other.name)) = lower(btrim(r.name)) and other.id is distinct from known.id
    ) as is_taken
  from ${recordset(rows)} left join organizations known on known.net_suite_id = r.net_suite_id
)`;
