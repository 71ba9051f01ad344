import type { Client } from "pg";
import { demoOrganizations } from "./organizations.ts";
import { daysAgo } from "./rows.ts";

/** Days since the account terms were granted, which is before the first order. */
const termsAgeDays = 400;

/** Writes the audit entries of the price level and account terms under which an organization placed its orders. */
export async function seedOrganizationChanges(client: Client): Promise<void> {
  const ids = Object.values(demoOrganizations).map(({ id }) => id);
  await client.query(
    `insert into audit_log (created_at, actor_kind, actor_id, action, subject_type, subject_id, org_id, data)
     select $1, 'user', admin.id, 'updateOrganization', 'organization', o.id::text, o.id, jsonb_build_object(
       'fields', jsonb_agg(given.name), 'changes', jsonb_object_agg(given.name, jsonb_build_array(null, given.value)))
     from organizations o join users admin on admin.email = 'admin@cgx.test'
     cross join lateral (values
       ('price_level_name', to_jsonb(o.price_level_name)),
       ('payment_terms_days', to_jsonb(o.payment_terms_days)),
       ('credit_limit', to_jsonb(o.credit_limit))
     ) given (name, value)
     where o.id = any($2::uuid[]) and given.value is not null and not exists (
       select 1 from audit_log a
       where a.subject_type = 'organization' and a.subject_id = o.id::text and a.data -> 'changes' ? given.name
     )
     group by o.id, admin.id`,
    [daysAgo(termsAgeDays), ids],
  );
}
