import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import { pages } from "../../../contract/pages.ts";
import { leastRoleWith } from "../../../contract/people/permissions.ts";
import type { RequestablePermission } from "../../../contract/people/role-wish.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { hasPermission } from "../../permissions.ts";
import { audited, dailyPart } from "../../platform/index.ts";
import { many, one, type RowOf } from "../../sql.ts";

const namesMax = 20;

const helperRow = () => z.object({ first_name: z.string(), last_name: z.string(), is_manager: z.boolean() });
export type Helper = RowOf<typeof helperRow>;

const isPresent = sql`u.is_active and u.agreed_at is not null`;
const isManager: SQL = hasPermission("u.roles", "manage_people");

/** Names of the colleagues who manage or buy, managers first; empty for a viewer who has the permission already. */
export const listHelpers = (ctx: ReadCtx, permission: RequestablePermission): Promise<Helper[]> =>
  many(
    ctx,
    helperRow,
    sql`
    select u.first_name, u.last_name, ${isManager} as is_manager
    from users u
    where u.org_id = ${currentOrgId(ctx)} and ${isPresent} and (${isManager} or ${hasPermission("u.roles", "buy")})
      and not exists (
        select 1 from users me where me.id = ${currentUserId(ctx)} and ${hasPermission("me.roles", permission)}
      )
    order by ${isManager} desc, u.created_at, u.id
    limit ${namesMax}`,
  );

type RoleRequest = { permission: RequestablePermission; product_id?: string | undefined };
type SentRoleRequest = { names: string[]; is_repeated: boolean };

/**
 * Mails the managers of the user's organization, or support if it has no manager, that the user asks for a role, once a
 * day for each user. @throws INVALID_ROLES for a user who has the permission already
 */
export async function askForRole(ctx: Ctx, { permission, product_id }: RoleRequest): Promise<SentRoleRequest> {
  const { user_id } = requireUser(ctx);
  const fullName = sql`btrim(asker.first_name || ' ' || asker.last_name)`;
  const fields = sql`'asker_name', ${fullName}, 'asker_email', asker.email, 'org_name', asker.org_name,
    'permission', ${permission}::text, 'product', (
      select p.name from products p where p.id = ${product_id ?? null}::uuid and p.is_published
    )`;
  const row = await one(
    ctx,
    () => z.object({ is_asker: z.boolean(), is_sent: z.boolean(), names: z.array(z.string()) }),
    sql`
    with wanting as materialized (
      select u.id, u.org_id, u.email, u.first_name, u.last_name, o.name as org_name
      from users u join organizations o on o.id = u.org_id
      where u.id = ${user_id} and not ${hasPermission("u.roles", permission)}
    ),
    ${await dailyPart(ctx, `role-wish:${user_id}`)},
    asker as materialized (select wanting.* from wanting, daily),
    manager as materialized (
      select u.id, u.email, u.first_name, u.last_name, u.created_at
      from users u join wanting w on w.org_id = u.org_id
      where ${isPresent} and ${isManager} and u.id <> w.id
    ),
    ${audited(ctx, "askForRole", "user", "asker", { data: { role: leastRoleWith(permission) } })},
    ${notificationParts(
      {
        type: "roleWish",
        recipient: sql`manager.email`,
        user_id: sql`manager.id`,
        payload: sql`jsonb_strip_nulls(jsonb_build_object(
          'first_name', manager.first_name, 'last_name', manager.last_name, ${fields},
          'url', ${pageUrl(ctx, pages.person, { id: sql`asker.id` })}))`,
        channels: ["email"],
      },
      sql`asker, manager`,
    )},
    ${notificationParts(
      {
        type: "roleWish",
        recipient: sql`${ctx.settings.SUPPORT_EMAIL}::text`,
        user_id: sql`null`,
        payload: sql`jsonb_strip_nulls(jsonb_build_object(${fields}, 'is_for_support', true,
          'url', ${pageUrl(ctx, pages.adminPerson, { user_id: sql`asker.id` })}))`,
        channels: ["email"],
        as: "support_mail",
      },
      sql`asker where not exists (select 1 from manager)`,
    )}
    select exists (select 1 from wanting) as is_asker, exists (select 1 from asker) as is_sent,
      array(select first_name || ' ' || last_name from manager order by created_at, id limit ${namesMax}) as names`,
    () => new Error("a select without tables returned no row"),
  );
  if (!row.is_asker) throw unprocessable("INVALID_ROLES");
  if (row.is_sent) ctx.wakeWorkers();
  return { names: row.names, is_repeated: !row.is_sent };
}
