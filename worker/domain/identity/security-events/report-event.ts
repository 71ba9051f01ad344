import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { securityEventKinds } from "../../../../db/enums.ts";
import { violatedConstraint } from "../../../../db/errors.ts";
import { unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import {
  audited,
  beforeAndAfter,
  diffRows,
  consume,
  isSecurityEventToken,
  stopLifetime,
  strictBudgets,
} from "../../platform/index.ts";
import { stopRecoveriesParts } from "../factors/recovery/running.ts";
import { endImpersonationsParts } from "../sessions/acting-ended.ts";
import { endSessionsClause } from "../sessions/sessions.ts";
import { iso, one, type RowOf } from "../../sql.ts";
import { issueVerificationCode, lockAccount, voidCodeClause } from "../verification/codes.ts";
import { removeAdditionsParts } from "./remove-additions.ts";

export type SecurityEventLink = { event_id: string; user_id: string; token: string };
/** Whether a link for a new password was mailed, or why not. */
export type ReportResult = "mailed" | "address taken" | "inactive";

const reportableEvent = () =>
  z.object({
    kind: z.enum(securityEventKinds),
    created_at: z.string(),
    country: z.nullable(z.string()),
    city: z.nullable(z.string()),
    user_agent: z.nullable(z.string()),
  });
export type ReportableEvent = RowOf<typeof reportableEvent>;

const invalidLink = () => unprocessable("INVALID_VERIFICATION_CODE");

async function requireToken(ctx: Ctx, { token, ...of }: SecurityEventLink): Promise<void> {
  if (!(await isSecurityEventToken(ctx.settings, of, token))) throw invalidLink();
}

/** The event of a mailed link. Changes nothing, because mail scanners open links. */
export async function findSecurityEvent(ctx: Ctx, link: SecurityEventLink): Promise<ReportableEvent> {
  await requireToken(ctx, link);
  return one(
    ctx,
    reportableEvent,
    sql`
    select e.kind, ${iso("e.created_at")} as created_at, e.country, e.city, e.user_agent from security_events e
    where e.id = ${link.event_id} and e.user_id = ${link.user_id}
      and e.created_at > now() - ${stopLifetime}::interval`,
    invalidLink,
  );
}

/**
 * Undoes a takeover that the account's owner reports: ends all sessions and trusted browsers, removes factors and
 * phones added since the event, restores the former address, voids the password and all links, and mails a link for a
 * new password. If the former address is another user's now, inactivates the account and mails nothing. A repeated
 * report only mails a new link, so that the owner's own new password survives.
 */
export async function reportSecurityEvent(ctx: Ctx, link: SecurityEventLink): Promise<ReportResult> {
  await consume(ctx, strictBudgets(ctx, "report-security-event"));
  await requireToken(ctx, link);
  try {
    await undoTakeover(ctx, link, true);
  } catch (error) {
    if (violatedConstraint(error) !== "users_email_unique") throw error;
    // Another user has the former address now. With its current one, the account is the attacker's to recover, so it is
    // inactivated until support has given it another.
    await undoTakeover(ctx, link, false);
    ctx.wakeWorkers();
    return "address taken";
  }
  const code = await issueVerificationCode(ctx, {
    where: sql`u.id = ${link.user_id} and u.is_active`,
    is_mailed: true,
  });
  ctx.wakeWorkers();
  return code ? "mailed" : "inactive";
}

async function undoTakeover(ctx: Ctx, { event_id, user_id }: SecurityEventLink, restoresEmail: boolean): Promise<void> {
  const results = await ctx.db.batch([
    ...lockAccount(user_id),
    sql`
    with event as (
      select * from security_events e
      where e.id = ${event_id} and e.user_id = ${user_id} and e.created_at > now() - ${stopLifetime}::interval
    ),
    unreported as (select * from event where reported_at is null),
    reported as (
      update security_events e set reported_at = now()
      from unreported where e.user_id = unreported.user_id and e.created_at >= unreported.created_at
    ),
    previous as (
      select e.data ->> 'old_email' as email
      from security_events e join unreported on e.user_id = unreported.user_id and e.created_at >= unreported.created_at
      where e.kind = 'email_changed' and e.data ? 'old_email' and e.reported_at is null and ${restoresEmail}
      order by e.created_at limit 1
    ),
    voided as (
      update verification_codes v set ${voidCodeClause}
      from unreported where v.user_id = unreported.user_id and v.used_at is null
    ),
    ${removeAdditionsParts("unreported", "created_at")},
    u as (
      update users
      set email = coalesce((select email from previous), users.email), password_hash = null,
        is_active = users.is_active and ${restoresEmail}, ${endSessionsClause}, updated_at = now()
      from unreported where users.id = unreported.user_id
      returning users.id, users.org_id, users.session_epoch, ${beforeAndAfter}
    ),
    happened as (
      insert into security_events (user_id, kind, country, city, user_agent, reported_at)
      select u.id, 'reported', ${ctx.place.country}::text, ${ctx.place.city}::text, nullif(${ctx.user_agent}, ''), now()
      from u
    ),
    ${stopRecoveriesParts("u")},
    ${endImpersonationsParts(ctx, "u")},
    ${audited(ctx, "reportSecurityEvent", "user", "u", { changes: diffRows() })}
    select 1 from event`,
  ]);
  if (results.at(-1)?.rows.length === 0) throw invalidLink();
}
