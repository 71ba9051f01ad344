import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { sessionUser } from "../../../contract/entities/user.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/user.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { currentUserId } from "../../current-user.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { withdrawUnwantedPart } from "../../notifications/index.ts";
import { type SessionUser, userJson } from "../../identity/index.ts";
import { one } from "../../sql.ts";

export async function readProfile(ctx: ReadCtx): Promise<SessionUser> {
  const row = await one(
    ctx,
    () => z.object({ user: sessionUser }),
    sql`
    select ${userJson} as "user" from users u join organizations o on o.id = u.org_id
    where u.id = ${currentUserId(ctx)}`,
    () => new Error("the signed-in user vanished"),
  );
  return row.user;
}

export type ProfileChange = InputOf<typeof contract.updateProfile>["body"];

/**
 * Omitted fields keep their value (O-114). Turning reminders and news off withdraws those that were not tried yet
 * (O-122).
 */
export async function updateProfile(ctx: Ctx, change: ProfileChange): Promise<SessionUser> {
  const { user_id } = requireUser(ctx);
  const settings = change.notification_settings ? JSON.stringify(change.notification_settings) : null;
  const row = await one(
    ctx,
    () => z.object({ user: sessionUser }),
    sql`
    with u as (
      update users
      set
        first_name = coalesce(${change.first_name ?? null}, first_name),
        last_name = coalesce(${change.last_name ?? null}, last_name),
        phone = case when ${change.phone !== undefined} then ${change.phone || null}::text else phone end,
        notification_settings = notification_settings || coalesce(${settings}::jsonb, '{}'),
        updated_at = now()
      where id = ${user_id}
      returning *, ${beforeAndAfter}
    ),
    ${withdrawUnwantedPart(sql`u`)},
    ${audited(ctx, "updateProfile", "user", "u", { data: { fields: Object.keys(change) }, changes: diffRows() })}
    select ${userJson} as "user" from u join organizations o on o.id = u.org_id`,
    () => new Error("the signed-in user vanished"),
  );
  return row.user;
}
