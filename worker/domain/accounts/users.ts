import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../db/errors.ts";
import { type Role, roles as roleNames } from "../../../db/enums.ts";
import { adminUser } from "../../contract/entities/user.ts";
import { forbidden, notFound, unprocessable } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { audited } from "../audit/index.ts";
import { type Ctx, inTransaction, requireUser } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { first, idRow, iso, required, rowsOf } from "../sql.ts";
import { endPaymentsOf } from "../payments/index.ts";
import { holdOrganization } from "../organizations/index.ts";
import { roleArray } from "./account-requests.ts";
import { issueVerificationCode } from "../verification/index.ts";
import { endSessions, userJson } from "../sessions/index.ts";

/** A user as administrators see them: with the pending e-mail change. */
const adminUserJson = sql`(${userJson}::jsonb || jsonb_build_object('email_change', (
  select json_build_object('new_email', c.new_email, 'created_at', ${iso("c.created_at")})
  from verification_codes c
  where c.user_id = u.id and c.scope = 'verify:email-change' and c.used_at is null and c.expires_at > now()
  order by c.created_at desc limit 1)))`;

export type AdminUser = z.output<typeof adminUser>;
export type UserFilter = ListQuery & {
  org_id?: string | undefined;
  role?: Role | undefined;
  is_active?: boolean | undefined;
};

/** Users of every organization, for administrators. */
export async function listUsers(ctx: Ctx, query: UserFilter): Promise<Page<AdminUser>> {
  const page = await readPage(ctx, query, {
    shape: () => z.object({ user: adminUser }),
    columns: sql`${adminUserJson} as "user"`,
    from: sql`users u`,
    join: sql`join organizations o on o.id = u.org_id`,
    where: [
      query.org_id && sql`u.org_id = ${query.org_id}`,
      query.role && sql`${query.role} = any(u.roles)`,
      query.is_active !== undefined && sql`u.is_active = ${query.is_active}`,
    ],
    text: sql`(u.email || ' ' || u.first_name || ' ' || u.last_name)`,
    searchIn: (matches, pattern) => sql`u.id in (select u.id from users u where ${matches}
      union select u.id from organizations o join users u on u.org_id = o.id where o.name ilike ${pattern})`,
    grams: "users_grams",
    alias: "u",
  });
  return { ...page, data: page.data.map((row) => row.user) };
}

/** Throws USR_NOT_FOUND. */
export async function getUser(ctx: Ctx, id: string): Promise<AdminUser> {
  const row = await required(
    ctx,
    () => z.object({ user: adminUser }),
    sql`
    select ${adminUserJson} as "user" from users u join organizations o on o.id = u.org_id where u.id = ${id}`,
    () => notFound("USR_NOT_FOUND"),
  );
  return row.user;
}

export type NewUser = {
  org_id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone?: string | null | undefined;
  roles: Role[];
};

/** Invites a user and mails the set-up link. Throws ORG_NOT_FOUND, USR_EMAIL_EXISTS. */
export async function createUser(ctx: Ctx, input: NewUser): Promise<AdminUser> {
  try {
    const user = await inTransaction(ctx, async (ctx) => {
      await holdOrganization(ctx, input.org_id);
      const row = await first(
        ctx,
        idRow,
        sql`
        with u as (
          insert into users (org_id, email, first_name, last_name, phone, roles)
          values (
            ${input.org_id}, ${input.email}, ${input.first_name}, ${input.last_name},
            ${input.phone || null}, ${roleArray(input.roles)}
          )
          returning id, org_id
        ), ${audited(ctx, "createUser", "user", "u", { data: { roles: input.roles } })}
        select id from u`,
      );
      const id = row?.id ?? "";
      await issueVerificationCode(ctx, {
        whose: sql`u.id = ${id}`,
        scope: "verify:user-setup",
        is_mailed: true,
      });
      return getUser(ctx, id);
    });
    ctx.wakeWorkers();
    return user;
  } catch (error) {
    throw violatedConstraint(error) === "users_email_unique" ? unprocessable("USR_EMAIL_EXISTS") : error;
  }
}

