import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { activityNotifications } from "./accounts/membership-notices.ts";
import { audited, beforeAndAfter, diffRows } from "../platform/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { requireManageable } from "../organizations/index.ts";
import { endUserPayments } from "../payments/index.ts";
import {
  endImpersonationsParts,
  endSessionsClause,
  isBeingCorrected,
  issueCodeUnderLock,
  stopRecoveriesParts,
  voidCodesPart,
} from "../identity/index.ts";
import { idRow, one, many, uuids } from "../sql.ts";
import { hasStaffPermission } from "../permissions.ts";

const problemsRow = () => z.object({ unknown: z.nullable(z.string()), refused: z.nullable(z.string()) });

/**
 * Inactivates users, all or none, and ends their sessions and links in the same statement. Then ends their open
 * payments (F24); the retry job ends what the provider leaves open. Users who are already inactive are no error.
 * @throws USR_STAYS_ACTIVE about the actor and the last owner, USR_NOT_FOUND about an unknown user, USR_NOT_AUTHORIZED
 * if one is an administrator and the actor is no owner
 */
export async function inactivateUsers(ctx: Ctx, ids: string[]): Promise<void> {
  await requireManageable(ctx, ids);
  const actorId = requireUser(ctx).user_id;
  const row = await one(
    ctx,
    problemsRow,
    sql`
    with managers as (
      select id from users
      where is_active and agreed_at is not null and ${hasStaffPermission("users", "staff:act")}
      order by id for update
    ),
    targets as (
      select users.id from users cross join (select count(*) from managers) held
      where users.id = any(${uuids(ids)})
      order by users.id for update of users
    ),
    problems as (
      select
        (select requested.id from unnest(${uuids(ids)}) requested (id)
          where not exists (select 1 from targets where targets.id = requested.id) limit 1) as unknown,
        (select managers.id from managers
          where managers.id = any(${uuids(ids)})
            and (managers.id = ${actorId}::uuid or not exists (
              select 1 from managers left_over where not left_over.id = any(${uuids(ids)})))
          order by managers.id = ${actorId}::uuid desc limit 1) as refused
    ),
    u as (
      update users
      set is_active = false, updated_at = now(), ${endSessionsClause}
      from problems
      where users.id = any(${uuids(ids)}) and users.is_active
        and problems.unknown is null and problems.refused is null
      returning users.*, ${beforeAndAfter}
    ),
    ${voidCodesPart("u")},
    ${stopRecoveriesParts("u")},
    ${endImpersonationsParts(ctx, "u")},
    ${activityNotifications(ctx, false)},
    ${audited(ctx, "inactivateUser", "user", "u", { changes: diffRows() })}
    select unknown, refused from problems`,
    () => notFound("USR_NOT_FOUND"),
  );
  if (row.unknown !== null) throw notFound("USR_NOT_FOUND").about(row.unknown);
  if (row.refused !== null) throw unprocessable("USR_STAYS_ACTIVE").about(row.refused);
  ctx.wakeWorkers();
  for (const { id } of await findPayers(ctx, ids)) await endUserPayments(ctx, id);
}

const findPayers = (ctx: Ctx, ids: string[]) =>
  many(
    ctx,
    idRow,
    sql`
    select user_id as id from checkout_attempts
    where user_id = any(${uuids(ids)}) and status in ('claimed', 'pending')
    union
    select user_id from approval_requests where user_id = any(${uuids(ids)}) and status = 'approved'`,
  );

/**
 * Mails users their set-up links again, all or none; older links stop working. @throws USR_NOT_AWAITED about a user who
 * is set up or inactive, or whose address is being corrected, USR_NOT_FOUND about an unknown user, USR_NOT_AUTHORIZED
 * if one is an administrator and the actor is no owner
 */
export async function sendSetUpLinks(ctx: Ctx, ids: string[]): Promise<void> {
  await requireManageable(ctx, ids);
  const issuedCode = await issueCodeUnderLock(ctx, sql`select unnest(${uuids(ids)})`, {
    where: sql`u.id = any(${uuids(ids)}) and (
      select count(*) from users each
      where each.id = any(${uuids(ids)}) and each.agreed_at is null and each.is_active
        and not ${isBeingCorrected("each")}) = ${ids.length}`,
    scope: "verify:user-setup",
    is_mailed: true,
  });
  if (issuedCode) return ctx.wakeWorkers();
  const { id, is_known } = await one(
    ctx,
    () => z.object({ id: z.string(), is_known: z.boolean() }),
    sql`
    select requested.id, u.id is not null as is_known
    from unnest(${uuids(ids)}) requested (id) left join users u on u.id = requested.id
    where u.id is null or u.agreed_at is not null or not u.is_active or ${isBeingCorrected("u")}
    order by is_known limit 1`,
    () => notFound("USR_NOT_FOUND"),
  );
  throw (is_known ? unprocessable("USR_NOT_AWAITED") : notFound("USR_NOT_FOUND")).about(id);
}
