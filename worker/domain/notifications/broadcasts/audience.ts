import { type SQL, sql } from "drizzle-orm";
import type { NotificationChannel, VerificationScope } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/notifications.ts";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import { definitionOf, isOptional, type SendableType, sendableTypes } from "../../../contract/notification-types.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { canBeTexted, phoneForTexts } from "../notify.ts";
import { isWantedBy } from "../wanted.ts";
import { verificationUrl } from "../../platform/index.ts";
import { exists, texts } from "../../sql.ts";
import { isInAudience } from "./conditions.ts";

export type SendInput = InputOf<typeof contract.sendNotification>["body"];

export function toStoredPayload({ type, payload }: SendInput): {
  payload: Record<string, unknown>;
  email: string | undefined;
} {
  const checked: Record<string, unknown> = sendableTypes[type].payload.parse(payload);
  const { user_email: email, support_email: _support, unsubscribe_url: _unsubscribe, code: _code, ...rest } = checked;
  return { payload: rest, email: typeof email === "string" ? email.toLowerCase() : undefined };
}

const scopes: Partial<Record<SendableType, VerificationScope>> = {
  userSetup: "verify:user-setup",
  passwordReset: "verify:email-password-reset",
  emailChangeVerification: "verify:email-change",
};

const usesCode = ({ type, payload }: SendInput): boolean =>
  scopes[type] !== undefined && payload["url"] === undefined && typeof payload["code"] === "string";

/** The link that contains a payload's code; undefined for payloads with a `url` of their own or without a code. */
export function codeLink(ctx: ReadCtx, send: SendInput, userId: string): string | undefined {
  const scope = scopes[send.type];
  const { code } = send.payload;
  if (!scope || !usesCode(send) || typeof code !== "string") return undefined;
  return verificationUrl(ctx.settings.PUBLIC_URL, scope, userId, code.trim());
}

const placeholderId = "00000000-0000-0000-0000-000000000000";

/** jsonb with each user's `codeLink` as `url`, to be merged into the payload; empty for payloads without a link. */
export function codeLinkJson(ctx: Ctx, send: SendInput, userId: SQL): SQL {
  const url = codeLink(ctx, send, placeholderId);
  if (url === undefined) return sql`'{}'::jsonb`;
  return sql`jsonb_build_object('url', replace(${url}::text, ${placeholderId}, ${userId}::text))`;
}

/**
 * Refuses foreign links in messages that set a password or sign in, so that neither a stolen administrator session nor
 * a mistake turns our mails into phishing. @throws BadRequest
 */
export function requireOwnLink(ctx: ReadCtx, { type, payload }: SendInput): void {
  if (!definitionOf(type).is_secret || payload["url"] === undefined) return;
  const { PUBLIC_URL, MAIN_WEB_URL, ADMIN_WEB_URL } = ctx.settings;
  const url = URL.parse(String(payload["url"]));
  const isOwn = [PUBLIC_URL, MAIN_WEB_URL, ADMIN_WEB_URL].some((base) => url?.origin === new URL(base).origin);
  if (url && isOwn && url.username === "" && url.password === "") return;
  const message = `The link of this type must lead to this shop, as ${PUBLIC_URL}/….`;
  throw new BadRequest([{ code: "custom", path: ["payload", "url"], message }]);
}

/** Types with a sign-in link go by email alone; text messages are only queued where a provider is set up. */
export function allowedChannels(ctx: ReadCtx, { type, channels = ["email", "app"] }: SendInput): NotificationChannel[] {
  const { is_secret: isSecret } = definitionOf(type);
  const hasSms = ctx.gateways.sms !== undefined;
  return channels.filter((channel) => channel === "email" || (!isSecret && (channel === "app" || hasSms)));
}

/**
 * The CTE `reached`: a row for each recipient, with the channels that the recipient's settings allow (the rules of
 * `notificationParts`).
 * @throws NOTIFICATION_ERROR if `send` names no recipients or no allowed channel; BadRequest for a foreign link
 */
export function reachedPart(ctx: ReadCtx, send: SendInput): SQL {
  requireOwnLink(ctx, send);
  const channels = allowedChannels(ctx, send);
  const people = selectRecipients(send, toStoredPayload(send).email);
  if (!people || channels.length === 0) throw unprocessable("NOTIFICATION_ERROR");
  const isOff = (isWanted: SQL) => sql`(${isOptional(send.type)} and not ${isWanted})`;
  return sql`reached as materialized (
      select p.*, ${channels.includes("app")} and p.id is not null as in_app,
        case
          when not ${channels.includes("email")} then 'none'
          when ${isOff(sql`p.is_mail_wanted`)} then 'off'
          else 'queued'
        end as mail,
        case
          when not ${channels.includes("phone")} then 'none'
          when p.phone_number is null then 'no-number'
          when ${isOff(sql`p.is_text_wanted`)} or not p.can_be_texted then 'off'
          else 'queued'
        end as phone
      from (${people}) p
    )`;
}

export const hasAudience = sql`exists (
  select 1 from reached r where r.in_app or r.mail = 'queued' or r.phone = 'queued'
)`;

/**
 * Selects the recipients; undefined if `send` names none. Inactive users get only the notification of their
 * inactivation.
 */
function selectRecipients(send: SendInput, email: string | undefined): SQL | undefined {
  const { type, user_id, org_id, roles, audience } = send;
  const selectUsers = (condition: SQL) => sql`
    select u.id, u.email, u.org_id, ${phoneForTexts("v", "u")} as phone_number,
      ${canBeTexted("v", "u")} as can_be_texted, coalesce(u.returned_email = u.email, false) as is_returned,
      ${isWantedBy("u", sql`${type}::text`, sql`'email'`)} as is_mail_wanted,
      ${isWantedBy("u", sql`${type}::text`, sql`'phone'`)} as is_text_wanted,
      jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name) as names
    from users u left join user_phones v on v.user_id = u.id
    where ${condition} and (u.is_active or ${type === "userInactivated"})`;
  if (audience) return selectUsers(isInAudience(audience));
  if (user_id) return selectUsers(sql`u.id = ${user_id}`);
  const hasRole = roles && sql`u.roles && ${texts(roles)}`;
  if (org_id) return selectUsers(hasRole ? sql`u.org_id = ${org_id} and ${hasRole}` : sql`u.org_id = ${org_id}`);
  if (hasRole) return selectUsers(hasRole);
  if (email === undefined) return undefined;
  if (usesCode(send)) return selectUsers(sql`lower(u.email) = ${email}`);
  return sql`${selectUsers(sql`lower(u.email) = ${email}`)}
    union all
    select null, ${email}, null, null, false, false, true, true, '{}'::jsonb
    where not exists (select 1 from users u where lower(u.email) = ${email})`;
}

export async function emptyAudienceError(ctx: ReadCtx, { user_id, org_id }: SendInput): Promise<Error> {
  if (user_id && !(await exists(ctx, sql`select 1 from users where id = ${user_id}`))) return notFound("USR_NOT_FOUND");
  if (!user_id && org_id && !(await exists(ctx, sql`select 1 from organizations where id = ${org_id}`)))
    return notFound("ORG_NOT_FOUND");
  return unprocessable("NOTIFICATION_ERROR");
}