export type UserChange = {
  org_id?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  phone?: string | null | undefined;
  roles?: Role[] | undefined;
};

/**
 * The administrators who can act, each held until the end of the transaction in the order of their ids: of two who step down
 * at the same moment, or inactivate each other, one stays.
 */
const admins = sql`
  select id from users where is_active and agreed_at is not null and 'admin' = any(roles) order by id for update`;

/**
 * Changes a user; other roles or another organization end the user's sessions at once. The last administrator stays one.
 * Throws USR_NOT_FOUND, ORG_NOT_FOUND, INVALID_ROLES.
 */
export async function updateUser(ctx: Ctx, id: string, change: UserChange): Promise<AdminUser> {
  return inTransaction(ctx, async (ctx) => {
    const mayEndAdmin = change.roles !== undefined && !change.roles.includes("admin");
    const held = mayEndAdmin ? await rowsOf(ctx, idRow, admins) : [];
    const before = await required(
      ctx,
      () => z.object({ org_id: z.string(), roles: z.array(z.enum(roleNames)) }),
      sql`select org_id, roles from users where id = ${id} for update`,
      () => notFound("USR_NOT_FOUND"),
    );
    if (change.org_id) await holdOrganization(ctx, change.org_id);
    const { org_id, roles } = before;
    if (mayEndAdmin && roles.includes("admin") && held.every((admin) => admin.id === id))
      throw unprocessable("INVALID_ROLES");
    const hasNewRoles = change.roles !== undefined && change.roles.toSorted().join() !== roles.toSorted().join();
    const isEnding = hasNewRoles || (change.org_id !== undefined && change.org_id !== org_id);
    await ctx.db.execute(sql`
      with u as (
        update users
        set
          org_id = coalesce(${change.org_id ?? null}::uuid, org_id),
          first_name = coalesce(${change.first_name ?? null}, first_name),
          last_name = coalesce(${change.last_name ?? null}, last_name),
          phone = case
            when ${change.phone !== undefined} then ${change.phone || null}::text
            else phone
          end,
          roles = ${change.roles ? roleArray(change.roles) : sql`roles`},
          ${isEnding ? endSessions : sql`session_epoch = session_epoch`},
          updated_at = now()
        where id = ${id} returning *
      ), ${audited(ctx, "updateUser", "user", "u", { data: { fields: Object.keys(change), roles_before: roles } })}
      select 1 from u`);
    return getUser(ctx, id);
  });
}

/**
 * Inactivates a user, ends all their sessions in the same statement (O-040, O-132), and answers when no payment of theirs is
 * under way any more, so that no charge follows (F24). Throws USR_NOT_FOUND; USR_NOT_AUTHORIZED for oneself.
 */
export async function inactivateUser(ctx: Ctx, id: string): Promise<void> {
  if (requireUser(ctx).user_id === id) throw forbidden("USR_NOT_AUTHORIZED");
  await setActive(ctx, id, false);
  await endPaymentsOf(ctx, id);
}

/** Throws USR_NOT_FOUND. */
export const reactivateUser = (ctx: Ctx, id: string): Promise<void> => setActive(ctx, id, true);

/** Done twice it succeeds and changes nothing (O-132). The last administrator stays active: USR_NOT_AUTHORIZED. */
async function setActive(ctx: Ctx, id: string, isActive: boolean): Promise<void> {
  const { is_refused } = await required(
    ctx,
    () => z.object({ is_refused: z.boolean() }),
    sql`
    with admins as (${admins}),
    u as (
      update users
      set
        is_active = ${isActive},
        updated_at = now(),
        ${isActive ? sql`session_epoch = session_epoch` : endSessions}
      where id = ${id} and is_active <> ${isActive}
        and (${isActive} or not 'admin' = any(roles) or exists (select 1 from admins where admins.id <> users.id))
      returning *
    ),
    ${audited(ctx, isActive ? "reactivateUser" : "inactivateUser", "user", "u")}
    select is_active <> ${isActive} and not exists (select 1 from u) as is_refused from users where id = ${id}`,
    () => notFound("USR_NOT_FOUND"),
  );
  if (is_refused) throw forbidden("USR_NOT_AUTHORIZED");
}
