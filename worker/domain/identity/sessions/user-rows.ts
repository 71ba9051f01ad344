import { sql } from "drizzle-orm";
import { iso } from "../../sql.ts";

/**
 * Set-up and last activity of user u, visible to colleagues and administrators. `last_seen_at` is null without a
 * session; sessions are retained for 30 days after they expire.
 */
export const presence = sql`jsonb_build_object(
  'is_set_up', u.agreed_at is not null,
  'last_seen_at', (
    select ${iso("max(s.last_seen_at)")} from sessions s where s.user_id = u.id and s.actor_id is null))`;

export const userJson = sql`json_build_object(
  'id', u.id, 'org_id', u.org_id, 'email', u.email, 'first_name', u.first_name,
  'last_name', u.last_name, 'phone', u.phone,
  'roles', u.roles,
  'is_email_verified', u.is_email_verified,
  'email_return', case
    when u.returned_email = u.email
      then json_build_object('reason', u.email_returned, 'returned_at', ${iso("u.email_returned_at")})
  end,
  'is_active', u.is_active,
  'notification_settings', json_build_object(
    'is_subscribed', coalesce((u.notification_settings ->> 'is_subscribed')::boolean, true)
  ),
  'created_at', ${iso("u.created_at")},
  'updated_at', ${iso("u.updated_at")},
  'organization', json_build_object('id', o.id, 'name', o.name, 'billing_email', o.billing_email))`;
