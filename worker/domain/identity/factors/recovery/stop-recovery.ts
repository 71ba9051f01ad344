import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound, unprocessable } from "../../../../contract/errors.ts";
import { requireManageable } from "../../../organizations/index.ts";
import { audited, consume, isRecoveryToken, strictBudgets } from "../../../platform/index.ts";
import { type Ctx, requireUser } from "../../../context.ts";
import { one } from "../../../sql.ts";
import { recordSecurityEventParts } from "../../security-events/record-event.ts";
import { isRunning } from "./running.ts";

export type RecoveryLink = { recovery_id: string; token: string };

const stopRunningRecoveryParts = (ctx: Ctx, condition: SQL, is_by_shop: boolean): SQL => sql`
  halted as (
    update second_factor_recoveries r set stopped_at = now() where ${condition} and ${isRunning} returning r.user_id
  ),
  target as (select users.id, users.org_id from users join halted on halted.user_id = users.id),
  ${recordSecurityEventParts(ctx, "recovery_stopped", "target", { is_by_shop })},
  ${audited(ctx, "stopRecovery", "user", "target")}`;

/** Idempotent. @throws USR_NOT_FOUND, USR_NOT_AUTHORIZED */
export async function stopRecovery(ctx: Ctx, { user_id }: { user_id: string }): Promise<void> {
  await requireManageable(ctx, [user_id]);
  await one(
    ctx,
    () => z.object({ is_known: z.literal(true) }),
    sql`
    with ${stopRunningRecoveryParts(ctx, sql`r.user_id = ${user_id}`, true)}
    select true as is_known from users where id = ${user_id}`,
    () => notFound("USR_NOT_FOUND"),
  );
}

/** Idempotent. */
export async function stopOwnRecovery(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    with ${stopRunningRecoveryParts(ctx, sql`r.user_id = ${requireUser(ctx).user_id}`, false)}
    select 1`);
}

/** Idempotent. @throws INVALID_VERIFICATION_CODE, also once the factors are removed */
export async function stopRecoveryByLink(ctx: Ctx, link: RecoveryLink): Promise<void> {
  await consume(ctx, strictBudgets(ctx, "stop-recovery"));
  const invalidLink = () => unprocessable("INVALID_VERIFICATION_CODE");
  if (!(await isRecoveryToken(ctx.settings, "stop", link))) throw invalidLink();
  await one(
    ctx,
    () => z.object({ is_found: z.literal(true) }),
    sql`
    with ${stopRunningRecoveryParts(ctx, sql`r.id = ${link.recovery_id}`, false)}
    select true as is_found from second_factor_recoveries where id = ${link.recovery_id} and used_at is null`,
    invalidLink,
  );
}
