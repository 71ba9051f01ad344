import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Role } from "../../../db/enums.ts";
import { adminUser } from "../../contract/entities/user.ts";
import { notFound } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import {
  changeUser,
  inactivate,
  inviteUser,
  type NewUser,
  reactivate,
  type UserChange,
} from "./accounts/manage-users.ts";
import type { Ctx, ReadCtx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { requireManageable, requireMayGrant } from "../organizations/index.ts";
import { presence, userJson } from "../identity/index.ts";
import { maybeOne, iso, one } from "../sql.ts";
import { hasRole } from "../permissions.ts";

const adminUserJson = sql`(${userJson}::jsonb || ${presence} || jsonb_build_object('email_change', (
  select json_build_object('new_email', c.new_email, 'created_at', ${iso("c.created_at")})
  from verification_codes c
  where c.user_id = u.id and c.scope = 'verify:email-change' and c.used_at is null and c.expires_at > now()
  order by c.created_at desc limit 1)))`;

export type AdminUser = z.output<typeof adminUser>;
export type UserFilter = ListQuery & {
  org_id?: string | undefined;
  role?: Role | undefined;
  is_active?: boolean | undefined;
  is_set_up?: boolean | undefined;
  has_returned_mail?: boolean | undefined;
};

export async function listUsers(ctx: ReadCtx, query: UserFilter): Promise<Page<AdminUser>> {
  const page = await readPage(ctx, query, {
    shape: () => z.object({ user: adminUser }),
    columns: sql`${adminUserJson} as "user"`,
    from: sql`users u`,
    join: sql`join organizations o on o.id = u.org_id`,
    where: [
      query.org_id && sql`u.org_id = ${query.org_id}`,
      query.role && hasRole("u.roles", query.role),
      query.is_active !== undefined && sql`u.is_active = ${query.is_active}`,
      query.is_set_up !== undefined && (query.is_set_up ? sql`u.agreed_at is not null` : sql`u.agreed_at is null`),
      // Both conditions must equal those of the partial indexes.
      query.has_returned_mail !== undefined &&
        (query.has_returned_mail ? sql`u.returned_email = u.email` : sql`u.returned_email is distinct from u.email`),
    ],
    text: sql`(u.email || ' ' || u.first_name || ' ' || u.last_name)`,
    searchIn: (matches, pattern) => sql`u.id in (select u.id from users u where ${matches}
      union select u.id from organizations o join users u on u.org_id = o.id where o.name ilike ${pattern})`,
    grams: "users_grams",
    alias: "u",
    names: ["first_name", "last_name"],
  });
  return { ...page, data: page.data.map((row) => row.user) };
}

export async function getUser(ctx: ReadCtx, id: string): Promise<AdminUser> {
  const row = await one(
    ctx,
    () => z.object({ user: adminUser }),
    sql`
    select ${adminUserJson} as "user" from users u join organizations o on o.id = u.org_id where u.id = ${id}`,
    () => notFound("USR_NOT_FOUND"),
  );
  return row.user;
}

type Options = readonly (readonly [id: string, name: string])[];

export async function findUserOption(ctx: ReadCtx, id: string | undefined): Promise<Readonly<Record<string, Options>>> {
  if (id === undefined) return {};
  const row = await maybeOne(
    ctx,
    () => z.object({ name: z.string() }),
    sql`select first_name || ' ' || last_name as name from users where id = ${id}`,
  );
  return { user_id: row ? [[id, row.name]] : [] };
}

const shopScope = { by: "staff:act" } as const;

/** Only owners invite administrators. */
export async function createUser(ctx: Ctx, input: NewUser): Promise<AdminUser> {
  requireMayGrant(ctx, input.roles);
  return getUser(ctx, await inviteUser(ctx, input));
}

export async function updateUser(ctx: Ctx, id: string, change: UserChange): Promise<AdminUser> {
  await requireManageable(ctx, [id]);
  requireMayGrant(ctx, change.roles ?? []);
  await changeUser(ctx, shopScope, id, change);
  return getUser(ctx, id);
}

export async function inactivateUser(ctx: Ctx, id: string): Promise<void> {
  await requireManageable(ctx, [id]);
  return inactivate(ctx, shopScope, id);
}

export async function reactivateUser(ctx: Ctx, id: string): Promise<void> {
  await requireManageable(ctx, [id]);
  return reactivate(ctx, shopScope, id);
}
