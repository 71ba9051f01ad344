import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Role } from "../../../../db/enums.ts";
import { orgUser } from "../../../contract/entities/user.ts";
import { forbidden, notFound, unprocessable } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { type Budget, consume } from "../../platform/index.ts";
import { type Page, readPage } from "../../listing.ts";
import { one, type RowOf, many } from "../../sql.ts";
import { isBeingCorrected, issueCodeUnderLock, presence, secondFactorSince, userJson } from "../../identity/index.ts";
import {
  changeUser,
  inactivate,
  inviteUser,
  type ManagementScope,
  type NewUser,
  reactivate,
  type UserChange,
} from "./manage-users.ts";
import { can } from "../../../contract/people/permissions.ts";
import { hasPermission, hasRole } from "../../permissions.ts";

const orgUserJson: SQL = sql`(${userJson}::jsonb || ${presence}
  || jsonb_build_object('second_factor_since', ${secondFactorSince("u")}))`;

export type OrgUser = z.output<typeof orgUser>;
type OrgUserFilter = ListQuery & {
  role?: Role | undefined;
  is_active?: boolean | undefined;
  has_second_factor?: boolean | undefined;
};

export async function listOrgUsers(ctx: ReadCtx, query: OrgUserFilter): Promise<Page<OrgUser>> {
  const page = await readPage(ctx, query, {
    shape: () => z.object({ user: orgUser }),
    columns: sql`${orgUserJson} as "user"`,
    from: sql`users u`,
    join: sql`join organizations o on o.id = u.org_id`,
    isOwn: true,
    where: [
      sql`u.org_id = ${currentOrgId(ctx)}`,
      query.role && hasRole("u.roles", query.role),
      query.is_active !== undefined && sql`u.is_active = ${query.is_active}`,
      query.has_second_factor !== undefined &&
        (query.has_second_factor ? sql`${secondFactorSince("u")} is not null` : sql`${secondFactorSince("u")} is null`),
    ],
    text: sql`(u.email || ' ' || u.first_name || ' ' || u.last_name)`,
    alias: "u",
    names: ["first_name", "last_name"],
  });
  return { ...page, data: page.data.map((row) => row.user) };
}

/** @throws USR_NOT_FOUND also for another organization's user (O-123) */
export async function getOrgUser(ctx: ReadCtx, id: string): Promise<OrgUser> {
  const row = await one(
    ctx,
    () => z.object({ user: orgUser }),
    sql`
    select ${orgUserJson} as "user" from users u join organizations o on o.id = u.org_id
    where u.id = ${id} and u.org_id = ${currentOrgId(ctx)}`,
    () => notFound("USR_NOT_FOUND"),
  );
  return row.user;
}

const namesMax = 500;
const userNameRow = () => z.object({ id: z.string(), name: z.string() });

/** Names of the organization's users: up to 500 of them for managers, only the viewer's own for other roles. */
export const listOrgUserNames = (ctx: ReadCtx): Promise<RowOf<typeof userNameRow>[]> =>
  many(
    ctx,
    userNameRow,
    sql`
    select u.id, u.first_name || ' ' || u.last_name as name
    from users me
      join users u on u.org_id = me.org_id and (u.id = me.id or ${hasPermission("me.roles", "manage_people")})
    where me.id = ${currentUserId(ctx)}
    order by u.last_name, u.first_name, u.id limit ${namesMax}`,
  );

const organizationScope = (ctx: Ctx): ManagementScope => ({ by: "manage_people", org_id: requireUser(ctx).org_id });

const invitationBudget = (org_id: string): Budget => ({
  name: `invite:organization:${org_id}`,
  max: 100,
  window_s: 3600,
});

/** Invites a colleague and mails the set-up link; 100 per hour and organization. The admin role is refused (O-032). */
export async function inviteOrgUser(ctx: Ctx, input: Omit<NewUser, "org_id">): Promise<OrgUser> {
  const { org_id } = requireUser(ctx);
  if (can(input, "use_console")) throw unprocessable("INVALID_ROLES");
  await consume(ctx, [invitationBudget(org_id)]);
  return getOrgUser(ctx, await inviteUser(ctx, { ...input, org_id }));
}

/**
 * Mails the set-up link again; older links stop working. @throws USR_NOT_FOUND for a user who is set up or inactive, or
 * whose address is being corrected
 */
export async function inviteOrgUserAgain(ctx: Ctx, id: string): Promise<void> {
  const { org_id } = requireUser(ctx);
  await consume(ctx, [invitationBudget(org_id)]);
  const issuedCode = await issueCodeUnderLock(ctx, id, {
    where: sql`
      u.id = ${id} and u.org_id = ${org_id} and u.agreed_at is null and u.is_active and not ${isBeingCorrected("u")}`,
    scope: "verify:user-setup",
    is_mailed: true,
  });
  if (!issuedCode) throw notFound("USR_NOT_FOUND");
  ctx.wakeWorkers();
}

/** @throws USR_NOT_AUTHORIZED for a change of roles while an administrator impersonates the manager (T13) */
export async function updateOrgUser(ctx: Ctx, id: string, change: Omit<UserChange, "org_id">): Promise<OrgUser> {
  if (change.roles && requireUser(ctx).impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
  const { first_name, last_name, phone, roles, updated_at } = change;
  await changeUser(ctx, organizationScope(ctx), id, { first_name, last_name, phone, roles, updated_at });
  return getOrgUser(ctx, id);
}

export const inactivateOrgUser = (ctx: Ctx, id: string): Promise<void> => inactivate(ctx, organizationScope(ctx), id);

export const reactivateOrgUser = (ctx: Ctx, id: string): Promise<void> => reactivate(ctx, organizationScope(ctx), id);
