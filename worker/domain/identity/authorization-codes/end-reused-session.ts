import { sql } from "drizzle-orm";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { iso } from "../../sql.ts";

export async function endReusedSession(ctx: Ctx, hash: string): Promise<void> {
  const { rowCount } = await ctx.db.execute(sql`
    with ended as (
      update sessions set revoked_at = now()
      from users u
      where u.id = sessions.user_id
        and sessions.user_epoch = u.session_epoch
        and sessions.revoked_at is null
        and sessions.refresh_expires_at > now()
        and sessions.id = (select session_id from refresh_tokens where token_hash = decode(${hash}, 'hex'))
      returning u.id, u.org_id, u.email, u.first_name, u.last_name, 
        ${iso("sessions.created_at")} as signed_in_at
    ),
    ${audited(ctx, "endReusedSession", "user", "ended")},
    ${notificationParts(
      {
        type: "desktopSignedOut",
        recipient: sql`ended.email`,
        user_id: sql`ended.id`,
        payload: sql`jsonb_build_object(
          'first_name', ended.first_name, 'last_name', ended.last_name, 'signed_in_at', ended.signed_in_at)`,
      },
      sql`ended`,
    )}
    select 1 from ended`);
  if (rowCount > 0) ctx.wakeWorkers();
}
