import { type SQL, sql } from "drizzle-orm";
import type { securityEventKinds } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { iso } from "../../sql.ts";

type Kind = (typeof securityEventKinds)[number];
type Details = {
  is_new_browser?: SQL;
  is_new_country?: SQL;
  data?: SQL;
  /** Done by an administrator, whose location and browser the user must not see. */
  is_by_shop?: boolean;
};

/**
 * The CTE `happened`: records a security event for each user of `rows` (`id`), with place and browser of the request.
 */
export function recordSecurityEventParts(ctx: Ctx, kind: Kind, rows: string, details: Details = {}): SQL {
  const { is_new_browser = sql`false`, is_new_country = sql`false`, data = sql`'{}'::jsonb` } = details;
  const { country, city } = details.is_by_shop ? { country: null, city: null } : ctx.place;
  const userAgent = details.is_by_shop ? "" : ctx.user_agent;
  return sql`happened as (
    insert into security_events (user_id, kind, country, city, user_agent, is_new_browser, is_new_country, data)
    select
      ${sql.raw(rows)}.id, ${kind}, ${country}::text, ${city}::text, nullif(${userAgent}, ''),
      ${is_new_browser}, ${is_new_country}, ${data}
    from ${sql.raw(rows)}
    returning *
  )`;
}

/** Payload of the mails about a row of `happened`; the outbox adds the link "This was not me". */
export const eventPayload: SQL = sql`jsonb_strip_nulls(jsonb_build_object(
  'event_id', happened.id, 'user_agent', happened.user_agent, 'country', happened.country, 'city', happened.city))`;

/**
 * CTEs for a sign-in of the user u: its security event, and a mail if browser or country is new to the account. The
 * very first sign-in after set-up is never new.
 */
export function recordSignInParts(ctx: Ctx, isKnownBrowser: boolean): SQL {
  const hasSignedInBefore = sql`exists (
    select 1 from audit_log a where a.subject_type = 'user' and a.subject_id = u.id::text and a.action = 'signIn')`;
  const hasEarlierSignIn = (country: SQL) => sql`exists (
    select 1 from security_events e where e.user_id = u.id and e.kind = 'signed_in' and ${country})`;
  const mail = notificationParts(
    {
      as: "signed_in",
      type: "newSignIn",
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`${eventPayload} || jsonb_build_object(
        'first_name', u.first_name, 'last_name', u.last_name, 'signed_in_at', ${iso("happened.created_at")},
        'is_new_country', happened.is_new_country)`,
    },
    sql`happened join u on u.id = happened.user_id and (happened.is_new_browser or happened.is_new_country)`,
  );
  return sql`
    ${recordSecurityEventParts(ctx, "signed_in", "u", {
      is_new_browser: sql`${!isKnownBrowser} and ${hasSignedInBefore}`,
      is_new_country: sql`${hasEarlierSignIn(sql`e.country is not null`)}
        and not ${hasEarlierSignIn(
          sql`e.country is not distinct from coalesce(${ctx.place.country}::text, e.country)`,
        )}`,
    })},
    ${mail}`;
}
