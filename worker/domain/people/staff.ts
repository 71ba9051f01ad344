import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { StaffPreset } from "../../../db/enums.ts";
import { staffMember } from "../../contract/entities/staff-member.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { presetCan } from "../../contract/people/permissions.ts";
import { factorColumns, hasFactor } from "../identity/index.ts";
import { audited, beforeAndAfter, diffRows } from "../platform/index.ts";
import { type Ctx, type ReadCtx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { hasPermission, hasStaffPermission } from "../permissions.ts";
import { iso, maybeOne, one } from "../sql.ts";

export type StaffMember = z.output<typeof staffMember>;
type StaffFilter = ListQuery & { preset?: StaffPreset | undefined; has_second_factor?: boolean | undefined };

const columns = sql`
  u.id, u.email, u.first_name, u.last_name, u.preset, u.is_active, u.agreed_at is not null as is_set_up,
  (select to_jsonb(each) from (select ${factorColumns}) each) as second_factor,
  (
    select ${iso("max(s.last_seen_at)")} from sessions s where s.user_id = u.id and s.actor_id is null
  ) as last_seen_at,
  case
    when inviter.id is not null
      then json_build_object('id', inviter.id, 'first_name', inviter.first_name, 'last_name', inviter.last_name)
  end as invited_by,
  ${iso("u.created_at")} as created_at, ${iso("u.updated_at")} as updated_at`;
const join = sql`left join users inviter on inviter.id = u.invited_by`;

export const listStaff = (ctx: ReadCtx, query: StaffFilter): Promise<Page<StaffMember>> =>
  readPage(ctx, query, {
    shape: () => staffMember,
    columns,
    from: sql`users u`,
    join,
    where: [
      hasPermission("u.roles", "use_console"),
      query.preset && sql`u.preset = ${query.preset}`,
      query.has_second_factor !== undefined && sql`${hasFactor("u")} = ${query.has_second_factor}`,
    ],
    text: sql`(u.email || ' ' || u.first_name || ' ' || u.last_name)`,
    grams: "users_grams",
    alias: "u",
  });

/** @throws USR_NOT_FOUND for users who are not administrators */
export const getStaffMember = (ctx: ReadCtx, id: string): Promise<StaffMember> =>
  one(
    ctx,
    () => staffMember,
    sql`select ${columns} from users u ${join} where u.id = ${id} and ${hasPermission("u.roles", "use_console")}`,
    () => notFound("USR_NOT_FOUND"),
  );

/**
 * Changes an administrator's preset from their next request on, because the session lookup reads it. Impersonations of
 * an administrator who may no longer impersonate end by themselves. @throws USR_NOT_FOUND for users who are not
 * administrators, INVALID_ROLES for the last owner: of two owners who step down concurrently, one stays
 */
export async function updateStaff(ctx: Ctx, id: string, { preset }: { preset: StaffPreset }): Promise<StaffMember> {
  const row = await maybeOne(
    ctx,
    () => z.object({ is_refused: z.boolean() }),
    sql`
    with owners as (
      select users.id from users
      where is_active and agreed_at is not null and ${hasStaffPermission("users", "staff:act")}
      order by users.id for update
    ),
    target as (
      select users.* from users cross join (select count(*) from owners) held
      where users.id = ${id} and ${hasPermission("users.roles", "use_console")}
      for update of users
    ),
    u as (
      update users
      set preset = ${preset}, updated_at = greatest(now(), target.updated_at + interval '1 millisecond')
      from target
      where users.id = target.id and target.preset <> ${preset}
        and (
          ${presetCan(preset, "staff:act")} or not ${hasStaffPermission("target", "staff:act")}
          or exists (select 1 from owners where owners.id <> target.id)
        )
      returning users.*, ${beforeAndAfter}
    ),
    ${audited(ctx, "updateStaff", "user", "u", { changes: diffRows() })}
    select target.preset <> ${preset} and not exists (select 1 from u) as is_refused from target`,
  );
  if (!row) throw notFound("USR_NOT_FOUND");
  if (row.is_refused) throw unprocessable("INVALID_ROLES");
  return getStaffMember(ctx, id);
}
