import { sql } from "drizzle-orm";
import { type Failure, unprocessable } from "../../../contract/errors.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { iso } from "../../sql.ts";

/**
 * Mails the owner and returns the refusal: a signature counter that does not increase may mean a copy of the passkey
 * (https://www.w3.org/TR/webauthn-3/#sctn-sign-counter).
 */
export async function refusePasskey(ctx: Ctx, id: string): Promise<Failure> {
  const mail = notificationParts(
    {
      type: "passkeyRefused",
      recipient: sql`refused.email`,
      user_id: sql`refused.id`,
      payload: sql`jsonb_build_object(
        'first_name', refused.first_name, 'last_name', refused.last_name,
        'passkey', refused.passkey, 'refused_at', ${iso("now()")})`,
    },
    sql`refused`,
  );
  await ctx.db.execute(sql`
    with refused as (
      select u.id, u.org_id, u.email, u.first_name, u.last_name, p.name as passkey
      from passkeys p join users u on u.id = p.user_id where p.id = ${id}
    ),
    ${mail},
    ${audited(ctx, "refusePasskey", "user", "refused", { data: sql`jsonb_build_object('passkey', refused.passkey)` })}
    select 1`);
  ctx.wakeWorkers();
  return unprocessable("PASSKEY_REFUSED");
}
