import { type SQL, sql } from "drizzle-orm";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";

const recipientFields = { recipient: sql`u.email`, user_id: sql`u.id` };
const membersFrom = sql`u join organizations o on o.id = u.org_id where u.agreed_at is not null`;

const payload = (ctx: Ctx): SQL => sql`jsonb_build_object(
  'first_name', u.first_name, 'last_name', u.last_name, 'org', jsonb_build_object('name', o.name),
  'url', ${pageUrl(ctx, pages.portal, {})})`;

/** Notifies only active users who are set up. */
export function roleNotifications(
  ctx: Ctx,
  type: "userRoleAdded" | "userRoleRemoved",
  change: "added" | "removed",
): SQL {
  const roles = sql.raw(`u.${change}`);
  return notificationParts(
    {
      ...recipientFields,
      type,
      payload: sql`${payload(ctx)} || jsonb_build_object('roles', to_jsonb(${roles}))`,
      as: `told_${change}`,
    },
    sql`${membersFrom} and u.is_active and cardinality(${roles}) > 0`,
  );
}

export const activityNotifications = (ctx: Ctx, isActive: boolean): SQL =>
  notificationParts(
    { ...recipientFields, type: isActive ? "userReactivated" : "userInactivated", payload: payload(ctx) },
    membersFrom,
  );
