import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/users.ts";
import { forbidden, notFound, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { type Ctx, inTransaction, requireUser } from "../../context.ts";
import { lockOrganization, mayHaveRoles } from "../../organizations/index.ts";
import { endUserPayments } from "../../payments/index.ts";
import { emptyMovedCartsParts } from "../../sales/index.ts";
import {
  endImpersonationsParts,
  endSessionsClause,
  issueVerificationCode,
  lockAccount,
  stopRecoveriesParts,
  voidCodeClause,
  voidCodesPart,
} from "../../identity/index.ts";
import { activityNotifications, roleNotifications } from "./membership-notices.ts";
import { maybeOne, maybeOneOf, exists, idRow, one, texts } from "../../sql.ts";
import { can, defaultPreset } from "../../../contract/people/permissions.ts";
import { hasPermission, hasStaffPermission } from "../../permissions.ts";

/**
 * `by` is a permission that every change in this scope must leave to at least one active user: an owner of the shop, or
 * a manager of the organization.
 */
export type ManagementScope = { by: "staff:act" } | { by: "manage_people"; org_id: string };

const isManaged = (scope: ManagementScope): SQL =>
  scope.by === "manage_people" ? sql`org_id = ${scope.org_id}::uuid` : sql`true`;

const canManage = (user: "users" | "target", { by }: ManagementScope): SQL =>
  by === "manage_people" ? hasPermission(`${user}.roles`, by) : hasStaffPermission(user, by);

/**
 * Active users who can manage, locked in id order until the end of the transaction: of two who step down or inactivate
 * each other concurrently, one remains a manager.
 */
const lockManagers = (scope: ManagementScope): SQL => sql`
  select id from users
  where is_active and agreed_at is not null and ${canManage("users", scope)} and ${isManaged(scope)}
  order by id for update`;

export type NewUser = InputOf<typeof contract.createUser>["body"];

/** Creates a user and mails the set-up link; returns the user's id. */
export async function inviteUser(ctx: Ctx, input: NewUser): Promise<string> {
  const { user_id } = requireUser(ctx);
  const { roles } = input;
  const preset = can({ roles }, "use_console") ? (input.preset ?? defaultPreset) : undefined;
  const data = { roles, ...(preset && { preset }) };
  try {
    const userId = await inTransaction(ctx, async (ctx) => {
      await lockOrganization(ctx, input.org_id);
      const row = await maybeOne(
        ctx,
        idRow,
        sql`
        with u as (
          insert into users (org_id, email, first_name, last_name, phone, roles, preset, invited_by)
          select
            o.id, ${input.email}, ${input.first_name}, ${input.last_name},
            ${input.phone || null}::text, ${texts(roles)}, ${preset ?? defaultPreset}, ${user_id}::uuid
          from organizations o
          where o.id = ${input.org_id} and ${mayHaveRoles(texts(roles), sql`o.id`)}
          returning id, org_id, ${beforeAndAfter}
        ), ${audited(ctx, "createUser", "user", "u", { data, changes: diffRows() })}
        select id from u`,
      );
      if (!row) throw unprocessable("INVALID_ROLES");
      const { id } = row;
      await issueVerificationCode(ctx, { where: sql`u.id = ${id}`, scope: "verify:user-setup", is_mailed: true });
      return id;
    });
    ctx.wakeWorkers();
    return userId;
  } catch (error) {
    throw violatedConstraint(error) === "users_email_unique" ? unprocessable("USR_EMAIL_EXISTS") : error;
  }
}

export type UserChange = InputOf<typeof contract.updateUser>["body"];

/**
 * New roles or another organization end the user's sessions, and the user is notified of added and removed roles. A
 * user who becomes an administrator loses all unused links, which others may have made for them before. The last owner
 * stays an administrator, and the last manager stays a manager if a manager makes the change. Organization managers
 * neither grant nor change the admin role. Only users of the shop's own organization have the admin role, so an
 * administrator who moves to another organization must lose it in the same call (O-032). A move to another organization
 * also empties the user's cart.
 */
export async function changeUser(
  ctx: Ctx,
  scope: ManagementScope,
  id: string,
  { updated_at, ...change }: UserChange,
): Promise<void> {
  const { org_id = null, first_name = null, last_name = null, phone, roles } = change;
  const managingPermission = scope.by === "manage_people" ? scope.by : "use_console";
  const mayEnd = roles !== undefined && !can({ roles }, managingPermission);
  const newRoles = roles ? texts(roles) : sql`target.roles`;
  const leavesManager = mayEnd
    ? sql`(
        not ${canManage("target", scope)}
        or exists (select 1 from managers m where m.id <> target.id)
      )`
    : sql`true`;
  const isAllowed =
    scope.by === "manage_people" && roles
      ? sql`not ${hasPermission(sql`(target.roles || ${texts(roles)})`, "use_console")}`
      : sql`true`;
  const newOrgId = sql`coalesce(${org_id}::uuid, target.org_id)`;
  const staysAdministrator = sql`(target.org_id = ${newOrgId} and ${hasPermission("target.roles", "use_console")})`;
  const isSameVersion = sql`target.updated_at = coalesce(${updated_at ?? null}::timestamptz, target.updated_at)`;
  const makesAdministrator = scope.by === "staff:act" && roles !== undefined && can({ roles }, "use_console");
  const results = await ctx.db.batch([
    ...(makesAdministrator ? lockAccount(id) : []),
    sql`
    with managers as (${mayEnd ? lockManagers(scope) : sql`select null::uuid as id`}),
    target as (
      select u.* from users u cross join (select count(*) from managers) held
      where id = ${id} and ${isManaged(scope)}
      for update of u
    ),
    moved as (select id from organizations where id = ${org_id} for share),
    u as (
      update users
      set
        org_id = coalesce(${org_id}::uuid, target.org_id),
        first_name = coalesce(${first_name}, target.first_name),
        last_name = coalesce(${last_name}, target.last_name),
        phone = case
          when ${phone !== undefined} then ${phone || null}::text
          else target.phone
        end,
        roles = ${newRoles},
        preset = case when ${hasPermission("target.roles", "use_console")} then target.preset else ${defaultPreset} end,
        session_epoch = users.session_epoch
          + (not (target.roles @> ${newRoles} and target.roles <@ ${newRoles})
            or target.org_id <> coalesce(${org_id}::uuid, target.org_id))::int,
        updated_at = greatest(now(), target.updated_at + interval '1 millisecond')
      from target
      where users.id = target.id and ${isSameVersion} and ${leavesManager} and ${isAllowed}
        and (${staysAdministrator} or ${mayHaveRoles(newRoles, newOrgId)})
        and (${org_id}::uuid is null or exists (select 1 from moved))
      returning users.*, ${beforeAndAfter}, target.roles as roles_before,
        array(select unnest(users.roles) except select unnest(target.roles)) as added,
        array(select unnest(target.roles) except select unnest(users.roles)) as removed
    ),
    voided as (
      update verification_codes v set ${voidCodeClause}
      from u where v.user_id = u.id and v.used_at is null and ${hasPermission("u.added", "use_console")}
    ),
    ${emptyMovedCartsParts(ctx, "u")},
    ${endImpersonationsParts(ctx, "u")},
    ${roleNotifications(ctx, "userRoleAdded", "added")},
    ${roleNotifications(ctx, "userRoleRemoved", "removed")},
    ${audited(ctx, "updateUser", "user", "u", { data: auditData(change), changes: diffRows() })}
    select
      exists (select 1 from target) as is_found,
      exists (select 1 from target where not ${isSameVersion}) as is_outdated,
      ${org_id}::uuid is null or exists (select 1 from moved) as is_org_found,
      exists (select 1 from u) as is_changed`,
  ]);
  const row = maybeOneOf(ctx, changedRow, results.at(-1));
  if (!row?.is_found) throw notFound("USR_NOT_FOUND");
  if (row.is_outdated) throw unprocessable("OBJECT_OUTDATED");
  if (!row.is_org_found) throw notFound("ORG_NOT_FOUND");
  if (!row.is_changed) throw unprocessable("INVALID_ROLES");
  ctx.wakeWorkers();
}

const changedRow = () =>
  z.object({ is_found: z.boolean(), is_outdated: z.boolean(), is_org_found: z.boolean(), is_changed: z.boolean() });

function auditData(change: UserChange): SQL {
  const fields = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const base = sql`jsonb_build_object('fields', ${JSON.stringify(fields)}::jsonb, 'roles_before', u.roles_before)`;
  return change.roles ? sql`${base} || jsonb_build_object('added', u.added, 'removed', u.removed)` : base;
}

/**
 * Inactivates a user and ends their sessions and links in one statement (O-040, O-132), then ends their open payments
 * (F24); the retry job ends what the provider leaves open. @throws USR_NOT_AUTHORIZED for oneself, the last owner, and
 * an administrator whom an organization's manager would inactivate; INVALID_ROLES for an organization's last manager;
 * USR_NOT_FOUND
 */
export async function inactivate(ctx: Ctx, scope: ManagementScope, id: string): Promise<void> {
  if (requireUser(ctx).user_id === id) throw forbidden("USR_NOT_AUTHORIZED");
  await setActive(ctx, scope, id, false);
  await endUserPayments(ctx, id);
}

/** @throws USR_NOT_AUTHORIZED for an administrator whom an organization's manager would reactivate */
export const reactivate = (ctx: Ctx, scope: ManagementScope, id: string): Promise<void> =>
  setActive(ctx, scope, id, true);

/** Idempotent (O-132). */
async function setActive(ctx: Ctx, scope: ManagementScope, id: string, isActive: boolean): Promise<void> {
  const mayManage = scope.by === "manage_people" ? sql`not ${hasPermission("roles", "use_console")}` : sql`true`;
  const row = await one(
    ctx,
    () => z.object({ is_refused: z.boolean(), may_manage: z.boolean() }),
    sql`
    with managers as (${lockManagers(scope)}),
    u as (
      update users
      set
        is_active = ${isActive},
        updated_at = now(),
        ${isActive ? sql`session_epoch = session_epoch` : endSessionsClause}
      where id = ${id} and ${isManaged(scope)} and ${mayManage} and is_active <> ${isActive}
        and (
          ${isActive} or not ${canManage("users", scope)}
          or exists (select 1 from managers where managers.id <> users.id)
        )
      returning *, ${beforeAndAfter}
    ),
    ${isActive ? sql`` : sql`${voidCodesPart("u")}, ${stopRecoveriesParts("u")},`}
    ${endImpersonationsParts(ctx, "u")},
    ${activityNotifications(ctx, isActive)},
    ${audited(ctx, isActive ? "reactivateUser" : "inactivateUser", "user", "u", { changes: diffRows() })}
    select is_active <> ${isActive} and not exists (select 1 from u) as is_refused, ${mayManage} as may_manage
    from users where id = ${id} and ${isManaged(scope)}`,
    () => notFound("USR_NOT_FOUND"),
  );
  // A concurrent identical change is invisible to the statement's snapshot.
  if (!row.is_refused || (await isActiveAs(ctx, id, isActive))) return ctx.wakeWorkers();
  throw scope.by === "manage_people" && row.may_manage
    ? unprocessable("INVALID_ROLES")
    : forbidden("USR_NOT_AUTHORIZED");
}

const isActiveAs = (ctx: Ctx, id: string, isActive: boolean): Promise<boolean> =>
  exists(ctx, sql`select 1 from users where id = ${id} and is_active = ${isActive}`);
