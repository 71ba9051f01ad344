import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { recovery, userFactorsShape } from "../../../../contract/entities/user-factors.ts";
import { notFound } from "../../../../contract/errors.ts";
import type { ReadCtx } from "../../../context.ts";
import { currentUserId } from "../../../current-user.ts";
import { iso, maybeOne, one, type RowOf } from "../../../sql.ts";
import { stepS } from "../lifetimes.ts";
import { isRunning, recoveryColumns } from "./running.ts";
import type { Recovery } from "./start-recovery.ts";

const userFactors = () => z.object(userFactorsShape);
export type UserFactors = RowOf<typeof userFactors>;

export const factorColumns: SQL = sql`
  (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
  exists (select 1 from totp_secrets t where t.user_id = u.id and t.enabled_at is not null) as has_totp,
  (select count(*)::int from backup_codes b where b.user_id = u.id and b.used_at is null) as backup_codes_left,
  ${iso(`greatest(
    (select max(p.last_used_at) from passkeys p where p.user_id = u.id),
    (select to_timestamp(t.last_step * ${stepS}) from totp_secrets t where t.user_id = u.id),
    (select max(b.used_at) from backup_codes b where b.user_id = u.id)
  )`)} as last_used_at`;

/** @throws USR_NOT_FOUND */
export const getUserFactors = (ctx: ReadCtx, { user_id }: { user_id: string }): Promise<UserFactors> =>
  one(
    ctx,
    userFactors,
    sql`
    select ${factorColumns}, (
      select to_jsonb(each) from (
        select ${recoveryColumns} from second_factor_recoveries r where r.user_id = u.id and ${isRunning}
      ) each
    ) as recovery
    from users u where u.id = ${user_id}`,
    () => notFound("USR_NOT_FOUND"),
  );

/** The current user's running recovery, for the page on which the user can stop it. */
export const findOwnRecovery = (ctx: ReadCtx): Promise<Recovery | undefined> =>
  maybeOne(
    ctx,
    () => recovery,
    sql`
    select ${recoveryColumns} from second_factor_recoveries r
    where r.user_id = ${currentUserId(ctx)} and ${isRunning}`,
  );
