import type { Client } from "pg";
import { demoOrganizations } from "./organizations.ts";
import { daysAgo } from "./rows.ts";

/** Before the first order. */
const givenDays = 400;

/** Audit entries that explain order prices. */
export async function seedPriceLevels(client: Client): Promise<void> {
  const ids = Object.values(demoOrganizations).map(({ id }) => id);
  await client.query(
    `insert into audit_log (created_at, actor_kind, actor_id, action, subject_type, subject_id, org_id, data)
     select $1, 'user', admin.id, 'updateOrganization', 'organization', o.id::text, o.id, jsonb_build_object(
       'fields', jsonb_build_array('price_level_name'),
       'changes', jsonb_build_object('price_level_name', jsonb_build_array(null, o.price_level_name)))
     from organizations o join users admin on admin.email = 'admin@cgx.test'
     where o.id = any($2::uuid[]) and o.price_level_name is not null and not exists (
       select 1 from audit_log a
       where a.subject_type = 'organization' and a.subject_id = o.id::text and a.data -> 'changes' ? 'price_level_name'
     )`,
    [daysAgo(givenDays), ids],
  );
}
