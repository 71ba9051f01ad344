import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { recovery } from "../../../../contract/entities/user-factors.ts";
import { notFound, unprocessable } from "../../../../contract/errors.ts";
import { requireManageable } from "../../../organizations/index.ts";
import { audited } from "../../../platform/index.ts";
import { type Ctx, requireUser } from "../../../context.ts";
import { notificationParts } from "../../../notifications/index.ts";
import { iso, one } from "../../../sql.ts";
import { recordSecurityEventParts } from "../../security-events/record-event.ts";
import { hasFactor } from "../has-factor.ts";
import { recoveryColumns, recoveryWait } from "./running.ts";

export type Recovery = z.output<typeof recovery>;

const startedRow = () => z.object({ is_possible: z.boolean(), started: z.nullable(recovery) });

/**
 * Begins the wait after which the user gets a link that removes all factors, and notifies the user on every channel
 * (ADR-082). @throws USR_NOT_FOUND, USR_NOT_AUTHORIZED, RECOVERY_OWN, RECOVERY_NOT_POSSIBLE, RECOVERY_RUNNING
 */
export async function startRecovery(ctx: Ctx, { user_id }: { user_id: string }): Promise<Recovery> {
  const actor = requireUser(ctx);
  if (user_id === actor.user_id) throw unprocessable("RECOVERY_OWN");
  await requireManageable(ctx, [user_id]);
  const payload = sql`jsonb_build_object(
    'first_name', u.first_name, 'last_name', u.last_name, 'recovery_id', r.id, 'due_at', ${iso("r.due_at")})`;
  const notification = notificationParts(
    {
      type: "recoveryStarted",
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload,
      channels: ["email", "app", "phone"],
    },
    sql`u join begun r on r.user_id = u.id`,
  );
  const { is_possible, started } = await one(
    ctx,
    startedRow,
    sql`
    with u as (
      select users.*, users.is_active and ${hasFactor("users")} as is_possible
      from users where users.id = ${user_id} for update
    ),
    expired as (
      update second_factor_recoveries set stopped_at = now()
      where user_id = ${user_id} and stopped_at is null and used_at is null and expires_at <= now()
      returning 1
    ),
    begun as (
      insert into second_factor_recoveries (user_id, begun_by, due_at)
      select u.id, ${actor.user_id}::uuid, now() + ${recoveryWait}::interval
      from u where u.is_possible and (select count(*) from expired) >= 0
      on conflict (user_id) where stopped_at is null and used_at is null do nothing
      returning *
    ),
    target as (select u.id, u.org_id from u join begun on begun.user_id = u.id),
    ${recordSecurityEventParts(ctx, "recovery_started", "target", { is_by_shop: true })},
    ${notification},
    ${audited(ctx, "startRecovery", "user", "target")}
    select u.is_possible, (select to_jsonb(each) from (select ${recoveryColumns} from begun r) each) as started
    from u`,
    () => notFound("USR_NOT_FOUND"),
  );
  if (!is_possible) throw unprocessable("RECOVERY_NOT_POSSIBLE");
  if (!started) throw unprocessable("RECOVERY_RUNNING");
  ctx.wakeWorkers();
  return started;
}
